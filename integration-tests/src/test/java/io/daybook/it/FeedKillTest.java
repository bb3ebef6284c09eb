package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.StateHashQuery;
import io.daybook.core.Replay;
import io.daybook.feed.FeedFold;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLog;
import io.daybook.host.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with a feed is killed again and again with SIGKILL, and often the end of the feed's log is cut: all lives
 * together make one stream, without a gap, a duplicate or a change, and it is that of a replay.
 */
@Proves(value = "a killed venue's feed is one stream, equal to a replay's", normal = "20 kills", large = "200 kills")
@Tag("whole")
class FeedKillTest {
    private static final int KILLS =
            Integer.getInteger("daybook.feedKills", Boolean.getBoolean("daybook.long") ? 200 : 20);
    private static final int MAX_MILLIS = 300;
    private static final int STATUS_OF_SIGKILL = 128 + 9;
    private static final int KILLS_PER_CUT = 3;

    @TempDir
    private Path folder;

    private final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
    private final SplittableRandom random = new SplittableRandom(seed);
    private final List<List<String>> sent = List.of(new ArrayList<>(), new ArrayList<>());

    @Test
    void shouldBeOneStreamHoweverOftenTheProcessIsKilled() throws Exception {
        final Path journal = folder.resolve("journal");
        for (int kill = 0; kill < KILLS; kill++) {
            final Process process = start(journal);
            final BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            final String line = out.readLine();
            assertTrue(line != null && line.startsWith("started"), () -> line + ", seed=" + seed);
            process.waitFor(1 + random.nextInt(MAX_MILLIS), TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            assertEquals(STATUS_OF_SIGKILL, process.waitFor(), () -> "it ended by itself, seed=" + seed);
            readLog(journal);
            if (kill % KILLS_PER_CUT == 0) {
                for (int channel = 0; channel < FedProcess.CHANNELS; channel++) {
                    cut(journal.resolve("feed").resolve(Integer.toString(channel)));
                }
            }
        }
        final long last;
        try (FeedLog log = FedProcess.openLog(journal)) {
            final FeedFold fold = new FeedFold(FedProcess.CHANNELS, log);
            try (Exchange exchange = FedProcess.start(journal, fold)) {
                last = exchange.query(new StateHashQuery()).join().seq();
            }
            fold.endRecovery();
            assertFalse(log.isAhead(), () -> "seed=" + seed);
        }
        readLog(journal);
        final RecordedFeed replayed = new RecordedFeed(FedProcess.CHANNELS);
        final FeedFold fold = new FeedFold(FedProcess.CHANNELS, replayed);
        Replay.follow(journal, 1, fold, () -> fold.seq() >= last);
        for (int channel = 0; channel < FedProcess.CHANNELS; channel++) {
            assertEquals(
                    replayed.channels().get(channel).size(), sent.get(channel).size(), "seed=" + seed);
            assertEquals(replayed.channels().get(channel), sent.get(channel), "seed=" + seed);
        }
        assertTrue(replayed.size() > KILLS, () -> "messages: " + replayed.size());
    }

    /** Reads the whole log, and compares it with what earlier processes have written. */
    private void readLog(final Path journal) {
        try (FeedLog log = FedProcess.openLog(journal)) {
            final MessageBlock block = new MessageBlock(0, 1 << 16);
            for (int channel = 0; channel < FedProcess.CHANNELS; channel++) {
                final List<String> all = sent.get(channel);
                assertTrue(log.firstNumber(channel) <= all.size() + 1, () -> "a gap, seed=" + seed);
                for (long number = log.firstNumber(channel);
                        log.read(channel, number, block) > 0;
                        number += block.count()) {
                    int offset = block.start();
                    for (int i = 0; i < block.count(); i++) {
                        final int length = (block.bytes()[offset] & 0xFF) << 8 | block.bytes()[offset + 1] & 0xFF;
                        final String line = RecordedFeed.line(number + i, block.bytes(), offset + 2, length);
                        if (number + i <= all.size()) {
                            assertEquals(all.get((int) (number + i) - 1), line, "seed=" + seed);
                        } else {
                            all.add(line);
                        }
                        offset += 2 + length;
                    }
                }
            }
        }
    }

    /** Loses the end of a channel's newest file: some bytes, or all of them. */
    private void cut(final Path channel) throws IOException {
        if (Files.notExists(channel)) {
            return;
        }
        final List<Path> segments;
        try (Stream<Path> files = Files.list(channel)) {
            segments = files.sorted().toList();
        }
        if (!segments.isEmpty()) {
            try (RandomAccessFile file =
                    new RandomAccessFile(segments.get(segments.size() - 1).toFile(), "rw")) {
                final long kept = random.nextInt(3) == 0
                        ? random.nextLong(file.length() + 1)
                        : Math.max(0, file.length() - random.nextInt(300));
                file.setLength(kept);
            }
        }
    }

    private static Process start(final Path journal) throws IOException {
        final List<String> command = new ArrayList<>(DaybookProcess.builder().command());
        command.set(command.size() - 1, FedProcess.class.getName());
        command.add(journal.toString());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
