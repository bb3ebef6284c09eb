package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.ChildJvm;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every shell block of the documents as it stands, one after the other in one folder. The command {@code daybook}
 * is that of this build. The command {@code mvn} does nothing, because Maven runs this test; but the modules, tests and
 * profiles that its commands name must exist.
 */
@Proves(
        value = "every shell block of the documents runs as it stands",
        normal = "README and server.md",
        large = "all documents")
@Tag("whole")
class GuideCommandsTest {
    private static final boolean IS_LONG = Boolean.getBoolean("daybook.long");
    private static final long TIME_OUT_S = 120;
    private static final Pattern MAVEN_COMMAND = Pattern.compile("`mvn ([^`]+)`");
    private static final Set<String> GOALS = Set.of("verify", "test", "package", "install", "spotless:apply");

    /** The first pages that a newcomer follows; the other guides take two minutes more. */
    private static final Set<String> IN_EVERY_BUILD = Set.of("README.md", "server.md");

    /** The texts that the blocks of a document must show, in addition to exit status 0. */
    private static final Map<String, List<String>> SHOWN = Map.of(
            "README.md",
            List.of(
                    "The hashes are equal.",
                    "\"remaining\":4,\"events\":[{\"event\":\"TRADE\"",
                    "\"price\":15250,\"size\":8",
                    "\"takerFee\":24,\"makerFee\":8",
                    "\"orderId\":10000037,\"remaining\":200"),
            "cluster.md",
            List.of("none lost, none done twice.", "All three nodes have the same chain."),
            "order-entry.md",
            List.of(
                    "order 299067162755073: 500 lots rest",
                    "order 316659348799489: traded 300 lots at 5732000",
                    "order 299067162755073: traded 300 lots at 5732000, 200 left"),
            "fix.md",
            List.of(
                    "order A1: 0.00500 at 57320.00",
                    "order B1: traded 0.00300 at 57320.00, 0.00000 left",
                    "order A1: traded 0.00300 at 57320.00, 0.00200 left"),
            "market-data.md",
            List.of(
                    "feed of 1 channel: line A 127.0.0.1:15000, snapshots 127.0.0.1:17000, requests 127.0.0.1:18000",
                    "symbol 1: the book matches the exchange's",
                    "symbol 1: bid none, ask 500 at 5732000",
                    "symbol 1: traded 300 at 5732000"),
            "trading.md",
            List.of(
                    "user 301, Mine: ",
                    " requests, 0 trades, profit 0 (lowest 0)", // the number of requests depends on timing
                    "refused by the gate: {SIZE=0, POSITION=0"),
            "server.md",
            List.of(
                    "server.toml: 1 listing",
                    "\"state\":\"filled\",\"filled\":\"0.05000\"",
                    "\"asks\":[[\"60000.00\",\"0.05000\"]]",
                    "{\"account\":\"A-301\""),
            "operations.md",
            List.of(
                    "\"cmd\":\"snapshot\",\"result\":\"SUCCESS\"",
                    "  sound\n",
                    ", and its restored state has the same hash",
                    "\nbalanced\n",
                    "recovered from: the snapshot at seq 1, 0 commands replayed from 1 segment",
                    "{\"lastSeq\":1,\"snapshotSeq\":1,",
                    "sound: 1 commands, seqs 1 to 1",
                    "{\"exchangeId\":"));

    @TempDir
    private Path folder;

    private void prepare() throws IOException {
        ChildJvm.awaitArchive(Rehearsal.class);
        final String daybook = DaybookProcess.builder().command().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        // A demonstration of one second shows the same as one of five. The launcher's flag for the cluster is passed
        // in the environment.
        script(
                "daybook",
                "case $1 in\ndemo) set -- \"$@\" --seconds 1 ;;\ncluster) export "
                        + "JDK_JAVA_OPTIONS=--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED ;;\nesac\nexec "
                        + daybook + " \"$@\"");
        script("mvn", "exit 0");
        // The class path of this test takes the place of the distribution's jars.
        script("java", "shift 2\nexec " + java() + " \"$@\"");
        script(
                "javac",
                "shift 2\nexec '" + Path.of(System.getProperty("java.home"), "bin", "javac") + "' -cp '"
                        + System.getProperty("java.class.path") + "' \"$@\"");
        final Path orderEntry = Files.createDirectories(folder.resolve("examples/order-entry"));
        for (final String file : List.of("daybook.toml", "users.jsonl", "Trade.java")) {
            Files.copy(Documents.ROOT.resolve("examples/order-entry").resolve(file), orderEntry.resolve(file));
        }
        final Path fix = Files.createDirectories(folder.resolve("examples/fix"));
        for (final String file : List.of("daybook.toml", "users.jsonl", "client.cfg", "FixTrade.java", "trade.py")) {
            Files.copy(Documents.ROOT.resolve("examples/fix").resolve(file), fix.resolve(file));
        }
        final Path feed = Files.createDirectories(folder.resolve("examples/feed"));
        for (final String file : List.of("daybook.toml", "Follow.java")) {
            Files.copy(Documents.ROOT.resolve("examples/feed").resolve(file), feed.resolve(file));
        }
        final Path sample = Files.createDirectories(folder.resolve("examples/lobster"));
        for (final String file : List.of("messages.csv", "orderbook.csv")) {
            Files.copy(Documents.ROOT.resolve("examples/lobster").resolve(file), sample.resolve(file));
        }
    }

    @AfterEach
    void awaitTheVenues() throws Exception {
        awaitEnd(folder.resolve("gateway.pid"));
        awaitEnd(folder.resolve("serve.pid"));
    }

    private static void awaitEnd(final Path pid) throws Exception {
        if (Files.exists(pid)) {
            final var gateway =
                    ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
            if (gateway.isPresent()) {
                gateway.get().destroy();
                gateway.get().onExit().get(TIME_OUT_S, TimeUnit.SECONDS);
            }
        }
    }

    /** The command that starts Java with the class path of this test, without the name of a class. */
    private static String java() {
        final List<String> command = DaybookProcess.builder().command();
        return command.subList(0, command.size() - 1).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    private void script(final String name, final String body) throws IOException {
        final Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    @Test
    void shouldRunEveryShellBlockAndShowWhatTheDocumentsSay() throws IOException, InterruptedException {
        prepare();
        final List<String> ran = new ArrayList<>();
        for (final Path document : Documents.all()) {
            if (!IS_LONG && !IN_EVERY_BUILD.contains(document.getFileName().toString())) {
                continue;
            }
            final StringBuilder said = new StringBuilder();
            final long startNs = System.nanoTime();
            for (final String block : Documents.blocks(document, "sh")) {
                said.append(run(document, block));
                ran.add(document.getFileName() + "\n" + block);
            }
            System.out.printf(
                    "%s: %,d ms%n", document.getFileName(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
            for (final String part : SHOWN.getOrDefault(document.getFileName().toString(), List.of())) {
                assertTrue(said.indexOf(part) >= 0, () -> document + " should show " + part + " in:\n" + said);
            }
        }
        assertTrue(ran.size() >= (IS_LONG ? 20 : 6), () -> "blocks: " + ran);
    }

    private String run(final Path document, final String block) throws IOException, InterruptedException {
        final Path out = folder.resolve("out.txt");
        final ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-u", "-o", "pipefail", "-c", block)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        final Process process = builder.start();
        if (!process.waitFor(TIME_OUT_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(document + ", did not end: " + block);
        }
        final String said = Files.readString(out);
        assertEquals(0, process.exitValue(), () -> document + ": " + block + said);
        assertFalse(said.contains("\"error\""), () -> document + ": " + block + said);
        return said;
    }

    @Test
    void shouldNameTestsModulesAndProfilesToMavenThatAreThere() throws IOException {
        final StringBuilder poms = new StringBuilder(Files.readString(Documents.ROOT.resolve("pom.xml")));
        poms.append(Files.readString(Documents.ROOT.resolve("cli/pom.xml"))); // has the profile of the runtime image
        final String pom = poms.toString();
        final Map<String, Path> tests = Documents.testClasses().stream()
                .collect(Collectors.toMap(Documents::nameOf, file -> file, (one, other) -> one));
        final List<String> wrong = new ArrayList<>();
        int commands = 0;
        for (final Path document : Documents.all()) {
            final List<String> lines = MAVEN_COMMAND
                    .matcher(Files.readString(document))
                    .results()
                    .map(command -> command.group(1))
                    .collect(Collectors.toCollection(ArrayList::new));
            for (final String block : Documents.blocks(document, "sh")) {
                block.lines()
                        .filter(line -> line.startsWith("mvn "))
                        .map(line -> line.substring("mvn ".length()).replaceFirst("\\s+#.*", ""))
                        .forEach(lines::add);
            }
            for (final String line : lines) {
                commands++;
                final List<String> words = Arrays.stream(line.split("\\s+"))
                        .map(word -> word.replace("'", ""))
                        .toList();
                for (int i = 0; i < words.size(); i++) {
                    if (!isThere(words.get(i), i == 0 ? "" : words.get(i - 1), pom, tests)) {
                        wrong.add(document.getFileName() + ": mvn " + line + ": " + words.get(i));
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(commands >= 10, "commands: " + commands);
    }

    private static boolean isThere(
            final String word, final String before, final String pom, final Map<String, Path> tests)
            throws IOException {
        if (before.equals("-pl")) {
            return Arrays.stream(word.split(",")).allMatch(module -> pom.contains("<module>" + module + "</module>"));
        }
        if (word.startsWith("-Dtest=")) {
            final String[] parts = word.substring("-Dtest=".length()).split("#");
            for (final Map.Entry<String, Path> test : tests.entrySet()) {
                if (test.getKey().matches(parts[0].replace("*", ".*"))
                        && (parts.length == 1 || hasAll(Files.readString(test.getValue()), parts[1]))) {
                    return true;
                }
            }
            return false;
        }
        if (word.startsWith("-P")) {
            return pom.contains("<id>" + word.substring(2) + "</id>");
        }
        return word.startsWith("-") || GOALS.contains(word);
    }

    /** Whether a class has a method for each pattern; patterns are written as for Surefire, {@code one*+other}. */
    private static boolean hasAll(final String source, final String methods) {
        return Arrays.stream(methods.split("\\+"))
                .allMatch(method -> Pattern.compile(" " + method.replace("*", "\\w*") + "\\(")
                        .matcher(source)
                        .find());
    }
}
