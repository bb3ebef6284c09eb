package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import io.daybook.perf.workload.Workload;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process, killed again and again with SIGKILL while it recovers, while commands pour in and while snapshots are
 * written: what it had answered is there, the state is that of an uninterrupted run at the same seq, and the next
 * process goes on from there.
 */
@Proves(value = "real processes that are killed have what they answered", normal = "20 kills", large = "400 kills")
@Tag("whole")
class KillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.kills", LONG ? 400 : 20);
    private static final int KILLS_PER_KILL_AT_START = 8;
    private static final int KILLS_PER_RESTORE = 10;
    private static final int MAX_MILLIS_BEFORE_KILL_AT_START = 1_500;
    private static final int MAX_ANSWERS_BEFORE_KILL = 8_000;

    /** What is fed beyond the answer at which a process dies, so that it is under load. */
    private static final int COMMANDS_BEYOND_KILL = 1_500;

    private static final int COMMANDS_PER_KILL = MAX_ANSWERS_BEFORE_KILL + COMMANDS_BEYOND_KILL;
    private static final long MAX_SECONDS_PER_LIFE = 120;

    private static final int COMMANDS_BETWEEN_SNAPSHOTS = 400;
    private static final int STATUS_OF_SIGKILL = 128 + 9;
    private static final String STATE_HASH = "{\"cmd\":\"state_hash\"}";
    private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+)");
    private static final Pattern HASH = Pattern.compile("\"hash\":\"([0-9a-f]{16})");
    private static final Pattern RESTORED_SEQ = Pattern.compile("seq\\D+(\\d+)");
    private static final Pattern RESTORED_HASH = Pattern.compile("([0-9a-f]{16})");

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    /** The state that a process came back to, by the seq up to which it came back. */
    private final Map<Long, String> hashAtSeq = new TreeMap<>();

    private long answered;
    private int restored;
    private int fromSnapshot;

    @Test
    void shouldLoseNothingThatWasAnsweredHoweverOftenItIsKilled() throws Exception {
        final List<String> lines = withSnapshots(ScenarioText.of(Workload.EXCHANGE
                .builder()
                .dividedBy(25)
                .commands(KILLS * COMMANDS_PER_KILL)
                .generate()));
        final Path journal = folder.resolve("journal");
        int atStart = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            // In turn, but shifted, so that starts are killed, and restored from, in either mode.
            final boolean force = (kill + kill / KILLS_PER_KILL_AT_START) % 2 == 0;
            final Process process = start(journal, force ? "force" : "write");
            if (kill % KILLS_PER_KILL_AT_START == KILLS_PER_KILL_AT_START - 1) {
                killAtStart(process);
                atStart++;
            } else {
                killUnderLoad(process, lines);
            }
            assertEquals(STATUS_OF_SIGKILL, process.waitFor(), () -> "it ended by itself, seed=" + seed);
            if (kill % KILLS_PER_RESTORE == KILLS_PER_RESTORE - 1) {
                restore(journal);
            }
        }
        final int reached = (int) restore(journal);
        final List<String> used = lines.subList(0, Math.min(lines.size(), reached + COMMANDS_PER_KILL));
        final Path rest = Files.write(folder.resolve("rest.jsonl"), used.subList(reached, used.size()));
        final DaybookProcess.Ended end = DaybookProcess.run(folder, rest, "exec", "--journal", journal.toString(), "-");
        assertEquals(0, end.status(), end.err());
        assertEquals(used.size(), restore(journal));

        assertEquals(uninterrupted(used), hashAtSeq, () -> "seed=" + seed);
        assertTrue(
                fromSnapshot > restored / 2,
                () -> "restored from a snapshot: " + fromSnapshot + " of " + restored + " times, seed=" + seed);
        System.out.println("kill -9: " + KILLS + " processes killed, " + atStart + " of them while they started, at "
                + reached
                + " commands in the end; " + hashAtSeq.size() + " states compared, " + fromSnapshot + " of " + restored
                + " restores from a snapshot, nothing answered was lost, seed " + seed);
    }

    /** Asks for snapshots at random, often enough that many processes die while they write one. */
    private List<String> withSnapshots(final List<String> lines) {
        final List<String> all = new ArrayList<>();
        for (final String line : lines) {
            all.add(line);
            if (random.nextInt(COMMANDS_BETWEEN_SNAPSHOTS) == 0) {
                all.add("{\"cmd\":\"snapshot\"}");
            }
        }
        return all;
    }

    private static Process start(final Path journal, final String ack) throws IOException {
        final ProcessBuilder builder = DaybookProcess.builder(
                        "exec", "--journal", journal.toString(), "--ack", ack, "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        return builder.start();
    }

    /** Kills a process at a random moment while it starts, recovers, or has answered what it came back to. */
    private void killAtStart(final Process process) throws Exception {
        final OutputStream in = process.getOutputStream();
        in.write((STATE_HASH + '\n').getBytes(StandardCharsets.UTF_8));
        in.flush();
        assertFalse(process.waitFor(random.nextInt(MAX_MILLIS_BEFORE_KILL_AT_START), TimeUnit.MILLISECONDS));
        kill(process);
        listen(process, Integer.MAX_VALUE, new CompletableFuture<>());
    }

    /** Asks a process what it came back to, feeds it from there on, and kills it at a random moment. */
    private void killUnderLoad(final Process process, final List<String> lines) throws Exception {
        final int killAfter = 1 + random.nextInt(MAX_ANSWERS_BEFORE_KILL);
        final CompletableFuture<Integer> cameBack = new CompletableFuture<>();
        final Thread feeder = new Thread(() -> feed(process, lines, cameBack, killAfter + COMMANDS_BEYOND_KILL));
        feeder.start();
        final CompletableFuture<Boolean> hangs = CompletableFuture.supplyAsync(
                () -> kill(process), CompletableFuture.delayedExecutor(MAX_SECONDS_PER_LIFE, TimeUnit.SECONDS));
        try {
            listen(process, killAfter, cameBack);
        } finally {
            kill(process);
            cameBack.cancel(false);
            feeder.join();
        }
        assertTrue(hangs.cancel(false), () -> "it hung, seed=" + seed);
    }

    /**
     * By its handle: killed as a {@link Process} it would take with it what it has answered and nobody has read yet.
     */
    private static boolean kill(final Process process) {
        return process.toHandle().destroyForcibly();
    }

    /**
     * Notes what a process answers, first of all the state that it came back to, and kills it after so many answers.
     */
    private void listen(final Process process, final int killAfter, final CompletableFuture<Integer> cameBack)
            throws IOException {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int count = 0;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                final Matcher seq = SEQ.matcher(line);
                if (!line.endsWith("}") || !seq.find()) continue; // the last line may be cut
                final long answer = Long.parseLong(seq.group(1));
                if (count++ == 0) {
                    note(answer, find(HASH, line));
                    cameBack.complete((int) answer);
                }
                answered = answer;
                if (count == killAfter) {
                    assertTrue(kill(process), () -> "it ended by itself, seed=" + seed);
                }
            }
        }
    }

    /** Notes what came back, which has everything that was answered before, and the same state as ever at this seq. */
    private void note(final long seq, final String hash) {
        assertTrue(answered <= seq, () -> "seed=" + seed + ": answered up to " + answered + ", came back up to " + seq);
        final String before = hashAtSeq.put(seq, hash);
        assertTrue(before == null || before.equals(hash), () -> "seed=" + seed + ": two states at seq " + seq);
    }

    /** Feeds a process from where it came back to, and keeps its standard input open until it is dead. */
    private static void feed(
            final Process process,
            final List<String> lines,
            final CompletableFuture<Integer> cameBack,
            final int count) {
        try (BufferedWriter in =
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
            in.write(STATE_HASH);
            in.write('\n');
            in.flush();
            final int first = cameBack.join();
            for (final String line : lines.subList(first, first + count)) {
                in.write(line);
                in.write('\n');
            }
            in.flush();
            process.waitFor();
        } catch (IOException | CancellationException | InterruptedException e) {
            kill(process); // the pipe breaks when its reader is killed: that is the test
        }
    }

    /** Asks another process what came back; the seq up to which. */
    private long restore(final Path journal) {
        final DaybookProcess.Ended run = DaybookProcess.run(folder, "restore", journal.toString());
        assertEquals(0, run.status(), run.err());
        final String said = String.join("\n", run.out());
        final long seq = Long.parseLong(find(RESTORED_SEQ, said));
        note(seq, find(RESTORED_HASH, said));
        restored++;
        fromSnapshot += said.contains("the snapshot at seq") ? 1 : 0;
        return seq;
    }

    private static String find(final Pattern pattern, final String text) {
        final Matcher matcher = pattern.matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1);
    }

    /** The hashes of one process that nobody kills, at the same places. */
    private Map<Long, String> uninterrupted(final List<String> lines) throws Exception {
        final Process process = DaybookProcess.builder("exec", "--book", "avl", "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final Thread feeder = new Thread(() -> feedWithHashes(process, lines));
        feeder.start();
        final Map<Long, String> hashes = new TreeMap<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains("\"state_hash\"")) {
                    hashes.put(Long.parseLong(find(SEQ, line)), find(HASH, line));
                }
            }
        }
        assertEquals(0, process.waitFor());
        feeder.join();
        return hashes;
    }

    private void feedWithHashes(final Process process, final List<String> lines) {
        try (BufferedWriter in =
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
            for (int seq = 0; seq <= lines.size(); seq++) {
                if (hashAtSeq.containsKey((long) seq)) {
                    in.write(STATE_HASH);
                    in.write('\n');
                }
                if (seq < lines.size()) {
                    in.write(lines.get(seq));
                    in.write('\n');
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
