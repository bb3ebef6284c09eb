package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.Follower;
import io.daybook.api.Nop;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.core.Replay;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that rotates all the time is killed again and again with SIGKILL, while another one follows its journal:
 * that one hears each result once, in order, with the bytes that a replay tells, and none that a restart lacks.
 */
@Proves(value = "the same beside a process that rotates and is killed", normal = "10 kills", large = "300 kills")
@Tag("whole")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReplayFollowKillTest {
    private static final int KILLS =
            Integer.getInteger("daybook.followKills", Boolean.getBoolean("daybook.long") ? 300 : 10);
    private static final int MAX_MILLIS = 250;
    private static final int STATUS_OF_SIGKILL = 128 + 9;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Keeps a checksum of each result. */
    private static final class Checksums implements Follower {
        private final List<Integer> crcs = new ArrayList<>();
        private volatile long seq;
        private volatile boolean stopped;

        @Override
        public String name() {
            return "unknown-to-the-folder";
        }

        @Override
        public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
            assertEquals(0, atSeq);
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            assertEquals(seq + 1, result.seq());
            crcs.add(FollowedProcess.crc(result));
            seq = result.seq();
        }
    }

    @Test
    void shouldGoOnAcrossKillsAndTellNothingThatARestartLacks() throws Exception {
        final Path journal = folder.resolve("journal");
        RotatingProcess.start(journal).close();
        final Checksums following = new Checksums();
        final CompletableFuture<Long> end = CompletableFuture.supplyAsync(
                () -> Replay.follow(journal, 1, following, () -> following.stopped), task -> new Thread(task).start());
        int grown = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            final long told = following.seq;
            final Process process = start(journal);
            final String line = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            assertTrue(line != null && line.startsWith("started at "), () -> line + ", seed=" + seed);
            final long recovered = Long.parseLong(line.substring("started at ".length()));
            assertTrue(recovered >= told, () -> "told " + told + ", recovered " + recovered + ", seed=" + seed);
            process.waitFor(1 + random.nextInt(MAX_MILLIS), TimeUnit.MILLISECONDS);
            while (kill % 2 == 0 && following.seq == told && !end.isDone()) {
                Thread.onSpinWait(); // some are killed before they do anything, but not all
            }
            process.destroyForcibly();
            assertEquals(STATUS_OF_SIGKILL, process.waitFor(), () -> "it ended by itself, seed=" + seed);
            grown += following.seq > told ? 1 : 0;
            assertTrue(!end.isDone(), () -> "following ended: " + end + ", seed=" + seed);
        }
        assertTrue(grown >= KILLS / 2, "it goes on while the other runs: " + grown);
        final long last;
        try (Exchange exchange = RotatingProcess.start(journal)) {
            last = exchange.submit(new Nop()).join().seq();
        }
        while (following.seq < last && !end.isDone()) {
            Thread.sleep(1);
        }
        following.stopped = true;
        assertEquals(last, end.get(), () -> "seed=" + seed);

        final List<Integer> replayed = new ArrayList<>();
        Replay.from(journal, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                replayed.add(FollowedProcess.crc(result));
            }
        });
        assertEquals(replayed, following.crcs, () -> "seed=" + seed);
    }

    private static Process start(final Path journal) throws Exception {
        final List<String> command = new ArrayList<>(DaybookProcess.builder().command());
        command.set(command.size() - 1, RotatingProcess.class.getName());
        command.add(journal.toString());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
