package io.daybook.cli.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.NoSpaceException;
import io.daybook.api.SnapshotConfig;
import io.daybook.api.Topology;
import io.daybook.cli.CommandRun;
import io.daybook.cli.Daybook;
import io.daybook.cli.StoppingEngine;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.core.DaybookExchange;
import io.daybook.scenario.ScenarioRun;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ExecCommandTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("daybook.root"), "integration-tests", "src", "test", "resources", "examples");
    private static final Pattern HASH = Pattern.compile(",\"hash\":\"[0-9a-f]{16}\"");
    private static final String NOP = "{\"cmd\":\"nop\"}\n";
    private static final String NOP_RESULT = "{\"seq\":%d,\"cmd\":\"nop\",\"result\":\"SUCCESS\"}";

    /** Each line is forced to the disk, which may be slow. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private static CommandRun exec(final String input, final String... options) {
        return CommandRun.withInput(
                input, Stream.concat(Stream.of("exec"), Stream.of(options)).toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "spot,fused",
        "fees,inline",
        "futures,fused",
        "mixed,inline",
        "deep,fused",
        "hostile,inline",
        "deep,'inline --book radix'",
        "mixed,'fused --book radix,1=avl,2=ladder'",
        "spot,'fused --book 1=avl'",
    })
    void shouldAnswerTheWorkedExamplesOfTheContractByteForByte(final String name, final String options)
            throws IOException {
        final String input = EXAMPLES.resolve(name + ".jsonl").toString();
        final CommandRun run = CommandRun.of(("exec --topology " + options + " " + input).split(" "));
        final String expected = Files.readString(EXAMPLES.resolve(name + ".expected.jsonl"));
        assertEquals(expected, HASH.matcher(run.out()).replaceAll(""), "in " + name);
        assertEquals("", run.err());
        assertEquals(expected.contains("\"error\"") ? 1 : 0, run.status());
    }

    @Test
    void shouldReportBadLinesInTheirPlaceAndGoOn() {
        final CommandRun run = exec("# comment\n" + NOP + "\n{\"cmd\":\"jump\"}\nnonsense\n" + NOP);
        assertEquals(1, run.status());
        assertEquals(4, run.lines().size());
        assertEquals(NOP_RESULT.formatted(1), run.lines().get(0));
        assertTrue(run.lines().get(1).startsWith("{\"line\":4,\"error\":\"key \\\"cmd\\\""), run.out());
        assertTrue(run.lines().get(2).startsWith("{\"line\":5,\"error\":\"not valid JSON"), run.out());
        assertEquals(NOP_RESULT.formatted(2), run.lines().get(3));
        assertTrue(run.err().contains("2 bad lines"), run.err());
    }

    @Test
    void shouldStopAtTheFirstBadLineWhenStrict() {
        final CommandRun run = exec(NOP + "{}\n" + NOP, "--strict");
        assertEquals(1, run.status());
        assertEquals(2, run.lines().size());
        assertTrue(run.lastLine().startsWith("{\"line\":2,"), run.out());
    }

    @Test
    void shouldRefuseCommandsThatAreTooLargeToEncode() {
        final String accounts = IntStream.rangeClosed(1, 100_000)
                .mapToObj(uid -> "\"" + uid * 1_000_003L + "\":{\"20\":9007199254740992}")
                .collect(Collectors.joining(",", "{\"cmd\":\"add_accounts\",\"accounts\":{", "}}\n"));
        final CommandRun run = exec(accounts + NOP);
        assertEquals(1, run.status());
        assertTrue(run.lines().get(0).startsWith("{\"line\":1,\"error\":"), run.out());
        assertTrue(run.lines().get(0).contains("262144"), run.out());
        assertEquals(NOP_RESULT.formatted(1), run.lines().get(1));
    }

    @Test
    void shouldEchoCookiesOfQueriesAndLeaveTheRestOfRefusedOnesOut() {
        final CommandRun run = exec("""
                {"cmd":"nop","cookie":5}
                {"cmd":"book","symbol":7,"cookie":6}
                {"cmd":"user_report","uid":7,"cookie":7}
                {"cmd":"totals_report","cookie":8}
                {"cmd":"snapshot"}
                {"cmd":"reset"}
                """);
        assertEquals("""
                {"seq":1,"cmd":"nop","result":"SUCCESS","cookie":5}
                {"seq":1,"cmd":"book","result":"INVALID_SYMBOL","cookie":6}
                {"seq":1,"cmd":"user_report","result":"USER_MGMT_USER_NOT_FOUND","cookie":7}
                {"seq":1,"cmd":"totals_report","result":"SUCCESS","cookie":8,"currencies":[],"symbols":[]}
                {"seq":2,"cmd":"snapshot","result":"SUCCESS"}
                {"seq":3,"cmd":"reset","result":"SUCCESS"}
                """, run.out());
    }

    @Test
    void shouldRefuseFuturesWithoutMarginTrading() {
        final CommandRun run = exec("""
                {"cmd":"add_symbol","symbol":2,"type":"FUTURES_CONTRACT","base":11,"quote":20,"lotSize":1,"tickValue":5}
                {"cmd":"add_user","uid":1}
                {"cmd":"place","uid":1,"symbol":2,"orderId":1,"side":"BID","type":"GTC","price":1,"size":1}
                """, "--no-margin");
        assertTrue(run.lastLine().contains("\"RISK_MARGIN_TRADING_DISABLED\""), run.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"force", "write"})
    void shouldGoOnWhereItsJournalEnded(final String ack) {
        final String journal = folder.resolve("journal").toString();
        final String[] options = {"--journal", journal, "--ack", ack, "--compression", "none"};
        assertEquals(NOP_RESULT.formatted(2), exec(NOP + NOP, options).lastLine());
        final CommandRun second = exec("{\"cmd\":\"reset\"}\n{\"cmd\":\"state_hash\"}\n", options);
        assertEquals(
                "{\"seq\":3,\"cmd\":\"reset\",\"result\":\"RESET_NOT_ALLOWED\"}",
                second.lines().get(0));
        assertTrue(second.lastLine().startsWith("{\"seq\":3,\"cmd\":\"state_hash\""), second.out());
    }

    @Test
    void shouldAnswerEachLineBeforeTheNextIsSent() throws IOException {
        final Piped exec =
                Piped.start("exec", "--journal", folder.resolve("journal").toString());
        assertTimeoutPreemptively(PATIENCE, () -> {
            for (int seq = 1; seq <= 100; seq++) {
                // The start of the next line must not delay the answer to this line.
                exec.send(NOP + "{\"cmd\":");
                assertEquals(NOP_RESULT.formatted(2 * seq - 1), exec.results().readLine());
                exec.send("\"nop\"}\n");
                assertEquals(NOP_RESULT.formatted(2 * seq), exec.results().readLine());
            }
            exec.in().close();
            assertEquals(0, exec.status().join());
        });
    }

    @Test
    void shouldKeepTheOrderOfManyLinesUnderWay() {
        final int lines = 2 * ScenarioRun.MAX_IN_FLIGHT;
        final StringBuilder input = new StringBuilder();
        for (int i = 1; i <= lines; i++) {
            input.append(i % 1000 == 0 ? "bad\n" : "{\"cmd\":\"nop\",\"cookie\":" + i + "}\n");
        }
        final List<String> results = exec(input.toString()).lines();
        assertEquals(lines, results.size());
        for (int i = 1; i <= lines; i++) {
            final String part = i % 1000 == 0 ? "{\"line\":" + i + "," : "\"cookie\":" + i + "}";
            assertTrue(results.get(i - 1).contains(part), () -> part);
        }
    }

    @Test
    void shouldGiveResultsTheirTimesWhereAsked() {
        final String line = "{\"cmd\":\"nop\",\"cookie\":7,\"timestamp\":34200000000001}\n";
        assertEquals(
                "{\"seq\":1,\"cmd\":\"nop\",\"result\":\"SUCCESS\",\"cookie\":7,\"timestamp\":34200000000001}",
                CommandRun.withInput(line, "exec", "--times").lastLine());
        assertEquals(
                "{\"seq\":1,\"cmd\":\"nop\",\"result\":\"SUCCESS\",\"cookie\":7}",
                CommandRun.withInput(line, "exec").lastLine());
    }

    @Test
    void shouldSayWhichLinesHaveAnUnknownOutcomeWhenTheExchangeEnds() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Exchange closed = DaybookExchange.start(
                ExchangeConfig.builder().topology(Topology.INLINE).build());
        closed.close();
        final ScenarioRun.Outcome outcome = new ScenarioRun(
                        closed,
                        new ByteArrayInputStream(("\nbad\n" + NOP + NOP).getBytes(StandardCharsets.UTF_8)),
                        out,
                        false,
                        lines -> {})
                .run();
        assertTrue(outcome.failure() != null);
        assertEquals(1, outcome.unanswered());
        assertEquals(3, outcome.firstUnanswered());
        assertEquals(1, out.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void shouldSayThatTheDiskFailedAtTheLastForce(@TempDir final Path folder) {
        final CommandRun run = StoppingEngine.runOnBrokenDisk(
                NOP,
                "exec",
                "--topology",
                "inline",
                "--ack",
                "write",
                "--journal",
                folder.resolve("exchange").toString());
        assertEquals(3, run.status(), run.err());
        assertEquals(1, run.lines().size(), run.out());
        assertTrue(run.err().contains("daybook: the exchange stopped while it closed: "), run.err());
        assertTrue(run.err().contains("Input/output error"), run.err());
    }

    @Test
    void shouldSayThatTheDiskFailedWhereARestoreCloses() {
        final String journal = folder.resolve("exchange").toString();
        assertEquals(0, exec(NOP, "--journal", journal).status());
        final CommandRun run = StoppingEngine.runOnBrokenDisk("", "restore", journal);
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("daybook: the exchange stopped while it closed: "), run.err());
    }

    @Test
    void shouldAnswerTheRestWhereAQueryFindsNoRoom() {
        final CommandRun run = StoppingEngine.runWithoutQueries(
                NOP + "{\"cmd\":\"state_hash\"}\n" + NOP, "exec", "--topology", "inline");
        assertEquals(1, run.status(), run.err());
        assertEquals(3, run.lines().size(), run.out());
        assertTrue(run.lines().get(1).contains("the ring was full"), run.out());
        assertEquals(String.format(NOP_RESULT, 2), run.lines().get(2));
    }

    @Test
    void shouldSayThatAFolderAllowsResets() {
        final Path journal = folder.resolve("exchange");
        DaybookExchange.builder().journal(journal).resetAllowed(true).start().close();
        final CommandRun run = exec(NOP, "--journal", journal.toString());
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("a reset is allowed there"), run.err());
    }

    @Test
    void shouldSayFromWhichLineOnNothingWasAcceptedWhereTheDiskIsFull() {
        final String journal = folder.resolve("journal").toString();
        final CommandRun run = StoppingEngine.run(
                3,
                new NoSpaceException("the disk has no room"),
                NOP + "\n" + NOP + NOP + NOP,
                "exec",
                "--journal",
                journal);
        assertEquals(3, run.status());
        assertEquals(2, run.lines().size(), run.out());
        assertEquals(
                List.of(
                        "daybook: a new exchange in " + journal,
                        "daybook: nothing was accepted from line 4 on: the disk has no room",
                        "Answered commands are in the journal; see: daybook restore " + journal
                                + ". Make room, then send that line and the following ones."),
                run.err().lines().toList());
        assertEquals("seq: 2", CommandRun.of("restore", journal).lines().get(0));
    }

    @Test
    void shouldSayInOneLineWhatIsWrongWithFiles() {
        final CommandRun missing =
                CommandRun.of("exec", folder.resolve("none.jsonl").toString());
        assertEquals(2, missing.status());
        assertTrue(missing.err().contains("none.jsonl: there is no such file"), missing.err());
        final CommandRun directory = CommandRun.of("exec", folder.toString());
        assertEquals(2, directory.status());
        assertTrue(directory.err().contains("is a folder"), directory.err());
        final CommandRun impossible = CommandRun.of("exec", "a\0b");
        assertEquals(2, impossible.status());
        assertTrue(impossible.err().startsWith("daybook: FILE must be the name of a file: "), impossible.err());
        assertEquals(1, impossible.err().lines().count());
        assertEquals(1, missing.err().lines().count());
        assertEquals(1, directory.err().lines().count());
    }

    @Test
    void shouldRefuseAJournalThatIsInUseOrOfOtherSettings() {
        final Path journal = folder.resolve("journal");
        try (Exchange owner = DaybookExchange.start(ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .journal(journal)
                .build())) {
            assertEquals(0, owner.recovery().lastSeq());
            final CommandRun locked = exec(NOP, "--journal", journal.toString());
            assertEquals(3, locked.status());
            assertTrue(locked.err().contains("LOCKED"), locked.err());
            assertEquals("", locked.out());
        }
        final CommandRun other = exec(NOP, "--journal", journal.toString(), "--no-margin");
        assertEquals(3, other.status());
        assertTrue(other.err().contains("margin trading is on there"), other.err());
        assertEquals(1, other.err().lines().count());
    }

    private List<Long> snapshots(final Path journal) {
        final CommandRun list = CommandRun.of("snapshot", "list", journal.toString());
        return list.lines().stream()
                .filter(line -> line.endsWith("sound"))
                .map(line -> Long.parseLong(line.strip().split(" ")[0]))
                .toList();
    }

    @Test
    void shouldTakeSnapshotsByItselfAndKeepTheNewest() {
        final Path journal = folder.resolve("journal");
        final String[] options = {
            "--journal", journal.toString(), "--topology", "inline", "--snapshot-every-commands", "10"
        };
        // A snapshot is a command too: 30 other commands take 33 seqs.
        assertEquals(NOP_RESULT.formatted(32), exec(NOP.repeat(30), options).lastLine());
        assertEquals(List.of(11L, 22L, 33L), snapshots(journal));
        exec(NOP.repeat(10), options);
        assertEquals(List.of(22L, 33L, 44L), snapshots(journal));
        exec(NOP.repeat(10), with(options, "--snapshot-keep", "1"));
        assertEquals(List.of(55L), snapshots(journal));
        exec(NOP.repeat(40), with(options, "--snapshot-retain-all"));
        assertEquals(List.of(55L, 66L, 77L, 88L, 99L), snapshots(journal));
        assertEquals(
                "recovered from: the snapshot at seq 99, 0 commands replayed from 1 segment",
                CommandRun.of("restore", journal.toString()).lines().get(1));
    }

    @Test
    void shouldTakeASnapshotByItselfOnThreadsOfItsOwn() throws IOException {
        final Path journal = folder.resolve("journal");
        final Piped exec = Piped.start("exec", "--journal", journal.toString(), "--snapshot-every-commands", "10");
        assertTimeoutPreemptively(PATIENCE, () -> {
            final List<String> answers = new ArrayList<>();
            do {
                exec.send(NOP);
                answers.add(exec.results().readLine());
            } while (snapshots(journal).isEmpty());
            exec.in().close();
            assertEquals(0, exec.status().join());
            final long first = snapshots(journal).get(0);
            assertTrue(first > 10, () -> "a snapshot at " + first);
            assertFalse(answers.contains(NOP_RESULT.formatted(first)), () -> "a snapshot has its own seq: " + first);
            assertEquals(NOP_RESULT.formatted(first - 1), answers.get((int) first - 2));
        });
    }

    @Test
    void shouldConfigureWhatItIsTold() {
        final List<ExchangeConfig> asked = new ArrayList<>();
        final Console console = new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), System.err);
        final Engine engine = (storage, config, listeners) -> {
            asked.add(config);
            throw new CommandFailure(ExitCodes.FATAL, "no more is needed");
        };
        final String options = "--journal j --snapshot-every-commands 7 --snapshot-every-minutes 60 --snapshot-keep 9";
        new CommandLine(new ExecCommand(console, engine))
                .setExecutionExceptionHandler((failure, command, parsed) -> ExitCodes.FATAL)
                .execute(options.split(" "));
        assertEquals(
                List.of(new SnapshotConfig(7, 60, 9, 0, 0, false)),
                asked.stream().map(ExchangeConfig::snapshots).toList());
    }

    private static String[] with(final String[] options, final String... more) {
        return Stream.concat(Stream.of(options), Stream.of(more)).toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--snapshot-every-commands 9|--snapshot-every-commands 9 needs a journal: add --journal DIR",
                "--snapshot-every-minutes 9|--snapshot-every-minutes 9 needs a journal: add --journal DIR",
                "--snapshot-keep 9|--snapshot-keep 9 needs a journal: add --journal DIR",
                "--snapshot-retain-all|--snapshot-retain-all needs a journal: add --journal DIR",
                "--ack force|--ack needs a journal: add --journal DIR",
                "--compression none|--compression needs a journal: add --journal DIR",
                "--journal j --snapshot-every-commands -1|--snapshot-every-commands must be 1 to 9223372036854775807:"
                        + " found -1; leave it out for the default",
                "--journal j --snapshot-every-minutes 525601|--snapshot-every-minutes must be 1 to 525600: found"
                        + " 525601; leave it out for the default",
                "--journal j --snapshot-keep 0|--snapshot-keep must be 1 to 1000: found 0; leave it out for the"
                        + " default",
                "--journal j --snapshot-keep 2 --snapshot-retain-all|--snapshot-keep 2 and --snapshot-retain-all"
                        + " contradict each other: leave one of them out",
            })
    void shouldSayWhatIsWrongWithOptionsOfTheJournal(final String options, final String message) {
        final CommandRun run = exec(NOP, options.split(" "));
        assertEquals(2, run.status());
        assertEquals(
                List.of("daybook: " + message, "Try: daybook exec --help"),
                run.err().lines().toList());
        assertEquals("", run.out());
    }

    @Test
    void shouldSayHowFarItIs() {
        final CommandRun run = exec(NOP + NOP, "--progress");
        assertTrue(run.err().startsWith("2 lines in "), run.err());
        assertFalse(run.out().contains("lines"), run.out());
    }

    /** A command that runs on its own thread, between two pipes. */
    private record Piped(OutputStream in, BufferedReader results, CompletableFuture<Integer> status) {
        static Piped start(final String... words) throws IOException {
            final PipedOutputStream toCommand = new PipedOutputStream();
            final PipedInputStream input = new PipedInputStream(toCommand, 1 << 16);
            final PipedInputStream fromCommand = new PipedInputStream(1 << 16);
            final OutputStream output = new PipedOutputStream(fromCommand);
            final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
                    () -> Daybook.run(new Console(input, output, new PrintStream(new ByteArrayOutputStream())), words),
                    task -> new Thread(task).start());
            return new Piped(
                    toCommand, new BufferedReader(new InputStreamReader(fromCommand, StandardCharsets.UTF_8)), status);
        }

        void send(final String text) throws IOException {
            in.write(text.getBytes(StandardCharsets.UTF_8));
            in.flush();
        }
    }
}
