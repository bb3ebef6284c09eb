package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.core.Replay;
import io.daybook.host.Proves;
import io.daybook.journal.access.JournalReader;
import io.daybook.journal.retention.KeepMark;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with two followers is killed again and again with SIGKILL, while it recovers and while it trades: each
 * follower hears each result once, in order, across all lives, with the bytes that a replay tells.
 */
@Proves(value = "the same over processes that are killed", normal = "40 kills", large = "500 kills")
@Tag("whole")
class FollowerKillTest {
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int KILLS = Integer.getInteger("daybook.followerKills", LONG ? 500 : 40);
    private static final int KILLS_PER_KILL_AT_START = 8;
    private static final int MAX_MILLIS_AT_START = 600;
    private static final int MAX_MILLIS = 300;
    private static final int STATUS_OF_SIGKILL = 128 + 9;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldTellEachResultOnceHoweverOftenTheProcessIsKilled() throws Exception {
        final Path journal = folder.resolve("journal");
        final Path store = folder.resolve("store");
        final Replayed replayed = new Replayed();
        for (int kill = 0; kill < KILLS; kill++) {
            final Process process = start(journal, store);
            if (kill % KILLS_PER_KILL_AT_START == KILLS_PER_KILL_AT_START - 1) {
                process.waitFor(random.nextInt(MAX_MILLIS_AT_START), TimeUnit.MILLISECONDS);
            } else {
                final BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                final String line = out.readLine();
                assertTrue(line != null && line.startsWith("started"), () -> line + ", seed=" + seed);
                process.waitFor(1 + random.nextInt(MAX_MILLIS), TimeUnit.MILLISECONDS);
            }
            process.destroyForcibly();
            assertEquals(STATUS_OF_SIGKILL, process.waitFor(), () -> "it ended by itself, seed=" + seed);
            replayed.catchUp(journal);
        }
        final FollowedProcess.Summing fast = new FollowedProcess.Summing("fast");
        final FollowedProcess.Filing slow = new FollowedProcess.Filing("slow", store);
        try (Exchange exchange = FollowedProcess.start(journal, fast, slow)) {
            assertFalse(exchange.metrics().followers().isEmpty());
        }
        final long last = replayed.catchUp(journal);
        assertTrue(last > KILLS, () -> "commands: " + last);
        assertEquals(last, fast.seq());
        assertEquals(replayed.sum, fast.sum(), () -> "seed=" + seed);
        final ByteBuffer stored = ByteBuffer.wrap(Files.readAllBytes(store));
        assertEquals(last * FollowedProcess.Filing.RECORD_LENGTH, stored.remaining(), () -> "seed=" + seed);
        for (int i = 0; i < last; i++) {
            assertEquals(i + 1, stored.getLong(), () -> "seed=" + seed);
            assertEquals(replayed.crcs.get(i), stored.getInt(), "seq " + (i + 1) + ", seed=" + seed);
        }
    }

    private static Process start(final Path journal, final Path store) throws Exception {
        final List<String> command = new ArrayList<>(DaybookProcess.builder().command());
        command.set(command.size() - 1, FollowedProcess.class.getName());
        command.add(journal.toString());
        command.add(store.toString());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** What a replay tells. Retention deletes the first segments meanwhile; a mark keeps those not read yet. */
    private static final class Replayed implements ExchangeListener {
        private final List<Integer> crcs = new ArrayList<>();
        private long sum;

        long catchUp(final Path journal) {
            if (Files.notExists(journal.resolve("IDENTITY"))) {
                return 0; // killed before there was a journal
            }
            final long last = Replay.from(journal, crcs.size() + 1, this);
            JournalReader.open(journal).marks().set(new KeepMark("replay", last + 1));
            return last;
        }

        @Override
        public void onResult(final ResultView result) {
            final int crc = FollowedProcess.crc(result);
            crcs.add(crc);
            sum = FollowedProcess.sum(sum, result.seq(), crc);
        }
    }
}
