package io.daybook.cluster.node;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** A service that gets another time for each message than the log has, while a file declares its memory bad. */
final class BadMemory implements ClusteredService {
    static final String GOOD = "good";
    static final String BAD = "bad";
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final ClusteredService service;
    private final Path told;
    private boolean isBad;
    private long lookedNs;

    BadMemory(final ClusteredService service, final Path told) {
        this.service = service;
        this.told = told;
    }

    @Override
    public void onSessionMessage(
            final ClientSession session,
            final long timestamp,
            final DirectBuffer buffer,
            final int offset,
            final int length,
            final Header header) {
        service.onSessionMessage(session, isBad ? timestamp + 1 : timestamp, buffer, offset, length, header);
    }

    @Override
    public int doBackgroundWork(final long nowNs) {
        if (nowNs - lookedNs > EVERY_NS) {
            lookedNs = nowNs;
            isBad = isBad();
        }
        return service.doBackgroundWork(nowNs);
    }

    private boolean isBad() {
        try {
            return Files.readString(told).equals(BAD);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onStart(final Cluster cluster, final @Nullable Image snapshotImage) {
        service.onStart(cluster, snapshotImage);
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp) {
        service.onSessionOpen(session, timestamp);
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason closeReason) {
        service.onSessionClose(session, timestamp, closeReason);
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp) {
        service.onTimerEvent(correlationId, timestamp);
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication snapshotPublication) {
        service.onTakeSnapshot(snapshotPublication);
    }

    @Override
    public void onRoleChange(final Cluster.Role newRole) {
        service.onRoleChange(newRole);
    }

    @Override
    public void onTerminate(final Cluster cluster) {
        service.onTerminate(cluster);
    }

    @Override
    public void onNewLeadershipTermEvent(
            final long leadershipTermId,
            final long logPosition,
            final long timestamp,
            final long termBaseLogPosition,
            final int leaderMemberId,
            final int logSessionId,
            final TimeUnit timeUnit,
            final int appVersion) {
        service.onNewLeadershipTermEvent(
                leadershipTermId,
                logPosition,
                timestamp,
                termBaseLogPosition,
                leaderMemberId,
                logSessionId,
                timeUnit,
                appVersion);
    }
}
