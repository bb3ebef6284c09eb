package io.daybook.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.host.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests how the model reads sentences of the contract that can be read in more than one way; the expected figures are
 * worked out by hand.
 */
@Proves("the model reads each ambiguous sentence of semantics.md as intended")
class ReadingsTest {
    private static final String PAIR =
            "{'cmd':'add_symbol','symbol':1,'type':'EXCHANGE_PAIR','base':10,'quote':20,'lotSize':1,'tickValue':1%s}";
    private static final String FUTURE =
            "{'cmd':'add_symbol','symbol':2,'type':'FUTURES_CONTRACT','base':9,'quote':20,'lotSize':1,'tickValue':1%s}";

    @Test
    void shouldTakeTransactionZeroAsTooLowAlsoBeforeTheFirst() {
        assertCodes(
                new String[] {
                    "{'cmd':'add_user','uid':1}",
                    "{'cmd':'adjust','uid':1,'currency':20,'amount':5,'txid':0}",
                    "{'cmd':'adjust','uid':1,'currency':20,'amount':5,'txid':1}",
                    "{'cmd':'adjust','uid':1,'currency':20,'amount':5,'txid':1}",
                    "{'cmd':'adjust','uid':1,'currency':20,'amount':5,'txid':0}"
                },
                "SUCCESS",
                "USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY",
                "SUCCESS",
                "USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME",
                "USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY");
    }

    @Test
    void shouldJudgeThePriceOfABudgetTypeByItsTypeBeforeItsBeingAllowed() {
        assertCodes(
                new String[] {
                    FUTURE.formatted(",'maxPrice':10"),
                    "{'cmd':'add_accounts','accounts':{'1':{'20':100}}}",
                    place(1, 2, 1, "BID", "FOK_BUDGET", 11, 1),
                    place(1, 2, 1, "BID", "FOK_BUDGET", 0, 1),
                    place(1, 2, 1, "BID", "GTC", 11, 1)
                },
                "SUCCESS",
                "SUCCESS",
                "UNSUPPORTED_ORDER_TYPE",
                "INVALID_PRICE",
                "INVALID_PRICE");
    }

    @Test
    void shouldSellAtALossInOneTradeOfABudgetThatCoversItsFees() {
        // Fees of 5 a lot: the lot at 9 earns 4, the lot at 2 costs 3.
        assertEquals(
                "{'seq':5,'cmd':'user_report','result':'SUCCESS','uid':2,'status':'ACTIVE',"
                        + "'accounts':[{'currency':20,'balance':1,'held':0,'available':1}],'positions':[],'orders':[]}",
                last(
                        PAIR.formatted(",'takerFee':5"),
                        "{'cmd':'add_accounts','accounts':{'1':{'20':100},'2':{'10':2}}}",
                        place(1, 1, 1, "BID", "GTC", 9, 1),
                        place(1, 1, 2, "BID", "GTC", 2, 1),
                        place(2, 1, 3, "ASK", "FOK_BUDGET", 11, 2),
                        "{'cmd':'user_report','uid':2}"));
    }

    @Test
    void shouldStopABudgetInTheLevelThatItCannotPayInFull() {
        // A budget of 10 buys both lots at 3, and then one of the two lots at 4, which uses it up.
        assertEquals(
                "{'seq':6,'cmd':'place','result':'SUCCESS','orderId':4,'remaining':0,'events':["
                        + trade(1, 4, 1, 2, 3, 2, 0, 2)
                        + ","
                        + trade(2, 4, 2, 2, 4, 1, 1, 1)
                        + ",{'event':'REJECT','orderId':4,'size':1}]}",
                last(
                        PAIR.formatted(""),
                        "{'cmd':'add_accounts','accounts':{'1':{'20':100},'2':{'10':50}}}",
                        place(2, 1, 1, "ASK", "GTC", 3, 2),
                        place(2, 1, 2, "ASK", "GTC", 4, 2),
                        "{'cmd':'nop'}",
                        place(1, 1, 4, "BID", "IOC_BUDGET", 10, 4)));
    }

    @Test
    void shouldLetAClosingOrderHoldItsFeeWithoutFunds() {
        // Both users need 5 of margin and 10 for the fee. After the trade user 1 has nothing free, and may still close.
        assertEquals(
                "{'seq':5,'cmd':'user_report','result':'SUCCESS','uid':1,'status':'ACTIVE',"
                        + "'accounts':[{'currency':20,'balance':5,'held':10,'available':-10}],"
                        + "'positions':[{'symbol':2,'direction':'LONG','openVolume':1,'openPriceSum':7,"
                        + "'pendingBuy':0,'pendingSell':1}],"
                        + "'orders':[{'symbol':2,'orderId':3,'side':'ASK','type':'GTC','price':8,'reservePrice':0,"
                        + "'size':1,'remaining':1}]}",
                last(
                        FUTURE.formatted(",'takerFee':10,'marginBuy':5,'marginSell':5"),
                        "{'cmd':'add_accounts','accounts':{'1':{'20':15},'2':{'20':15}}}",
                        place(2, 2, 1, "ASK", "GTC", 7, 1),
                        place(1, 2, 2, "BID", "GTC", 7, 1),
                        place(1, 2, 3, "ASK", "GTC", 8, 1),
                        "{'cmd':'user_report','uid':1}"));
    }

    @Test
    void shouldRoundTheCostOfWhatIsClosedDown() {
        // Bought 1 at 10 and 2 at 11: 32. Closing 1 at 11 costs ⌊32 / 3⌋ = 10 and earns 1.
        assertEquals(
                "{'seq':7,'cmd':'user_report','result':'SUCCESS','uid':1,'status':'ACTIVE',"
                        + "'accounts':[{'currency':20,'balance':101,'held':0,'available':101}],"
                        + "'positions':[{'symbol':2,'direction':'LONG','openVolume':2,'openPriceSum':22,"
                        + "'pendingBuy':0,'pendingSell':0}],'orders':[]}",
                last(
                        FUTURE.formatted(""),
                        "{'cmd':'add_accounts','accounts':{'1':{'20':100},'2':{'20':100}}}",
                        place(2, 2, 1, "ASK", "GTC", 10, 1),
                        place(2, 2, 2, "ASK", "GTC", 11, 2),
                        place(1, 2, 3, "BID", "GTC", 11, 3),
                        place(2, 2, 4, "BID", "GTC", 11, 1),
                        place(1, 2, 5, "ASK", "GTC", 11, 1),
                        "{'cmd':'user_report','uid':1}"));
    }

    @Test
    void shouldKeepCountingAfterAResetAndOverBadLines() {
        assertEquals(
                List.of(
                        quoted("{'seq':1,'cmd':'nop','result':'SUCCESS'}"),
                        quoted("{'line':4,'error':'bad line'}"),
                        quoted("{'seq':2,'cmd':'reset','result':'SUCCESS'}"),
                        quoted("{'seq':2,'cmd':'user_report','result':'USER_MGMT_USER_NOT_FOUND','cookie':3}"),
                        quoted("{'seq':3,'cmd':'nop','result':'SUCCESS'}")),
                run(
                        "# comment",
                        "{'cmd':'nop'}",
                        "",
                        "{'cmd':'nop','uid':1}",
                        "{'cmd':'reset'}",
                        "{'cmd':'user_report','uid':1,'cookie':3}",
                        "{'cmd':'nop','cookie':0}"));
    }

    @Test
    void shouldRefuseAListOfAccountsByTheKindOfItsFaults() {
        assertCodes(
                new String[] {
                    "{'cmd':'add_user','uid':1}",
                    "{'cmd':'add_accounts','accounts':{'1':{'20':-1,'0':5},'0':{}}}",
                    "{'cmd':'add_accounts','accounts':{'1':{'20':-1,'0':5}}}",
                    "{'cmd':'add_accounts','accounts':{'1':{'20':-1}}}",
                    "{'cmd':'add_accounts','accounts':{'1':{},'2':{}}}",
                    "{'cmd':'user_report','uid':2}",
                    "{'cmd':'add_accounts','accounts':{}}"
                },
                "SUCCESS",
                "AUTH_INVALID_USER",
                "INVALID_CURRENCY",
                "USER_MGMT_ADJUSTMENT_LIMIT",
                "USER_MGMT_USER_ALREADY_EXISTS",
                "USER_MGMT_USER_NOT_FOUND",
                "SUCCESS");
    }

    @Test
    void shouldKeepNoAmountThatLeaves64Bits() {
        assertThrows(CapacityExceeded.class, () -> Exact.kept(Exact.MAX_TOTAL.add(Exact.MAX_TOTAL)));
        assertEquals(Exact.MAX_TOTAL, Exact.kept(Exact.MAX_TOTAL));
    }

    private static String place(
            final long uid,
            final int symbol,
            final long orderId,
            final String side,
            final String type,
            final long price,
            final long size) {
        return "{'cmd':'place','uid':" + uid + ",'symbol':" + symbol + ",'orderId':" + orderId + ",'side':'" + side
                + "','type':'" + type + "','price':" + price + ",'size':" + size + "}";
    }

    private static String trade(
            final long tradeId,
            final long taker,
            final long maker,
            final long makerUid,
            final long price,
            final long size,
            final long makerLeft,
            final long takerLeft) {
        return "{'event':'TRADE','tradeId':" + tradeId + ",'takerOrderId':" + taker
                + ",'takerUid':1,'takerSide':'BID','makerOrderId':" + maker + ",'makerUid':" + makerUid + ",'price':"
                + price + ",'size':" + size + ",'makerRemaining':" + makerLeft + ",'takerRemaining':" + takerLeft
                + ",'takerFee':0,'makerFee':0}";
    }

    private static void assertCodes(final String[] lines, final String... codes) {
        final List<String> actual = run(lines).stream()
                .map(result -> result.replaceFirst(".*\"result\":\"([A-Z_]+)\".*", "$1"))
                .toList();
        assertEquals(List.of(codes), actual);
    }

    private static String last(final String... lines) {
        final List<String> results = run(lines);
        return results.get(results.size() - 1).replace('"', '\'');
    }

    private static List<String> run(final String... lines) {
        final List<String> quoted =
                List.of(lines).stream().map(ReadingsTest::quoted).toList();
        return new ModelRunner(Invariants::check).run(new Scenario("readings", Settings.DEFAULT, quoted));
    }

    private static String quoted(final String line) {
        return line.replace('\'', '"');
    }
}
