package io.daybook.cli.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.OnFailure;
import io.daybook.api.SymbolSpec;
import io.daybook.cli.CommandRun;
import io.daybook.core.DaybookExchange;
import io.daybook.feed.FeedFold;
import io.daybook.feed.log.FeedLog;
import io.daybook.feed.log.FeedLogLimits;
import io.daybook.host.storage.FileJournalStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedRestartCommandTest {
    private static final UUID EXCHANGE = new UUID(0xABCD_EF01_2345_6789L, 1);

    @TempDir
    private Path folder;

    private FeedLog openLog() {
        return FeedLog.open(new FileJournalStorage(), folder.resolve("feed"), EXCHANGE, 1, FeedLogLimits.DEFAULT);
    }

    private Exchange start(final FeedFold fold) {
        return DaybookExchange.builder()
                .journal(folder)
                .attach(fold, OnFailure.DETACH)
                .start();
    }

    @Test
    void shouldBeginTheSessionsAnewWhereTheLogIsAhead() {
        try (FeedLog log = openLog();
                Exchange exchange = start(new FeedFold(1, log))) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(7, 1, 2).build()))
                    .join();
            final CommandRun running = CommandRun.of("feed", "restart", folder.toString());
            assertEquals(3, running.status());
            assertTrue(running.err().contains("an exchange is running there"), running.err());
        }
        try (FeedLog log = openLog()) {
            assertEquals(3, log.nextNumber(0));
            log.onRecovered(0, 1);
            assertTrue(log.isAhead(), "the log is ahead of an empty journal");
        }
        final CommandRun run = CommandRun.of("feed", "restart", folder.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals(List.of("the feed begins anew at the next start, as restart number 1"), run.lines());
        try (FeedLog log = openLog()) {
            assertEquals("abcdef0100", log.session(0));
            final FeedFold fold = new FeedFold(1, log);
            start(fold).close();
            assertEquals(3, fold.channel(0).nextNumber());
            assertEquals(3, log.nextNumber(0), "the messages are made again from the journal");
        }
    }

    @Test
    void shouldBeginTheLevelsAnewTogetherWithTheOrders() {
        openLog().close();
        openLevels().close();
        final CommandRun run = CommandRun.of("feed", "restart", folder.toString());
        assertEquals(0, run.status(), run.err());
        try (FeedLog orders = openLog();
                FeedLog levels = openLevels()) {
            assertEquals("abcdef0100", orders.session(0));
            assertEquals("abcdef0100", levels.session(0));
        }
    }

    private FeedLog openLevels() {
        final Path levels = folder.resolve("feed").resolve("levels");
        return FeedLog.open(new FileJournalStorage(), levels, EXCHANGE, 1, FeedLogLimits.DEFAULT);
    }

    @Test
    void shouldNameWhatIsWrong() throws Exception {
        final CommandRun none = CommandRun.of("feed", "restart", folder.toString());
        assertEquals(2, none.status());
        assertTrue(none.err().contains("has no feed"), none.err());
        Files.createDirectories(folder.resolve("feed"));
        final CommandRun empty = CommandRun.of("feed", "restart", folder.toString());
        assertEquals(3, empty.status());
        assertTrue(empty.err().contains("there is no feed log to restart"), empty.err());
    }

    @Test
    void shouldLeaveTheFolderOfANodeAlone() throws Exception {
        openLog().close();
        Files.createDirectories(folder.resolve("cluster"));
        final CommandRun refused = CommandRun.of("feed", "restart", folder.toString());
        assertEquals(2, refused.status());
        assertTrue(refused.err().contains("raise gateway.feed.restarts"), refused.err());
        try (FeedLog log = openLog()) {
            assertEquals("abcdef0000", log.session(0));
        }
    }
}
