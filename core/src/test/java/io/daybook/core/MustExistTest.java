package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Nop;
import io.daybook.journal.JournalException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MustExistTest {

    @TempDir
    private Path parent;

    private Path folder() {
        return parent.resolve("exchange");
    }

    @Test
    void shouldRefuseAFolderWithoutAJournalAndMakeNothingThere() throws Exception {
        final DaybookExchange.Builder builder =
                DaybookExchange.builder().journal(folder()).mustExist(true);
        assertEquals(
                JournalException.Reason.GAP,
                assertThrows(JournalException.class, builder::start).reason());
        assertFalse(Files.exists(folder()));
        Files.createDirectory(folder());
        final JournalException refused = assertThrows(JournalException.class, builder::start);
        assertTrue(refused.getMessage().contains(". Way out: "), refused::getMessage);
        assertEquals(folder().resolve("IDENTITY").toString(), refused.file());
        try (Stream<Path> files = Files.list(folder())) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldOpenAFolderThatHasOne() {
        try (Exchange exchange = DaybookExchange.builder().journal(folder()).start()) {
            assertTrue(exchange.recovery().created());
            exchange.submit(new Nop()).join();
        }
        try (Exchange exchange =
                DaybookExchange.builder().journal(folder()).mustExist(true).start()) {
            assertFalse(exchange.recovery().created());
            assertEquals(1, exchange.recovery().lastSeq());
        }
    }

    @Test
    void shouldRefuseTheDemandWithoutAJournal() {
        final ExchangeConfig.Builder builder = ExchangeConfig.builder().mustExist(true);
        final IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(refused.getMessage().contains("mustExist must come with a journal"), refused::getMessage);
    }
}
