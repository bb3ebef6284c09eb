package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.perf.workload.Workload;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process, killed again and again with SIGKILL while commands pour in and snapshots are written: what it had answered is there, the state is that of an
 * uninterrupted run at the same seq, and the next process goes on from there.
 */
class KillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.kills", LONG ? 2_000 : 20);
    private static final int MAX_ANSWERS_BEFORE_KILL = 2_500;
    private static final int COMMANDS_BETWEEN_SNAPSHOTS = 400;
    private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+)");

    @TempDir
    private Path folder;

    @Test
    void shouldLoseNothingThatWasAnsweredHoweverOftenItIsKilled() throws Exception {
        final long seed = Long.getLong("daybook.seed", System.nanoTime());
        final SplittableRandom random = new SplittableRandom(seed);
        final List<String> lines = withSnapshots(
                ScenarioText.of(
                        Workload.EXCHANGE.builder().dividedBy(LONG ? 1 : 25).generate()),
                random);
        final Path journal = folder.resolve("journal");
        final Map<Long, String> hashAtSeq = new TreeMap<>();
        long recovered = 0;
        int fromSnapshot = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            final String ack = kill % 2 == 0 ? "force" : "write";
            final long answered = runAndKill(lines, (int) recovered, ack, journal, random);
            final String restored = restore(journal);
            recovered = seqOf(restored);
            fromSnapshot += restored.contains("the snapshot at seq") ? 1 : 0;
            final long back = recovered;
            assertTrue(
                    answered <= back,
                    () -> "seed=" + seed + ": answered up to " + answered + ", came back up to " + back);
            hashAtSeq.put(recovered, hashOf(restored));
        }
        final Path rest = Files.write(folder.resolve("rest.jsonl"), lines.subList((int) recovered, lines.size()));
        final DaybookProcess.Ended end = DaybookProcess.run(folder, rest, "exec", "--journal", journal.toString(), "-");
        assertEquals(0, end.status(), end.err());
        hashAtSeq.put((long) lines.size(), hashOf(restore(journal)));

        assertEquals(uninterrupted(lines, hashAtSeq.keySet()), hashAtSeq, () -> "seed=" + seed);
        assertTrue(fromSnapshot > KILLS / 2, "restored from a snapshot: " + fromSnapshot + " times, seed=" + seed);
        System.out.println("kill -9: " + KILLS + " processes killed, " + lines.size() + " commands, " + fromSnapshot
                + " times back from a snapshot, nothing answered was lost, seed " + seed);
    }

    /** Asks for snapshots at random, often enough that many processes die while they write one. */
    private static List<String> withSnapshots(final List<String> lines, final SplittableRandom random) {
        final List<String> all = new ArrayList<>();
        for (final String line : lines) {
            all.add(line);
            if (random.nextInt(COMMANDS_BETWEEN_SNAPSHOTS) == 0) {
                all.add("{\"cmd\":\"snapshot\"}");
            }
        }
        return all;
    }

    /** Feeds a process from a line on, kills it at a random moment; the last seq that it answered. */
    private static long runAndKill(
            final List<String> lines,
            final int from,
            final String ack,
            final Path journal,
            final SplittableRandom random)
            throws Exception {
        final Process process = DaybookProcess.builder("exec", "--journal", journal.toString(), "--ack", ack, "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final Thread feeder = new Thread(() -> feed(process, lines, from));
        feeder.start();
        final long killAfter = 1 + random.nextInt(MAX_ANSWERS_BEFORE_KILL);
        long answered = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = out.readLine();
            for (long count = 1; line != null; count++) {
                final Matcher seq = SEQ.matcher(line);
                if (line.endsWith("}") && seq.find()) { // the last line may be cut
                    answered = Long.parseLong(seq.group(1));
                }
                if (count == killAfter) {
                    process.destroyForcibly();
                }
                line = out.readLine();
            }
        } catch (IOException e) {
            assertTrue(!process.isAlive() || answered > 0, e::toString); // its pipe died with it
        }
        process.waitFor();
        feeder.join();
        return answered;
    }

    private static void feed(final Process process, final List<String> lines, final int from) {
        try (BufferedWriter in =
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
            for (final String line : lines.subList(from, lines.size())) {
                in.write(line);
                in.write('\n');
            }
        } catch (IOException e) {
            assertTrue(e.getMessage() != null); // the pipe breaks when its reader is killed: that is the test
        }
    }

    private String restore(final Path journal) {
        final DaybookProcess.Ended run = DaybookProcess.run(folder, "restore", journal.toString());
        assertEquals(0, run.status(), run.err());
        return String.join("\n", run.out());
    }

    private static long seqOf(final String restored) {
        return Long.parseLong(find("seq\\D+(\\d+)", restored));
    }

    private static String hashOf(final String restored) {
        return find("([0-9a-f]{16})", restored);
    }

    private static String find(final String pattern, final String text) {
        final Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1);
    }

    /** The hashes of one process that nobody kills, at the same places. */
    private Map<Long, String> uninterrupted(final List<String> lines, final Iterable<Long> seqs) throws IOException {
        final List<String> withHashes = new ArrayList<>();
        long next = 0;
        for (final long seq : seqs) {
            withHashes.addAll(lines.subList((int) next, (int) seq));
            withHashes.add("{\"cmd\":\"state_hash\"}");
            next = seq;
        }
        final Path input = Files.write(folder.resolve("uninterrupted.jsonl"), withHashes);
        final DaybookProcess.Ended run = DaybookProcess.run(folder, input, "exec", "--book", "avl", "-");
        assertEquals(0, run.status(), run.err());
        final Map<Long, String> hashes = new TreeMap<>();
        for (final String line : run.out()) {
            if (line.contains("\"state_hash\"")) {
                hashes.put(Long.parseLong(find("\"seq\":(\\d+)", line)), find("\"hash\":\"([0-9a-f]{16})", line));
            }
        }
        return hashes;
    }
}
