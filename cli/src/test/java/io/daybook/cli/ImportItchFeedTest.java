package io.daybook.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.client.book.OrderLevels;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.client.feed.FeedListener;
import io.daybook.feed.MessageBlock;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.flow.RecordedFeed;
import io.daybook.flow.itch.ItchBooks;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.itch.MatchedDay;
import io.daybook.host.storage.FileJournalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports ITCH files as messages of a feed. A subscriber's books must be equal to those of the file. */
class ImportItchFeedTest {
    private static final int STOCKS = 5;
    private static final long SEED = Long.getLong("daybook.seed", 50);

    @TempDir
    private Path folder;

    private final ChannelBooks books = new ChannelBooks(new FeedListener() {});

    private CommandRun feed(final byte[] day) throws IOException {
        final Path file = Files.write(folder.resolve("day.itch"), day);
        final CommandRun run = CommandRun.of(
                "import",
                "itch",
                file.toString(),
                "--feed",
                folder.resolve("feed").toString());
        try (FeedLog log = FeedLog.open(
                new FileJournalStorage(), folder.resolve("feed"), RecordedFeed.EXCHANGE, 1, FeedLogLimits.DEFAULT)) {
            final MessageBlock block = new MessageBlock(0, 1 << 16);
            for (long number = 1; log.read(0, number, block) > 0; number += block.count()) {
                int offset = block.start();
                for (int i = 0; i < block.count(); i++) {
                    final int length = (block.bytes()[offset] & 0xFF) << 8 | block.bytes()[offset + 1] & 0xFF;
                    books.onMessage(block.bytes(), offset + 2, length);
                    offset += 2 + length;
                }
            }
        }
        assertNull(books.stale());
        return run;
    }

    private void assertSame(final byte[] day) {
        final ItchBooks expected = new ItchBooks();
        new ItchParser(expected).parse(day, 0, day.length);
        assertTrue(expected.levels().orders() > 0);
        assertEquals(expected.levels().orders(), books.levels().orders(), "seed=" + SEED);
        for (int locate = 0; locate < 1 << Character.SIZE; locate++) {
            if (expected.levels().orders(locate) > 0) {
                assertEquals(
                        orders(expected.levels(), locate),
                        orders(books.levels(), books.bookOf(locate)),
                        "locate " + locate + ", seed=" + SEED);
            }
        }
    }

    private static List<Long> orders(final OrderLevels levels, final int book) {
        final List<Long> orders = new ArrayList<>();
        for (int side = OrderLevels.BID; side <= OrderLevels.ASK; side++) {
            for (int level = levels.best(book, side); level != OrderLevels.NO_LEVEL; level = levels.worse(level)) {
                orders.add(levels.price(level));
                for (int order = levels.head(level); order != OrderLevels.NO_ORDER; order = levels.next(order)) {
                    orders.add(levels.size(order));
                }
            }
        }
        return orders;
    }

    @Test
    void shouldTellTheBooksOfADay() throws IOException {
        final byte[] day = MatchedDay.make(SEED, STOCKS, 20_000);
        final CommandRun run = feed(day);
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().contains(" messages of the feed in "), run.err());
        assertSame(day);
        final CommandRun again = CommandRun.of(
                "import",
                "itch",
                folder.resolve("day.itch").toString(),
                "--feed",
                folder.resolve("feed").toString());
        assertEquals(2, again.status());
        assertTrue(again.err().contains("holds a feed already"), again.err());
    }

    /** Damage that keeps the lengths causes unknown references, wrong shares, unknown types and stocks. */
    @Test
    void shouldTellTheBooksOfADamagedDay() throws IOException {
        final byte[] day = MatchedDay.make(SEED, STOCKS, 20_000);
        final SplittableRandom dice = new SplittableRandom(SEED);
        int at = 0;
        while (at + 2 < day.length) {
            final int length = (day[at] & 0xFF) << 8 | day[at + 1] & 0xFF;
            if (dice.nextInt(50) == 0) {
                day[at + 2 + dice.nextInt(length)] = (byte) dice.nextInt(256);
            }
            at += 2 + length;
        }
        feed(day);
        assertSame(day);
    }

    @Test
    void shouldRefuseTwoTargets() {
        final CommandRun run = CommandRun.of("import", "itch", "-", "--feed", "a", "--journal", "b");
        assertEquals(2, run.status());
        assertTrue(run.err().contains("--commands, --journal and --feed exclude each other"), run.err());
    }
}
