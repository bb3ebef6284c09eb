package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.core.Replay;
import io.daybook.feed.FeedFold;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLog;
import io.daybook.host.storage.FileJournalStorage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The messages that the processes of a venue wrote, one after the other, into the log of its feed. Together they must
 * make one stream without a gap, a duplicate or a change, and equal the stream of a replay.
 */
final class FeedOfLives {
    private final Path data;
    private final List<String> sent = new ArrayList<>();

    FeedOfLives(final Path data) {
        this.data = data;
    }

    /** Reads the whole log, and compares it with the messages of earlier processes. */
    void read() {
        if (Files.notExists(data.resolve("feed/FEED"))) {
            return;
        }
        try (FeedLog log = FeedLog.openReadOnly(new FileJournalStorage(), data.resolve("feed"))) {
            final MessageBlock block = new MessageBlock(0, 1 << 16);
            assertTrue(log.firstNumber(0) <= sent.size() + 1, "the log begins after a gap");
            for (long number = log.firstNumber(0); log.read(0, number, block) > 0; number += block.count()) {
                int offset = block.start();
                for (int i = 0; i < block.count(); i++) {
                    final int length = (block.bytes()[offset] & 0xFF) << 8 | block.bytes()[offset + 1] & 0xFF;
                    take(number + i, RecordedFeed.line(number + i, block.bytes(), offset + 2, length));
                    offset += 2 + length;
                }
            }
        }
    }

    private void take(final long number, final String line) {
        if (number <= sent.size()) {
            assertEquals(sent.get((int) number - 1), line);
        } else {
            sent.add(line);
        }
    }

    /** Cuts some or all bytes off the end of the newest file. */
    void cut(final SplittableRandom random) throws IOException {
        final Path channel = data.resolve("feed/0");
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
                file.setLength(
                        random.nextInt(3) == 0
                                ? random.nextLong(file.length() + 1)
                                : Math.max(0, file.length() - random.nextInt(300)));
            }
        }
    }

    /** Requires that the messages are those of a replay of the journal, up to a seq. */
    void requireReplayed(final long lastSeq) {
        final RecordedFeed replayed = new RecordedFeed(1);
        final FeedFold fold = new FeedFold(1, replayed);
        Replay.follow(data, 1, fold, () -> fold.seq() >= lastSeq);
        assertEquals(replayed.channels().get(0), sent);
        assertTrue(sent.size() > 100, () -> "messages: " + sent.size());
    }
}
