package io.daybook.gateway.fix.book;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.NopWriter;
import io.daybook.api.OnFailure;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.gateway.fix.session.FixLayer;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.sessions.BookFollower;
import io.daybook.sessions.Tags;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.outbox.OutboxFiles;
import io.daybook.sessions.outbox.OutboxLimits;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.wire.OrderNumbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports have terms after a LOGON that announces them; earlier reports stay as the build wrote that made them. */
@Proves("FIX reports that an earlier build made are told byte by byte as they were")
class TermsFromALogonTest {
    private static final int COPIES = 19;
    private static final long UNKNOWN = FixTerms.UNKNOWN;

    @TempDir
    private Path folder;

    @Test
    void shouldTellNoTermsBeforeALogonSaysSo() throws Exception {
        final Path own = folder.resolve("gateway");
        final Outboxes outboxes =
                new Outboxes(new FileJournalStorage(), own, OutboxLimits.of(SessionLimits.DEFAULT), (what, e) -> {});
        final FixBook book = new FixBook(outboxes, 100);
        try (Exchange exchange = DaybookExchange.builder()
                .journal(folder.resolve("data"))
                .attach(new BookFollower(FixLayer.NAME, book, outboxes, session -> false), OnFailure.HALT)
                .start()) {
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build()))
                    .join();
            exchange.submit(AddAccounts.of(Map.of(3L, Map.of(20, 1_000_000L)))).join();
            final byte[] tag = new byte[Tags.LOGON_LENGTH + 1];
            nop(exchange, tag, Tags.encodeLogon(tag, Protocol.FIX.code(), 3, 0));
            nop(exchange, tag, Tags.encodeDropCopy(tag, COPIES, 3, true));
            place(exchange, 7);
            Tags.encodeLogon(tag, Protocol.FIX.code(), 3, 0);
            tag[Tags.LOGON_LENGTH] = 1;
            nop(exchange, tag, tag.length);
            place(exchange, 8);
        }
        final List<String> told = new ArrayList<>();
        new OutboxFiles(new FileJournalStorage(), own, COPIES).forEach((out, bytes, offset, length) -> {
            final Report report = Report.decode(bytes, offset, length);
            told.add(bytes[offset + 1] + " " + report.orderId() + " " + report.ordType() + " " + report.timeInForce()
                    + " " + report.stop() + " " + report.working() + " "
                    + report.terms().expireAtNs());
        });
        assertEquals(List.of("1 7 2 1 0 \0 " + UNKNOWN, "2 8 4 6 105 N " + Long.MAX_VALUE), told);
    }

    private static void nop(final Exchange exchange, final byte[] tag, final int length) {
        final NopWriter nop =
                Objects.requireNonNull(exchange.newDoor(FixLayer.NAME).tryNop());
        nop.cookie(OrderNumbers.cookie(COPIES, 0)).tag(tag, 0, length).publish();
    }

    private static void place(final Exchange exchange, final long id) {
        exchange.submit(PlaceOrder.gtc(3, 1, id, Side.BID, 110, 5)
                        .withTerms(OrderTerms.builder()
                                .trigger(105, TriggerWhen.RISES)
                                .expireAt(Long.MAX_VALUE)
                                .build()))
                .join();
    }
}
