package io.daybook.testvenue;

import io.daybook.server.http.Body;
import io.daybook.server.http.Json;
import io.daybook.server.http.Problem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The faults of a life, in the order in which they were sent: the first that is met counts. Any thread. */
final class Faults implements AutoCloseable {
    private static final int MOST = 1_000;

    private final long seed;
    private final Path folder;
    private final List<Fault> all = new ArrayList<>();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(Faults::thread);
    private volatile LongSupplier seq = () -> 0;
    private int count;

    /** None yet. */
    Faults(final long seed, final Path folder) {
        this.seed = seed;
        this.folder = folder;
    }

    private static Thread thread(final Runnable work) {
        final Thread thread = new Thread(work, "daybook-testvenue-faults");
        thread.setDaemon(true);
        return thread;
    }

    /** The exchange runs. */
    void seq(final LongSupplier delivered) {
        seq = delivered;
    }

    /** Ends the process for a fault that says so. */
    void kill(final Fault fault) {
        Kill.now(folder, Duration.parse(fault.says("restartAfter")));
    }

    /** Carries out what is delayed, by the clock of the machine. */
    ScheduledExecutorService later() {
        return later;
    }

    long seq() {
        return seq.getAsLong();
    }

    /** Adds all of a list, or none. */
    synchronized Json add(final List<Body> bodies, final Fault.Known known) {
        if (all.size() + bodies.size() > MOST) {
            throw Problem.badForm("/faults", "there may be " + MOST + " faults; DELETE /faults takes all away");
        }
        final List<Fault> read = new ArrayList<>();
        for (final Body body : bodies) {
            read.add(new Fault(count + read.size() + 1, seed, body, known));
        }
        count += read.size();
        all.addAll(read);
        return list(false);
    }

    /** Takes all away. */
    synchronized void clear() {
        all.clear();
    }

    /** All faults, or those that nothing met. */
    synchronized Json list(final boolean unusedOnly) {
        final Json json = new Json().object().list("faults");
        all.stream().filter(fault -> !unusedOnly || fault.isUnused()).forEach(fault -> fault.write(json));
        return json.endList().end();
    }

    /** The fault that something meets; null for none. Each fault counts what matches it, whichever is carried out. */
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

    /** Whether there is any fault at all. */
    synchronized boolean areNone() {
        return all.isEmpty();
    }

    @Override
    public void close() {
        later.shutdownNow();
    }
}
