package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.OrderBookType;
import io.daybook.host.Proves;
import io.daybook.perf.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One journal gives the same results and states in every topology and with every kind of book, on every installed Java.
 * A normal build runs each topology with only one kind of book; {@code TopologyTest} compares the others on this Java.
 */
@Proves(
        value = "one journal gives one state on every Java, in every topology and with every kind of book",
        normal = "20,000 commands, 4 variants",
        large = "1,000,000, 12 variants")
@Tag("whole")
@Tag("alone")
class DeterminismTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int COMMANDS = LONG ? 1_000_000 : 20_000;
    private static final int EVERY = 5_000;
    private static final List<String> TOPOLOGIES = List.of("inline", "fused", "1", "3");

    @TempDir
    private Path folder;

    @Test
    void shouldComputeTheSameOnEveryTopologyBookAndJava() throws Exception {
        final List<String> all =
                ScenarioText.of(Workload.EXCHANGE.builder().commands(COMMANDS).generate());
        final Path input = Files.write(folder.resolve("commands.jsonl"), all.subList(0, COMMANDS));
        final Path journal = folder.resolve("journal");
        final DaybookProcess.Ended written = DaybookProcess.run(input, "exec", "--journal", journal.toString(), "-");
        assertEquals(0, written.status(), written.err());

        final List<HashesOfJournal.Kind> kinds = new ArrayList<>();
        for (int i = 0; i < TOPOLOGIES.size(); i++) {
            for (final OrderBookType book : OrderBookType.values()) {
                if (LONG || book.ordinal() == i % OrderBookType.values().length) {
                    kinds.add(new HashesOfJournal.Kind(TOPOLOGIES.get(i), book));
                }
            }
        }
        List<String> first = List.of();
        int combinations = 0;
        final List<InstalledJava> javas = InstalledJava.all();
        for (final InstalledJava java : javas) {
            final List<List<String>> ofKinds = HashesOfJournal.run(java, folder, journal, EVERY, kinds);
            for (int i = 0; i < kinds.size(); i++) {
                final List<String> hashes = ofKinds.get(i);
                assertEquals(COMMANDS / EVERY + 2, hashes.size(), hashes::toString);
                if (combinations++ == 0) {
                    first = hashes;
                }
                assertEquals(first, hashes, java.home() + " " + kinds.get(i));
            }
        }
        if (javas.size() == 1) {
            System.out.println("determinism: no other Java is installed next to "
                    + javas.get(0).home() + ": the agreement of Javas was not tested");
        }
        System.out.println("determinism: " + combinations + " combinations on " + javas.size() + " Javas, "
                + (first.size() - 1) + " hashes each over " + COMMANDS + " commands");
    }
}
