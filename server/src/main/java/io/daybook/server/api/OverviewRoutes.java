package io.daybook.server.api;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.RetentionMark;
import io.daybook.server.http.Access;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The progress of the exchange, its journal and its followers, and the room on its disk. */
public final class OverviewRoutes {
    private final Exchange exchange;
    private final @Nullable IntSupplier ordersLive;
    private final Supplier<Optional<Snapshot>> lastSnapshot;
    private final ForceTimes forces;
    private final Disk disk;

    /** The last snapshot: the seq and the time of its last command, and its size. */
    public record Snapshot(long seq, long timeNs, long bytes) {}

    /** The disk of the venue's folder. */
    public interface Disk {
        /** Queries the disk. The result completes with the answer, or after a second. */
        CompletionStage<Void> look();

        /** The free room at the last answer, in bytes. */
        long freeBytes();

        /** The size of the disk, in bytes. */
        long totalBytes();
    }

    /**
     * Serves the overview of an exchange.
     *
     * @param ordersLive the number of live orders; null if they are not counted
     * @param lastSnapshot the last snapshot on the disk
     */
    public OverviewRoutes(
            final Exchange exchange,
            final @Nullable IntSupplier ordersLive,
            final Supplier<Optional<Snapshot>> lastSnapshot,
            final ForceTimes forces,
            final Disk disk) {
        this.exchange = exchange;
        this.ordersLive = ordersLive;
        this.lastSnapshot = lastSnapshot;
        this.forces = forces;
        this.disk = disk;
    }

    public void addTo(final Router router) {
        router.add(Route.of("GET /v1/admin/overview", Access.VIEWER, "State, counts, lags, disk", this::overview));
        router.add(Route.of("GET /v1/admin/journal", Access.VIEWER, "The progress of the journal", this::journal));
    }

    private CompletionStage<Response> overview(final Request request) {
        request.onlyAsked();
        return disk.look().thenApplyAsync(looked -> overview(), request.loop());
    }

    private Response overview() {
        final ExchangeMetrics metrics = exchange.metrics();
        final Json json = new Json()
                .object()
                .put("state", exchange.state().name().toLowerCase(Locale.ROOT))
                .put("seq", metrics.deliveredSeq())
                .put("commands", metrics.carriedOut())
                .put(
                        "refused",
                        metrics.refused().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
        if (ordersLive != null) {
            json.put("ordersLive", ordersLive.getAsInt());
        }
        json.put("ringSize", metrics.ringSize())
                .put("ringFill", metrics.ringFill())
                .put("journalLag", metrics.journalLag());
        final Long forceMicros = forces.meanMicros();
        if (forceMicros != null) {
            json.put("forceMicros", forceMicros);
        }
        json.put("diskFreeBytes", disk.freeBytes()).put("diskBytes", disk.totalBytes());
        lastSnapshot.get().ifPresent(snapshot -> json.object("snapshot")
                .put("seq", snapshot.seq)
                .put("time", Shapes.micros(snapshot.timeNs))
                .put("bytes", snapshot.bytes)
                .end());
        json.put("listenerErrors", metrics.listenerErrors()).list("followers");
        metrics.followers().forEach(one -> follower(json, metrics, one));
        return Response.json(json.endList().end()).seq(metrics.deliveredSeq());
    }

    /**
     * Writes a follower. The size of the files that are kept for it is that at the start, or at the last snapshot
     * since.
     */
    private static void follower(final Json json, final ExchangeMetrics metrics, final FollowerMetrics one) {
        final long heldBytes = metrics.followerMarks().stream()
                .filter(mark -> mark.name().equals(one.name()))
                .mapToLong(RetentionMark::heldBytes)
                .sum();
        json.object()
                .put("name", one.name())
                .put("seq", one.seq())
                .put("behind", Math.max(0, metrics.deliveredSeq() - one.seq()))
                .put("eventsBehind", one.eventsBehind())
                .put("heldBytes", heldBytes)
                .put("attached", one.attached())
                .end();
    }

    private CompletionStage<Response> journal(final Request request) {
        request.onlyAsked();
        final ExchangeMetrics metrics = exchange.metrics();
        return Response.json(new Json()
                        .object()
                        .put("writtenSeq", metrics.journalWrittenSeq())
                        .put("forcedSeq", metrics.journalForcedSeq())
                        .put("releasedSeq", metrics.journalReleasedSeq())
                        .put("lag", metrics.journalLag())
                        .put("forces", metrics.forces())
                        .put("forceMicros", TimeUnit.NANOSECONDS.toMicros(metrics.forceTimeNs()))
                        .end())
                .now();
    }
}
