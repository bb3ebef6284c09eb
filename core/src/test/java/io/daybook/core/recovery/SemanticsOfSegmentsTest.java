package io.daybook.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.PlaceOrder;
import io.daybook.api.RecoveryFailedException;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.journal.JournalException;
import io.daybook.journal.JournalFingerprint;
import io.daybook.journal.access.Journal;
import io.daybook.journal.access.JournalOptions;
import io.daybook.kernel.command.CommandSlot;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a folder with segments of the first semantics and of later ones: each segment keeps its meaning. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SemanticsOfSegmentsTest {
    private static final int PAIR = 1;
    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final int LEVELS = 2 * (Limits.MAX_LOOK + 10);
    private static final int LIVE = Limits.MAX_LIVE_ORDERS + 5;
    private static final long SELLER = 1;
    private static final long TAKER = 3;
    private static final long MAKER_OF_MANY = 4;

    private static final int BLOCK_LENGTH = 1 << 16;

    @TempDir
    private Path folder;

    private final CommandBlockEncoder encoder = new CommandBlockEncoder(BLOCK_LENGTH);
    private final CommandSlot slot = new CommandSlot();
    private long lastSeq;
    private int inBlock;

    private static JournalFingerprint fingerprint(final int semantics) {
        final JournalFingerprint ours = new JournalSettings(true, false).fingerprint();
        return new JournalFingerprint(semantics, ours.codecVersion(), ours.settings());
    }

    private static ExchangeConfig.Builder config() {
        return new JournalSettings(true, false).config();
    }

    private void write(final Journal journal, final Command command) {
        slot.clear();
        CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
        encoder.append(slot, 1_000_000L * ++lastSeq);
        inBlock++;
        if (encoder.length() > BLOCK_LENGTH / 2) {
            flush(journal);
        }
    }

    private void flush(final Journal journal) {
        journal.writer()
                .append(lastSeq - inBlock + 1, inBlock, encoder.firstTimeNs(), encoder.buffer(), 0, encoder.length());
        inBlock = 0;
        encoder.reset();
    }

    /** Writes asks at many prices, a FOK through half of them, and a user with more live orders than one may have. */
    private void writeFirstSemantics() {
        try (Journal journal = Journal.open(folder, JournalOptions.DEFAULT, fingerprint(1))) {
            write(
                    journal,
                    new AddSymbol(SymbolSpec.exchangePair(PAIR, BASE, QUOTE).build()));
            for (final long uid : new long[] {SELLER, 2, TAKER, MAKER_OF_MANY}) {
                write(journal, AddAccounts.of(Map.of(uid, Map.of(BASE, 1L << 40, QUOTE, 1L << 50))));
            }
            for (int i = 0; i < LEVELS; i++) {
                write(journal, PlaceOrder.gtc(SELLER, PAIR, 1 + i, Side.ASK, 1_000 + i, 1));
            }
            write(journal, fok(1 << 20, LEVELS / 2));
            for (int i = 0; i < LIVE; i++) {
                write(journal, PlaceOrder.gtc(MAKER_OF_MANY, PAIR, (1 << 21) + i, Side.BID, 1 + i % 100, 1));
            }
            flush(journal);
            journal.writer().force();
        }
    }

    private static PlaceOrder fok(final long orderId, final long size) {
        return PlaceOrder.gtc(TAKER, PAIR, orderId, Side.BID, 1_000_000, size).withType(OrderType.FOK);
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldReplayAnOldSegmentByItsOwnRulesAndRefuseTheSameInANewOne(final OrderBookType books) {
        writeFirstSemantics();
        final long hash;
        try (Exchange exchange = DaybookExchange.start(config().topology(Topology.pipelined(1))
                .orderBookType(books)
                .journal(folder)
                .build())) {
            final CommandResult again = exchange.submit(fok(77, LEVELS / 2)).join();
            assertEquals(lastSeq + 1, again.seq());
            assertEquals(
                    "[Reject[orderId=77, size=" + LEVELS / 2 + "]]",
                    again.events().toString());
            assertEquals(ResultCode.RISK_OPEN_ORDERS_LIMIT, next(exchange));
            for (int i = 0; i < LIVE - Limits.MAX_LIVE_ORDERS; i++) {
                cancel(exchange, i);
                assertEquals(ResultCode.RISK_OPEN_ORDERS_LIMIT, next(exchange));
            }
            cancel(exchange, LIVE - 1);
            assertEquals(ResultCode.SUCCESS, next(exchange));
            assertEquals(ResultCode.RISK_OPEN_ORDERS_LIMIT, next(exchange));
            hash = exchange.query(new StateHashQuery()).join().hash();
            exchange.submit(new PersistSnapshot()).join();
        }
        assertEquals(
                hash,
                RecoveredState.readOnly(new FileJournalStorage(), folder)
                        .engine()
                        .stateHash());
        assertEquals(
                hash,
                RecoveredState.readOnly(new FileJournalStorage(), folder, 0, JournalReplay.NOBODY)
                        .engine()
                        .stateHash());
        final RecoveredState again =
                RecoveredState.recover(config().journal(folder).build());
        assertEquals(ExchangeEngine.SEMANTICS_VERSION, again.engine().semanticsVersion());
        assertEquals(hash, again.engine().stateHash());
        assertTrue(
                again.engine().audit().isBalanced(),
                () -> again.engine().audit().toString());
        again.journal().close();
    }

    private static ResultCode next(final Exchange exchange) {
        return exchange.submit(PlaceOrder.gtc(MAKER_OF_MANY, PAIR, 99_999, Side.BID, 50, 1))
                .join()
                .code();
    }

    private static void cancel(final Exchange exchange, final int number) {
        assertEquals(
                ResultCode.SUCCESS,
                exchange.submit(new CancelOrder(MAKER_OF_MANY, PAIR, (1 << 21) + number))
                        .join()
                        .code());
    }

    @Test
    void shouldRefuseSegmentsOfANewerSemanticsByName() {
        final int newer = ExchangeEngine.SEMANTICS_VERSION + 1;
        Journal.open(folder, JournalOptions.DEFAULT, fingerprint(newer)).close();
        final JournalException refused = assertThrows(
                JournalException.class,
                () -> RecoveredState.recover(config().journal(folder).build()));
        assertEquals(JournalException.Reason.VERSION, refused.reason());
        assertTrue(refused.getMessage().contains("semantics version " + newer), refused::getMessage);
        final RecoveryFailedException unread = assertThrows(
                RecoveryFailedException.class, () -> RecoveredState.readOnly(new FileJournalStorage(), folder));
        assertTrue(unread.getMessage().contains("semantics version " + newer), unread::getMessage);
    }
}
