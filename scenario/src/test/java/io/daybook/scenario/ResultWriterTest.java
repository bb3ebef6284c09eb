package io.daybook.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ActCause;
import io.daybook.api.CancelReason;
import io.daybook.api.CommandResult;
import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderEvent;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PositionDirection;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StateHashReport;
import io.daybook.api.StpMode;
import io.daybook.api.TotalsReport;
import io.daybook.api.TriggerWhen;
import io.daybook.api.UserReport;
import io.daybook.api.UserStatus;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares lines with those in the document of the format, byte for byte. */
class ResultWriterTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private ResultWriter writer;

    @BeforeEach
    void setUp() {
        writer = new ResultWriter(bytes);
    }

    private void assertLine(final String expected) throws IOException {
        writer.flush();
        assertEquals(expected + "\n", bytes.toString(StandardCharsets.UTF_8));
        bytes.reset();
    }

    private static CommandResult result(
            final CommandType type, final ResultCode code, final long cookie, final OrderEvent... events) {
        return new CommandResult(9, type, code, cookie, 123, 301, 7, 5001, 4, List.of(events));
    }

    @Test
    void shouldWriteAResultOfManyEventsInPartsAndInABoundedBuffer() throws IOException {
        final int events = 2 * 65_536 + 1;
        final OrderEvent reject = new OrderEvent.Reject(5001, 4);
        final ChunkSizes chunks = new ChunkSizes(bytes);
        writer = new ResultWriter(chunks);
        writer.result(new CommandResult(
                9,
                CommandType.PLACE_ORDER,
                ResultCode.SUCCESS,
                3,
                123,
                301,
                7,
                5001,
                4,
                Collections.nCopies(events, reject)));
        writer.flush();
        final List<String> lines =
                bytes.toString(StandardCharsets.UTF_8).lines().toList();
        final String all =
                "{\"seq\":9,\"cmd\":\"place\",\"result\":\"SUCCESS\",\"cookie\":3,\"orderId\":5001,\"remaining\":4,";
        final String event = "{\"event\":\"REJECT\",\"orderId\":5001,\"size\":4}";
        final String full = String.join(",", Collections.nCopies(65_536, event));
        assertEquals(
                List.of(
                        all + "\"part\":1,\"continued\":true,\"events\":[" + full + "]}",
                        all + "\"part\":2,\"continued\":true,\"events\":[" + full + "]}",
                        all + "\"part\":3,\"events\":[" + event + "]}"),
                lines);
        assertTrue(chunks.largest < 1 << 17, () -> "bytes in memory: " + chunks.largest);
    }

    /** Records the number of bytes that were kept before they were written. */
    private static final class ChunkSizes extends FilterOutputStream {
        private int largest;

        ChunkSizes(final OutputStream out) {
            super(out);
        }

        @Override
        public void write(final byte[] chunk, final int offset, final int length) throws IOException {
            largest = Math.max(largest, length);
            out.write(chunk, offset, length);
        }
    }

    @Test
    void shouldWriteTrades() throws IOException {
        writer.result(result(
                CommandType.PLACE_ORDER,
                ResultCode.SUCCESS,
                0,
                new OrderEvent.Trade(1, 5001, 301, Side.BID, 4001, 302, 15250, 8, 0, 4, 24, 8),
                new OrderEvent.Reject(5001, 4)));
        assertLine("{\"seq\":9,\"cmd\":\"place\",\"result\":\"SUCCESS\",\"orderId\":5001,\"remaining\":4,\"events\":["
                + "{\"event\":\"TRADE\",\"tradeId\":1,\"takerOrderId\":5001,\"takerUid\":301,\"takerSide\":\"BID\","
                + "\"makerOrderId\":4001,\"makerUid\":302,\"price\":15250,\"size\":8,\"makerRemaining\":0,"
                + "\"takerRemaining\":4,\"takerFee\":24,\"makerFee\":8},"
                + "{\"event\":\"REJECT\",\"orderId\":5001,\"size\":4}]}");
    }

    @Test
    void shouldWriteReductionsAndCookies() throws IOException {
        writer.result(result(
                CommandType.CANCEL_ORDER, ResultCode.SUCCESS, -7, new OrderEvent.Reduce(5001, Side.ASK, 4, 0, 15400)));
        assertLine("{\"seq\":9,\"cmd\":\"cancel\",\"result\":\"SUCCESS\",\"cookie\":-7,\"orderId\":5001,"
                + "\"remaining\":4,\"events\":[{\"event\":\"REDUCE\",\"orderId\":5001,\"side\":\"ASK\",\"size\":4,"
                + "\"remaining\":0,\"price\":15400}]}");
    }

    @Test
    void shouldWriteActs() throws IOException {
        writer.result(result(
                CommandType.PLACE_ORDER,
                ResultCode.SUCCESS,
                0,
                new OrderEvent.Act(ActCause.TRIGGER, 1, 301, Side.BID, OrderType.IOC, 108, 5, 0)));
        assertLine("{\"seq\":9,\"cmd\":\"place\",\"result\":\"SUCCESS\",\"orderId\":5001,\"remaining\":4,\"events\":["
                + "{\"event\":\"ACT\",\"cause\":\"TRIGGER\",\"orderId\":1,\"uid\":301,\"side\":\"BID\","
                + "\"type\":\"IOC\","
                + "\"price\":108,\"size\":5,\"remaining\":0}]}");
    }

    @Test
    void shouldWriteWhatTheExchangeDoesWithOrders() throws IOException {
        writer.result(result(
                CommandType.REPLACE_ORDER,
                ResultCode.SUCCESS,
                0,
                new OrderEvent.Replace(5000, 5001, Side.ASK, 104, 4, false),
                new OrderEvent.Refresh(7, Side.BID, 103, 2),
                new OrderEvent.Reprice(5001, 103)));
        assertLine("{\"seq\":9,\"cmd\":\"replace\",\"result\":\"SUCCESS\",\"orderId\":5001,\"remaining\":4,\"events\":["
                + "{\"event\":\"REPLACE\",\"orderId\":5000,\"newOrderId\":5001,\"side\":\"ASK\",\"price\":104,"
                + "\"remaining\":4,\"kept\":false},"
                + "{\"event\":\"REFRESH\",\"orderId\":7,\"side\":\"BID\",\"price\":103,\"shown\":2},"
                + "{\"event\":\"REPRICE\",\"orderId\":5001,\"price\":103}]}");
    }

    @Test
    void shouldSayThatThereIsMoreToDo() throws IOException {
        final OrderEvent cancel = new OrderEvent.Cancel(3, 301, Side.ASK, 80, 4, 1, CancelReason.MASS);
        for (final CommandType type : List.of(CommandType.MASS_CANCEL, CommandType.TICK)) {
            writer.result(new CommandResult(9, type, ResultCode.SUCCESS, 5, 123, 301, 7, 0, 0, List.of(cancel), true));
            assertLine("{\"seq\":9,\"cmd\":\"" + Verb.of(type).text() + "\",\"result\":\"SUCCESS\",\"cookie\":5,"
                    + "\"events\":[{\"event\":\"CANCEL\",\"orderId\":3,\"uid\":301,\"side\":\"ASK\",\"price\":80,"
                    + "\"size\":4,\"remaining\":1,\"reason\":\"MASS\"}],\"more\":true}");
        }
        writer.result(result(CommandType.TICK, ResultCode.INVALID_SYMBOL, 0));
        assertLine("{\"seq\":9,\"cmd\":\"tick\",\"result\":\"INVALID_SYMBOL\"}");
        writer.result(result(CommandType.SET_USER, ResultCode.SUCCESS, 0));
        assertLine("{\"seq\":9,\"cmd\":\"set_user\",\"result\":\"SUCCESS\"}");
    }

    @Test
    void shouldWriteTermsOfReportedOrders() throws IOException {
        final OrderTerms terms = OrderTerms.builder()
                .exit(9, 110, 0, 0)
                .flagged()
                .stp(StpMode.CANCEL_MAKER)
                .trigger(95, TriggerWhen.FALLS)
                .build();
        final UserReport.Order order =
                new UserReport.Order(1, 5001, Side.BID, OrderType.GTC, 90, 91, 12, 4, terms, true, 0);
        writer.userReport(
                new UserReport(
                        10, ResultCode.SUCCESS, 301, UserStatus.ACTIVE, 7, List.of(), List.of(), List.of(order), false),
                0);
        assertLine("{\"seq\":10,\"cmd\":\"user_report\",\"result\":\"SUCCESS\",\"uid\":301,\"status\":\"ACTIVE\","
                + "\"accounts\":[],\"positions\":[],\"orders\":[{\"symbol\":1,\"orderId\":5001,\"side\":\"BID\","
                + "\"type\":\"GTC\",\"price\":90,\"reservePrice\":91,\"size\":12,\"remaining\":4,\"trigger\":95,"
                + "\"when\":\"FALLS\",\"stp\":\"CANCEL_MAKER\",\"flagged\":true,\"exit\":{\"orderId\":9,"
                + "\"price\":110},\"dormant\":true}]}");
    }

    @Test
    void shouldWriteNothingOfTheOrderWhereTheCommandWasRefusedOrIsNoTradingCommand() throws IOException {
        writer.result(result(CommandType.MOVE_ORDER, ResultCode.RISK_NSF, Long.MIN_VALUE));
        assertLine("{\"seq\":9,\"cmd\":\"move\",\"result\":\"RISK_NSF\",\"cookie\":-9223372036854775808}");
        writer.result(result(CommandType.ADJUST_BALANCE, ResultCode.SUCCESS, 0));
        assertLine("{\"seq\":9,\"cmd\":\"adjust\",\"result\":\"SUCCESS\"}");
        writer.result(result(CommandType.REDUCE_ORDER, ResultCode.SUCCESS, 0));
        assertLine(
                "{\"seq\":9,\"cmd\":\"reduce\",\"result\":\"SUCCESS\",\"orderId\":5001,\"remaining\":4,\"events\":[]}");
    }

    @Test
    void shouldWriteWhatOtherOrdersDidBeforeTheCommandWasRefused() throws IOException {
        writer.result(result(
                CommandType.PLACE_ORDER,
                ResultCode.MATCHING_DUPLICATE_ORDER_ID,
                0,
                new OrderEvent.Act(ActCause.TRIGGER, 1, 301, Side.BID, OrderType.IOC, 108, 5, 0)));
        assertLine("{\"seq\":9,\"cmd\":\"place\",\"result\":\"MATCHING_DUPLICATE_ORDER_ID\",\"orderId\":5001,"
                + "\"remaining\":4,\"events\":[{\"event\":\"ACT\",\"cause\":\"TRIGGER\",\"orderId\":1,\"uid\":301,"
                + "\"side\":\"BID\",\"type\":\"IOC\",\"price\":108,\"size\":5,\"remaining\":0}]}");
    }

    @Test
    void shouldSayThatABookHasMoreLevels() throws IOException {
        final OrderBookReport.Level level = new OrderBookReport.Level(5, 1, 1);
        final List<OrderBookReport.Level> most = Collections.nCopies(Limits.MAX_BOOK_LEVELS, level);
        writer.book(new OrderBookReport(9, ResultCode.SUCCESS, 7, most, List.of(level), true, true), 0);
        writer.flush();
        final String line = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(
                line.endsWith(",[5,1,1]],\"bids\":[[5,1,1]],\"moreAsks\":true}\n"),
                "the depth has cut the bids, and not the limit");
    }

    @Test
    void shouldWriteBooks() throws IOException {
        writer.book(
                new OrderBookReport(
                        10,
                        ResultCode.SUCCESS,
                        1,
                        List.of(new OrderBookReport.Level(15500, 10, 2), new OrderBookReport.Level(15501, 1, 1)),
                        List.of()),
                3);
        assertLine("{\"seq\":10,\"cmd\":\"book\",\"result\":\"SUCCESS\",\"cookie\":3,\"symbol\":1,"
                + "\"asks\":[[15500,10,2],[15501,1,1]],\"bids\":[]}");
        writer.book(new OrderBookReport(10, ResultCode.INVALID_SYMBOL, 1, List.of(), List.of()), 0);
        assertLine("{\"seq\":10,\"cmd\":\"book\",\"result\":\"INVALID_SYMBOL\"}");
    }

    @Test
    void shouldWriteUserReports() throws IOException {
        writer.userReport(
                new UserReport(
                        10,
                        ResultCode.SUCCESS,
                        301,
                        UserStatus.ACTIVE,
                        7,
                        List.of(new UserReport.Account(20, 100, 40, 60), new UserReport.Account(21, 1, 0, -1)),
                        List.of(new UserReport.Position(2, PositionDirection.LONG, 3, 300, 0, 0, 20, 100, 0, 0)),
                        List.of(new UserReport.Order(1, 5001, Side.BID, OrderType.GTC, 15400, 15600, 12, 4)),
                        true),
                0);
        assertLine("{\"seq\":10,\"cmd\":\"user_report\",\"result\":\"SUCCESS\",\"uid\":301,\"status\":\"ACTIVE\","
                + "\"accounts\":[{\"currency\":20,\"balance\":100,\"held\":40,\"available\":60},"
                + "{\"currency\":21,\"balance\":1,\"held\":0,\"available\":-1}],"
                + "\"positions\":[{\"symbol\":2,\"direction\":\"LONG\",\"openVolume\":3,\"openPriceSum\":300,"
                + "\"pendingBuy\":0,\"pendingSell\":0}],"
                + "\"orders\":[{\"symbol\":1,\"orderId\":5001,\"side\":\"BID\",\"type\":\"GTC\",\"price\":15400,"
                + "\"reservePrice\":15600,\"size\":12,\"remaining\":4}],\"moreOrders\":true}");
        writer.userReport(UserReport.refused(10, ResultCode.USER_MGMT_USER_NOT_FOUND, 5), 8);
        assertLine("{\"seq\":10,\"cmd\":\"user_report\",\"result\":\"USER_MGMT_USER_NOT_FOUND\",\"cookie\":8}");
    }

    @Test
    void shouldWriteTotals() throws IOException {
        writer.totals(
                new TotalsReport(
                        10,
                        List.of(new TotalsReport.CurrencyTotals(20, 1, 2, 3, -4, 5)),
                        List.of(
                                new TotalsReport.SymbolTotals(1, 0, 0, 1, 15250),
                                new TotalsReport.SymbolTotals(2, 7, 7, 0, 0))),
                0);
        assertLine("{\"seq\":10,\"cmd\":\"totals_report\",\"result\":\"SUCCESS\",\"currencies\":[{\"currency\":20,"
                + "\"balances\":1,\"held\":2,\"fees\":3,\"adjustments\":-4,\"positions\":5}],"
                + "\"symbols\":[{\"symbol\":1,\"openInterestLong\":0,\"openInterestShort\":0,\"orders\":1,"
                + "\"lastPrice\":15250},{\"symbol\":2,\"openInterestLong\":7,\"openInterestShort\":7,\"orders\":0,"
                + "\"lastPrice\":0}]}");
    }

    @Test
    void shouldWriteStateHashes() throws IOException {
        writer.stateHash(new StateHashReport(10, 0x9f86d081884c7d65L), 0);
        assertLine("{\"seq\":10,\"cmd\":\"state_hash\",\"result\":\"SUCCESS\",\"hash\":\"9f86d081884c7d65\"}");
        writer.stateHash(new StateHashReport(0, 0x65L), 0);
        assertLine("{\"seq\":0,\"cmd\":\"state_hash\",\"result\":\"SUCCESS\",\"hash\":\"0000000000000065\"}");
    }

    @Test
    void shouldEscapeWhatErrorsQuote() throws IOException {
        writer.badLine(17, "key \"a\\b\"\n\u0001 é…𝄞");
        assertLine("{\"line\":17,\"error\":\"key \\\"a\\\\b\\\"\\u000a\\u0001 é…𝄞\"}");
    }

    @Test
    void shouldSendOutFullBuffersByItself() throws IOException {
        for (int i = 0; i < 10_000; i++) {
            writer.badLine(i, "x");
        }
        final int before = bytes.size();
        writer.flush();
        assertEquals(true, before > 100_000 && before < bytes.size());
    }
}
