package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.perf.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One journal through every topology and book, on every Java that lies beside the one that runs this: one outcome. */
@Tag("whole")
@Tag("alone")
class DeterminismTest {
    private static final int COMMANDS = Boolean.getBoolean("daybook.long") ? 1_000_000 : 60_000;
    private static final int EVERY = 10_000;
    private static final List<String> TOPOLOGIES = List.of("inline", "fused", "1", "3");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final int OLDEST_JAVA = 17;

    @TempDir
    private Path folder;

    @Test
    void shouldComputeTheSameOnEveryTopologyBookAndJava() throws Exception {
        final List<String> all = ScenarioText.of(Workload.EXCHANGE.builder().generate());
        final Path input = Files.write(folder.resolve("commands.jsonl"), all.subList(0, COMMANDS));
        final Path journal = folder.resolve("journal");
        final DaybookProcess.Ended written =
                DaybookProcess.run(folder, input, "exec", "--journal", journal.toString(), "-");
        assertEquals(0, written.status(), written.err());

        List<String> first = List.of();
        int combinations = 0;
        final List<Path> homes = javaHomes();
        for (final Path home : homes) {
            for (final String topology : TOPOLOGIES) {
                for (final OrderBookType book : OrderBookType.values()) {
                    final List<String> hashes = hashes(home, journal, topology, book);
                    assertEquals(COMMANDS / EVERY + 2, hashes.size(), hashes::toString);
                    if (combinations++ == 0) {
                        first = hashes;
                    }
                    assertEquals(first, hashes, home + " " + topology + " " + book);
                }
            }
        }
        if (homes.size() == 1) {
            System.out.println("determinism: no other Java is installed beside " + homes.get(0)
                    + ": that Javas agree was not tried");
        }
        System.out.println("determinism: " + combinations + " combinations on " + homes.size() + " Javas, "
                + (first.size() - 1) + " hashes each over " + COMMANDS + " commands");
    }

    private List<String> hashes(final Path home, final Path journal, final String topology, final OrderBookType book)
            throws Exception {
        final Path out = Files.createTempFile(folder, "hashes", ".txt");
        final List<String> command = new ArrayList<>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.add("-XX:+UseSerialGC");
        if (version(home) >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HashesOfJournal.class.getName()));
        command.addAll(List.of(journal.toString(), topology, book.name(), String.valueOf(EVERY)));
        final Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(process.waitFor(10, TimeUnit.MINUTES), command::toString);
        assertEquals(0, process.exitValue(), command::toString);
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }

    /** The Java that runs this, and one of each other version that is installed beside it. */
    private static List<Path> javaHomes() throws IOException {
        final Path own = Path.of(System.getProperty("java.home"));
        final List<Path> homes = new ArrayList<>(List.of(own));
        final List<Integer> versions = new ArrayList<>(List.of(Runtime.version().feature()));
        try (Stream<Path> siblings = Files.list(own.toAbsolutePath().getParent())) {
            for (final Path home : siblings.sorted().toList()) {
                final int version = Files.isExecutable(home.resolve("bin/java")) ? version(home) : 0;
                if (version >= OLDEST_JAVA && !versions.contains(version)) {
                    versions.add(version);
                    homes.add(home);
                }
            }
        }
        return homes;
    }

    private static int version(final Path home) throws IOException {
        final Path release = home.resolve("release");
        final Matcher matcher = VERSION.matcher(Files.exists(release) ? Files.readString(release) : "");
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
