package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.api.RetentionMark;
import io.daybook.api.RetentionMarks;
import io.daybook.api.Topology;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.access.JournalOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long a consumer can be away: by marks, over restarts, from this process and from others. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RetentionTest {
    @TempDir
    private Path folder;

    private long uid;

    private Exchange open(final JournalOptions.Builder options) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .blockBytes(4096)
                .journal(folder)
                .build();
        final JournalOptions small = options.maxBlockBytes(8192)
                .firstSegmentBytes(16_384)
                .maxSegmentBytes(16_384)
                .build();
        return new InlineExchange(config, RecoveredState.recover(config, new FileJournalStorage(), small));
    }

    private static JournalOptions.Builder keepOne() {
        return JournalOptions.builder().keepSnapshots(1);
    }

    /** Sends the commands of a day, with snapshots between them. */
    private void trade(final Exchange exchange, final int snapshots) {
        for (int i = 0; i < snapshots; i++) {
            for (int j = 0; j < 60; j++) {
                exchange.submit(new AddUser(++uid)).join();
            }
            exchange.snapshot().join();
        }
    }

    @Test
    void shouldTellAConsumerThatWasAwayEverythingFromItsMarkOn() {
        try (Exchange exchange = open(keepOne())) {
            exchange.retentionMarks().keepFrom("warehouse", 31);
            trade(exchange, 3);
        }
        final long last;
        try (Exchange exchange = open(keepOne())) {
            trade(exchange, 3);
            last = exchange.metrics().deliveredSeq();
            assertEquals(last - 30, toldFrom(31));
            assertEquals(1, exchange.metrics().retentionMarks().size());
            final RetentionMark mark = exchange.metrics().retentionMarks().get(0);
            assertEquals("warehouse", mark.name());
            assertEquals(31, mark.fromSeq());
            assertTrue(mark.heldBytes() >= 3 * 16_384, () -> "held " + mark);
            assertTrue(
                    exchange.recovery()
                            .notes()
                            .get(0)
                            .startsWith("mark warehouse keeps what is needed from seq 31 on: "),
                    () -> exchange.recovery().notes().toString());

            exchange.retentionMarks().keepFrom("warehouse", last + 1);
            trade(exchange, 1);
            assertTrue(Replay.firstSeq(folder) > last - 61, "commands that the mark does not need must be gone");
            assertThrows(JournalException.class, () -> Replay.from(folder, 31, new ExchangeListener() {}));
            assertEquals(1 + 60, toldFrom(last + 1));
        }
    }

    private long toldFrom(final long seq) {
        final long[] told = {0};
        Replay.from(folder, seq, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                assertEquals(seq + told[0], result.seq());
                told[0]++;
            }
        });
        return told[0];
    }

    @Test
    void shouldLetAnotherProcessSetAndRemoveMarksWhileTheExchangeRuns() {
        try (Exchange exchange = open(keepOne())) {
            trade(exchange, 1);
            final RetentionMarks outside = DaybookExchange.retentionMarks(folder);
            outside.keepFrom("reports", 62);
            trade(exchange, 4);
            assertEquals(62, Replay.firstSeq(folder));
            assertEquals("reports", exchange.retentionMarks().list().get(0).name());

            final JournalException refused = assertThrows(JournalException.class, () -> outside.keepFrom("late", 61));
            assertEquals(JournalException.Reason.GAP, refused.reason());
            assertEquals(1, outside.list().size());

            assertTrue(outside.remove("reports"));
            trade(exchange, 1);
            assertTrue(Replay.firstSeq(folder) > 200);
            assertEquals(List.of(), exchange.retentionMarks().list());
            assertEquals(List.of(), exchange.metrics().retentionMarks());
        }
    }

    @Test
    void shouldKeepByAgeAndByBytesMoreThanTheCountAsksFor() {
        try (Exchange exchange = open(keepOne().keepAgeNs(Long.MAX_VALUE / 4))) {
            trade(exchange, 6);
            assertEquals(1, Replay.firstSeq(folder));
        }
        try (Exchange exchange = open(keepOne().keepBytes(100_000))) {
            trade(exchange, 6);
            assertTrue(Replay.firstSeq(folder) > 100, () -> "first " + Replay.firstSeq(folder));
            assertTrue(Replay.firstSeq(folder) < exchange.metrics().deliveredSeq() - 61, "more than one snapshot back");
        }
    }

    @Test
    void shouldHaveNothingToKeepWithoutAJournal() {
        try (Exchange exchange = DaybookExchange.builder().start()) {
            assertEquals(List.of(), exchange.retentionMarks().list());
            assertThrows(
                    IllegalStateException.class, () -> exchange.retentionMarks().keepFrom("a", 1));
        }
        assertThrows(JournalException.class, () -> DaybookExchange.retentionMarks(folder));
    }
}
