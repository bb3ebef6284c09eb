package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.OrderBookType;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process, killed with SIGKILL again and again amid cascades of {@link BacklogLines}: what it had answered is
 * there, and the cascade goes on where it was. Every answer, before a kill and behind it, is that of a process that
 * nobody kills. Each life draws its topology, book and Java until each combination of them has gone on with a backlog;
 * in the end each carries out the whole journal, to one hash.
 */
@Proves(value = "the same amid cascades, across topologies, books and Javas", normal = "20 kills", large = "200 kills")
@Tag("whole")
class BacklogKillTest {
    private static final int KILLS = Integer.getInteger("daybook.kills", Boolean.getBoolean("daybook.long") ? 200 : 20);
    private static final int CASCADES = Math.max(2, KILLS / 5);
    private static final int MAX_DRAWS = 10;
    private static final int MAX_LINES_BEYOND_KILL = 1;
    private static final long MAX_SECONDS_PER_LIFE = 120;
    private static final int MAX_JAVAS = 2;
    private static final int STATUS_OF_SIGKILL = 128 + 9;
    private static final List<String> TOPOLOGIES = List.of("inline", "fused", "pipelined:2");
    private static final String STATE_HASH = "{\"cmd\":\"state_hash\"}";
    private static final String MORE = "\"more\":true}";
    private static final Pattern SEQ = Pattern.compile("\"seq\":(\\d+)");
    private static final Pattern HASH = Pattern.compile("\"hash\":\"([0-9a-f]{16})");
    private static final Pattern FIRST_CAUSE = Pattern.compile("\"events\":\\[\\{\"event\":\"ACT\",\"cause\":\"(\\w+)");

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private BacklogLines cascades = BacklogLines.of(seed, CASCADES);
    private List<String> lines = cascades.lines();

    /** What the process that nobody kills answers, by seq, and its hashes amid cascades. */
    private final Map<Integer, String> answers = new HashMap<>();

    private final Map<Integer, String> hashes = new HashMap<>();

    /** The seqs of the commands that left a backlog. */
    private final List<Integer> backlogs = new ArrayList<>();

    private int answered;

    /** How a process runs. */
    private record Combination(InstalledJava java, String topology, OrderBookType book) {
        Process start(final Path journal, final String ack) throws IOException {
            final ProcessBuilder builder = DaybookProcess.builder(
                            java,
                            "exec",
                            "--journal",
                            journal.toString(),
                            "--ack",
                            ack,
                            "--topology",
                            topology,
                            "--book",
                            book.name().toLowerCase(Locale.ROOT),
                            "--snapshot-retain-all",
                            "-")
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            return builder.start();
        }

        @Override
        public String toString() {
            return "Java " + java.version() + " " + topology + " " + book;
        }
    }

    @Test
    void shouldGoOnWithBacklogsHoweverOftenItIsKilledAmidThem() throws Exception {
        carryOutUninterrupted();
        for (int i = 1; i < MAX_DRAWS && afterWaitingExits() == 0; i++) { // now and then lines have none
            cascades = BacklogLines.of(seed + i, CASCADES);
            lines = cascades.lines();
            answers.clear();
            hashes.clear();
            backlogs.clear();
            carryOutUninterrupted();
        }
        assertTrue(afterWaitingExits() > 0, "no command ended with exits that wait");
        final List<Combination> all = combinations();
        final Path journal = folder.resolve("journal");
        final Set<Combination> goneOn = new HashSet<>();
        final List<Combination> toDraw = new ArrayList<>();
        assertEquals(0, live(all.get(random.nextInt(all.size())), journal, KILLS));
        for (int kill = KILLS - 1; kill >= 0; kill--) {
            if (toDraw.isEmpty()) {
                toDraw.addAll(all);
            }
            final Combination drawn = toDraw.remove(random.nextInt(toDraw.size()));
            final int from = live(drawn, journal, kill);
            assertTrue(isAmidBacklog(from), () -> drawn + " came back to seq " + from + ", seed=" + seed);
            goneOn.add(drawn);
        }
        assertEquals(lines.size(), answered);
        assertEquals(Math.min(KILLS, all.size()), goneOn.size(), goneOn::toString);
        final DaybookProcess.Ended audit = DaybookProcess.run(folder, "audit", journal.toString());
        assertEquals(0, audit.status(), audit.out() + audit.err());
        compare(all, journal);
        System.out.println("kill -9 amid cascades: " + KILLS + " processes killed, " + goneOn.size()
                + " combinations went on amid a backlog, " + all.size() + " compared, " + lines.size() + " commands, "
                + backlogs.size() + " of them left a backlog, " + afterWaitingExits()
                + " began with exits that had waited, seed " + seed);
    }

    /** Topologies × books × Javas. */
    private static List<Combination> combinations() throws IOException {
        final List<InstalledJava> javas = InstalledJava.all();
        if (javas.size() == 1) {
            System.out.println("kill -9 amid cascades: no other Java is installed beside "
                    + javas.get(0).home() + ": restarts on another Java were not tried");
        }
        final List<Combination> all = new ArrayList<>();
        for (final InstalledJava java : javas.subList(0, Math.min(MAX_JAVAS, javas.size()))) {
            for (final String topology : TOPOLOGIES) {
                for (final OrderBookType book : OrderBookType.values()) {
                    all.add(new Combination(java, topology, book));
                }
            }
        }
        return all;
    }

    /** Notes the answers of a process that nobody kills, and the hash behind each command of a cascade. */
    private void carryOutUninterrupted() throws IOException {
        final List<String> asked = new ArrayList<>();
        for (int seq = 1; seq <= lines.size(); seq++) {
            asked.add(lines.get(seq - 1));
            if (cascades.isAmidCascade(seq) || seq == lines.size()) {
                asked.add(STATE_HASH);
            }
        }
        final DaybookProcess.Ended run = DaybookProcess.run(
                folder,
                Files.write(folder.resolve("lines.jsonl"), asked),
                "exec",
                "--journal",
                Files.createTempDirectory(folder, "uninterrupted").toString(),
                "-");
        assertEquals(0, run.status(), run.err());
        for (final String line : run.out()) {
            final int seq = Integer.parseInt(find(SEQ, line));
            if (line.contains("\"state_hash\"")) {
                hashes.put(seq, find(HASH, line));
            } else {
                assertEquals(null, answers.put(seq, line));
                if (line.endsWith(MORE) && cascades.isAmidCascade(seq)) {
                    backlogs.add(seq);
                }
            }
        }
        assertEquals(lines.size(), answers.size());
        assertTrue(backlogs.size() > KILLS * (1 + MAX_LINES_BEYOND_KILL), () -> backlogs.size() + " backlogs");
    }

    /** How many answers began with an exit: its lots waited behind the command before. */
    private long afterWaitingExits() {
        return answers.values().stream()
                .map(FIRST_CAUSE::matcher)
                .filter(matcher -> matcher.find() && "EXIT".equals(matcher.group(1)))
                .count();
    }

    /** Whether the last command left a backlog, or one of the same cascade before it and one behind it did. */
    private boolean isAmidBacklog(final int seq) {
        final List<Integer> ofCascade = backlogsOfCascade(seq);
        return !ofCascade.isEmpty() && ofCascade.get(0) <= seq && seq <= ofCascade.get(ofCascade.size() - 1);
    }

    private List<Integer> backlogsOfCascade(final int seq) {
        return backlogs.stream()
                .filter(other -> cascades.areOfOneCascade(seq, other))
                .toList();
    }

    /**
     * Feeds a process from where it came back to, and kills it when it has answered a command that left a backlog;
     * without kills to come it lives to the end.
     *
     * @return the seq to which it came back
     */
    private int live(final Combination combination, final Path journal, final int killsToCome) throws Exception {
        final String what = combination.toString();
        final Process process = combination.start(journal, random.nextBoolean() ? "force" : "write");
        final CompletableFuture<Integer> cameBack = new CompletableFuture<>();
        final CompletableFuture<Integer> target = new CompletableFuture<>();
        final int beyond = random.nextInt(1 + MAX_LINES_BEYOND_KILL);
        final Thread feeder = new Thread(() -> feed(process, cameBack, target, beyond));
        feeder.start();
        final CompletableFuture<Boolean> hangs = CompletableFuture.supplyAsync(
                () -> kill(process), CompletableFuture.delayedExecutor(MAX_SECONDS_PER_LIFE, TimeUnit.SECONDS));
        try {
            listen(process, killsToCome, cameBack, target, what);
            assertEquals(killsToCome > 0 ? STATUS_OF_SIGKILL : 0, process.waitFor(), () -> what + ", seed=" + seed);
        } finally {
            kill(process);
            cameBack.cancel(false);
            target.cancel(false);
            feeder.join();
        }
        assertTrue(hangs.cancel(false), () -> what + " hung, seed=" + seed);
        return cameBack.join();
    }

    /**
     * By its handle: killed as a {@link Process} it would take with it what it has answered and nobody has read yet.
     */
    private static boolean kill(final Process process) {
        return process.toHandle().destroyForcibly();
    }

    /** Compares all that a process answers, first of all the state that it came back to, and kills it at its target. */
    private void listen(
            final Process process,
            final int killsToCome,
            final CompletableFuture<Integer> cameBack,
            final CompletableFuture<Integer> target,
            final String what)
            throws IOException {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = wholeLine(out); !line.isEmpty(); line = wholeLine(out)) {
                final int seq = Integer.parseInt(find(SEQ, line));
                if (!cameBack.isDone()) {
                    noteReturn(seq, find(HASH, line), what);
                    target.complete(killsToCome > 0 ? nextTarget(seq, killsToCome) : lines.size());
                    cameBack.complete(seq);
                } else {
                    requireSame(answers.getOrDefault(seq, ""), line, what + ", seed=" + seed);
                }
                answered = seq;
                if (killsToCome > 0 && seq == target.join()) {
                    assertTrue(kill(process), () -> what + " ended by itself, seed=" + seed);
                }
            }
        }
    }

    /** The next line, or nothing: a process that is killed leaves a last line that is cut, at a bracket, too. */
    private static String wholeLine(final BufferedReader in) throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return "";
            }
            line.append((char) next);
        }
        return line.toString();
    }

    /** Shows where two answers differ: whole ones have thousands of events. */
    private static void requireSame(final String expected, final String answer, final String what) {
        if (!expected.equals(answer)) {
            int at = 0;
            while (at < Math.min(expected.length(), answer.length()) && expected.charAt(at) == answer.charAt(at)) {
                at++;
            }
            assertEquals(shown(expected, at), shown(answer, at), what + ": differ at " + at);
        }
    }

    private static String shown(final String text, final int at) {
        return text.substring(0, Math.min(80, text.length())) + " … "
                + text.substring(Math.max(0, at - 150), Math.min(text.length(), at + 150));
    }

    private void noteReturn(final int seq, final String hash, final String what) {
        assertTrue(
                answered <= seq,
                () -> what + ": answered up to " + answered + ", came back up to " + seq + ", seed=" + seed);
        if (seq > 0) {
            assertNotNull(hashes.get(seq), () -> what + ": came back to seq " + seq + ", seed=" + seed);
            assertEquals(hashes.get(seq), hash, () -> what + ": the state at seq " + seq + ", seed=" + seed);
        }
    }

    /** One of the next commands that leave a backlog, so that enough are left for the kills to come. */
    private int nextTarget(final int cameBack, final int killsToCome) {
        final List<Integer> left =
                backlogs.stream().filter(seq -> seq > cameBack).toList();
        final int spare = left.size() - killsToCome * (1 + MAX_LINES_BEYOND_KILL);
        return left.get(Math.min(left.size() - 1, random.nextInt(1 + Math.max(0, 2 * spare / killsToCome))));
    }

    /** Feeds a process from where it came back to, perhaps a line beyond its target, and then leaves it alone. */
    private void feed(
            final Process process,
            final CompletableFuture<Integer> cameBack,
            final CompletableFuture<Integer> target,
            final int beyond) {
        try (BufferedWriter in =
                new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
            in.write(STATE_HASH);
            in.write('\n');
            in.flush();
            final int to = lastToFeed(target.join(), beyond);
            for (final String line : lines.subList(cameBack.join(), to)) {
                in.write(line);
                in.write('\n');
            }
            in.flush();
            if (to < lines.size()) {
                process.waitFor();
            }
        } catch (IOException | CancellationException | InterruptedException e) {
            kill(process); // the pipe breaks when its reader is killed: that is the test
        }
    }

    /** So many lines beyond a target, but none beyond the backlog of its cascade. */
    private int lastToFeed(final int target, final int beyond) {
        final List<Integer> ofCascade = backlogsOfCascade(target);
        return ofCascade.isEmpty() ? target : Math.min(target + beyond, ofCascade.get(ofCascade.size() - 1));
    }

    /** Carries the journal out once more in every combination: one hash of the results, and one of the state. */
    private void compare(final List<Combination> all, final Path journal) throws Exception {
        final String end = lines.size() + " " + hashes.get(lines.size());
        List<String> first = List.of();
        for (final InstalledJava java :
                all.stream().map(Combination::java).distinct().toList()) {
            final List<HashesOfJournal.Kind> kinds = all.stream()
                    .filter(each -> each.java().equals(java))
                    .map(each -> new HashesOfJournal.Kind(
                            each.topology().substring(each.topology().indexOf(':') + 1), each.book()))
                    .toList();
            final List<List<String>> ofKinds =
                    HashesOfJournal.run(java, folder, journal, lines.size() / 4, kinds, "-XX:TieredStopAtLevel=1");
            for (int i = 0; i < kinds.size(); i++) {
                final List<String> said = ofKinds.get(i);
                final String what = "Java " + java.version() + " " + kinds.get(i);
                if (first.isEmpty()) {
                    first = said;
                    assertTrue(said.stream().anyMatch(line -> line.startsWith(end)), () -> end + " of " + said);
                }
                assertEquals(first, said, () -> what + ", seed=" + seed);
            }
        }
    }

    private static String find(final Pattern pattern, final String text) {
        final Matcher matcher = pattern.matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1);
    }
}
