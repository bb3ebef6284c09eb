package io.daybook.testvenue;

import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The faults of a life, in the order in which they were sent; the first that matches is carried out. Any thread. */
final class Faults implements AutoCloseable {
    private static final int MOST = 1_000;
    private static final String SENT = "faults";
    private static final String COUNTS = "counts";
    private static final String REQUESTS = "requests";

    private final long seed;
    private final TestFolder folder;
    private final Traffic traffic;
    private final List<byte[]> sent = new ArrayList<>();
    private final List<Fault> all = new ArrayList<>();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(Faults::thread);
    private volatile LongSupplier seq = () -> 0;
    private int count;

    /** @param traffic the requests that are kept with the faults when the process is killed */
    Faults(final long seed, final TestFolder folder, final Traffic traffic) {
        this.seed = seed;
        this.folder = folder;
        this.traffic = traffic;
    }

    private static Thread thread(final Runnable work) {
        final Thread thread = new Thread(work, "daybook-testvenue-faults");
        thread.setDaemon(true);
        return thread;
    }

    /** Sets the source of the last delivered seq, once the exchange runs. */
    void seq(final LongSupplier delivered) {
        seq = delivered;
    }

    /** Ends the process for the fault {@code kill}, and keeps all faults and requests for the next one. */
    synchronized void kill(final Fault fault) {
        final Base64.Encoder base64 = Base64.getEncoder();
        final StringBuilder kept = new StringBuilder();
        kept.append(count - all.size()).append('\n');
        sent.forEach(body -> kept.append(base64.encodeToString(body)).append('\n'));
        folder.note(SENT, kept.toString());
        folder.note(COUNTS, all.stream().map(one -> one.counts() + "\n").collect(Collectors.joining()));
        folder.note(REQUESTS, traffic.kept());
        Kill.now(folder.path(), Duration.parse(fault.says("restartAfter")));
    }

    /** Takes over the faults and requests of a process that was killed. */
    synchronized void takeOver() {
        traffic.takeOver(folder.noted(REQUESTS));
        final List<String> lines = folder.noted(SENT).lines().toList();
        if (lines.isEmpty()) {
            return;
        }
        count = Integer.parseInt(lines.get(0));
        for (final String line : lines.subList(1, lines.size())) {
            final byte[] body = Base64.getDecoder().decode(line);
            final Json unused = add(body, Body.read(body).objects("faults"), Fault.Known.ANY);
        }
        folder.noted(COUNTS).lines().forEach(line -> all.forEach(fault -> fault.takeOver(line)));
    }

    /** Runs delayed tasks, by the clock of the machine. */
    ScheduledExecutorService later() {
        return later;
    }

    long seq() {
        return seq.getAsLong();
    }

    /**
     * Adds all of a list, or none.
     *
     * @param body the bytes of the request
     */
    synchronized Json add(final byte[] body, final List<Body> bodies, final Fault.Known known) {
        if (all.size() + bodies.size() > MOST) {
            throw Problem.badForm("/faults", "there may be at most " + MOST + " faults; DELETE /faults removes all");
        }
        final List<Fault> read = new ArrayList<>();
        for (final Body one : bodies) {
            read.add(new Fault(count + read.size() + 1, seed, one, known));
        }
        count += read.size();
        all.addAll(read);
        sent.add(body);
        return list(false);
    }

    /** Removes all faults. */
    synchronized void clear() {
        all.clear();
        sent.clear();
    }

    /** All faults, or the unused ones. */
    synchronized Json list(final boolean unusedOnly) {
        final Json json = new Json().object().list("faults");
        all.stream().filter(fault -> !unusedOnly || fault.isUnused()).forEach(fault -> fault.write(json));
        return json.endList().end();
    }

    /**
     * The fault that a message meets; null for none. Each fault counts its matches, even if another one is carried out.
     */
    synchronized @Nullable Fault meet(final Meeting meeting, final Set<FaultKind> kinds) {
        Fault met = null;
        for (final Fault fault : all) {
            if (fault.meets(meeting, kinds) && met == null) {
                met = fault;
            }
        }
        if (met != null) {
            met.fire();
        }
        return met;
    }

    /** Whether there are no faults. */
    synchronized boolean areNone() {
        return all.isEmpty();
    }

    @Override
    public void close() {
        later.shutdownNow();
    }
}
