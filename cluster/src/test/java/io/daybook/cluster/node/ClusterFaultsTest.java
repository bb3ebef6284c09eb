package io.daybook.cluster.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.cluster.config.Answers;
import io.daybook.cluster.node.FaultRun.Fault;
import io.daybook.host.OnlyLong;
import io.daybook.host.Proves;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of processes, networks, clocks and disks while clients trade: every answered command is in the log, once, in
 * its order, and all nodes agree. By default there are five faults, of kinds that other tests lack: clocks stay set
 * back while a client connects, the leader changes and nodes catch up. {@code -Ddaybook.faults=500} draws this many
 * faults, 25 per cluster, the n-th of them from {@code -Ddaybook.seed} + n; {@code -Ddaybook.fault=KILL_LEADER} takes
 * that fault each time.
 */
@Proves(
        value = "three processes keep their promises whatever fails: packets, disks, clocks, kills",
        normal = "5 faults, one history",
        large = "500 faults, 502 histories")
@Tag("whole")
class ClusterFaultsTest {
    private static final int FAULTS =
            Integer.getInteger("daybook.faults", Boolean.getBoolean("daybook.long") ? 500 : 0);
    private static final int HISTORIES =
            Integer.getInteger("daybook.histories", Boolean.getBoolean("daybook.long") ? 500 : 8);

    /** With {@link Answers#COMMITTED} the guard is off: then answers are lost. */
    private static final Answers ANSWERS = Answers.valueOf(System.getProperty("daybook.answers", "CARRIED_OUT"));

    private static final List<Fault> BY_ITSELF =
            List.of(Fault.CLOCKS_BACK, Fault.SLOW_CLIENT, Fault.PARTITION_LEADER, Fault.DISK_FULL, Fault.LOSS);
    private static final int OF_A_CLUSTER = 25;

    @TempDir
    private Path dir;

    @Test
    void shouldKeepEveryPromiseWhateverHappens() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        if (FAULTS == 0) {
            run(dir, seed, BY_ITSELF.size());
        }
        for (int i = 0; i < FAULTS; i += OF_A_CLUSTER) {
            final int number = i / OF_A_CLUSTER;
            final Path own = Files.createDirectory(dir.resolve("cluster" + number));
            final int faults = Math.min(OF_A_CLUSTER, FAULTS - i);
            run(own, seed + number, faults);
            ClusterProcesses.delete(own);
            System.out.printf("%d faults, seed %d: nothing violated%n", faults, seed + number);
        }
    }

    /**
     * The first leader returns, with a tail that no other node has, to a second leader that is alone. Aeron counts that
     * tail for the second leader's majority.
     */
    @Test
    void shouldKeepWhatIsAnsweredWhenAnOldLeaderReturnsToANewOne() throws Exception {
        try (HistoryRun run = new HistoryRun(dir, 1, ANSWERS)) {
            run.returningLeader();
            assertEquals(List.of(), run.check());
        }
    }

    /**
     * Two of three nodes run, and the one with the older log votes for the other: without a remedy they never answer.
     */
    @OnlyLong
    @Test
    void shouldEndAnElectionWhoseLeaderHasCountedAnOldTail() throws Exception {
        try (HistoryRun run = new HistoryRun(dir, 1, ANSWERS)) {
            run.countedTail();
            assertEquals(List.of(), run.check());
        }
    }

    @OnlyLong
    @Test
    void shouldKeepWhatIsAnsweredInAnyHistoryOfKills() throws Exception {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        for (int i = 0; i < HISTORIES; i += OF_A_CLUSTER) {
            final Path own = Files.createDirectory(dir.resolve("histories" + i));
            try (HistoryRun run = new HistoryRun(own, seed + i, ANSWERS)) {
                final int count = Math.min(OF_A_CLUSTER, HISTORIES - i);
                for (int drawn = 0; drawn < count; drawn++) {
                    run.draw();
                }
                assertEquals(List.of(), run.check());
                System.out.printf(
                        "%d histories, seed %d: nothing lost; in %d the second leader answered with the first back%n",
                        count, seed + i, run.answeredByReturn());
            } catch (Exception | Error e) {
                throw new AssertionError("-Ddaybook.seed=" + (seed + i), e);
            }
            ClusterProcesses.delete(own);
        }
    }

    private static void run(final Path dir, final long seed, final int faults) throws Exception {
        final String only = System.getProperty("daybook.fault");
        final List<String> happened = new ArrayList<>();
        try (FaultRun run = new FaultRun(dir, seed)) {
            for (int i = 0; i < faults; i++) {
                final Fault fault = FAULTS == 0 ? BY_ITSELF.get(i) : only == null ? run.draw() : Fault.valueOf(only);
                final long start = System.nanoTime();
                happened.add(fault.name());
                run.run(fault);
                if (FAULTS > 0) {
                    System.out.printf(
                            "%d %s %,d ms, %d answered, term %d%n",
                            i + 1, fault, (System.nanoTime() - start) / 1_000_000, run.answered(), run.term());
                }
            }
            assertEquals(List.of(), run.check(), () -> "seed=" + seed + ", " + happened);
        } catch (Exception | Error e) {
            throw new AssertionError("seed=" + seed + ", after " + happened, e);
        }
    }
}
