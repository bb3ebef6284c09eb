package io.daybook.risk;

import static io.daybook.api.ResultCode.AUTH_INVALID_USER;
import static io.daybook.api.ResultCode.INVALID_CURRENCY;
import static io.daybook.api.ResultCode.INVALID_SYMBOL_SPEC;
import static io.daybook.api.ResultCode.SUCCESS;
import static io.daybook.api.ResultCode.SYMBOL_ALREADY_EXISTS;
import static io.daybook.api.ResultCode.UNSUPPORTED_COMMAND;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_LIMIT;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_NSF;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_ZERO;
import static io.daybook.api.ResultCode.USER_MGMT_USER_ALREADY_EXISTS;
import static io.daybook.api.ResultCode.USER_MGMT_USER_ALREADY_SUSPENDED;
import static io.daybook.api.ResultCode.USER_MGMT_USER_NOT_FOUND;
import static io.daybook.api.ResultCode.USER_MGMT_USER_NOT_SUSPENDED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.AddSymbols;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CommandType;
import io.daybook.api.FeeType;
import io.daybook.api.Nop;
import io.daybook.api.PersistSnapshot;
import io.daybook.api.Reset;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.SuspendUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.UserReport;
import io.daybook.api.UserStatus;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The commands that open symbols and users, suspend users and adjust balances. */
@Proves("money: every rule of holds, fees, futures and administration, with numbers worked out by hand")
class AdministrationTest {
    private static final int USD = 20;
    private static final long MOST = 1L << 53;

    private final TestExchange exchange = new TestExchange().user(1);

    /** Invalid specifications, each with the name of its invalid field. */
    private static List<Map.Entry<String, SymbolSpec>> brokenSpecs() {
        final SymbolType pair = SymbolType.EXCHANGE_PAIR;
        final SymbolType futures = SymbolType.FUTURES_CONTRACT;
        final FeeType perLot = FeeType.PER_LOT;
        final FeeType ppm = FeeType.PROPORTIONAL;
        final long highest = 1L << 40;
        return List.of(
                Map.entry("symbol", new SymbolSpec(0, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("symbol", new SymbolSpec(-1, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("baseCurrency", new SymbolSpec(1, pair, 0, 20, 1, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("quoteCurrency", new SymbolSpec(1, pair, 10, 0, 1, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("quoteCurrency", new SymbolSpec(1, pair, 10, 10, 1, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("margins", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 0, 0, 1, 0, 1, highest)),
                Map.entry("margins", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 1, 1, highest)),
                Map.entry("lotSize", new SymbolSpec(1, pair, 10, 20, 0, 1, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("tickValue", new SymbolSpec(1, pair, 10, 20, 1, 0, perLot, 0, 0, 0, 0, 1, highest)),
                Map.entry("takerFee", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 1, 2, 0, 0, 1, highest)),
                Map.entry("makerFee", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 1, -1, 0, 0, 1, highest)),
                Map.entry("makerFee", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, -1, -1, 0, 0, 1, highest)),
                Map.entry("takerFee", new SymbolSpec(1, pair, 10, 20, 1, 1, ppm, 1_000_001, 0, 0, 0, 1, highest)),
                Map.entry("minPrice", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 0, 0, 5)),
                Map.entry("maxPrice", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 0, 6, 5)),
                Map.entry("maxPrice", new SymbolSpec(1, pair, 10, 20, 1, 1, perLot, 0, 0, 0, 0, 1, highest + 1)),
                Map.entry("marginBuy", new SymbolSpec(1, futures, 10, 20, 1, 1, perLot, 0, 0, -1, 0, 1, highest)),
                Map.entry("marginSell", new SymbolSpec(1, futures, 10, 20, 1, 1, perLot, 0, 0, 0, -1, 1, highest)),
                Map.entry("feeType", new SymbolSpec(1, futures, 10, 20, 1, 1, ppm, 1, 1, 0, 0, 1, highest)));
    }

    @Test
    void shouldRefuseSpecificationsThatBreakARuleAndNameTheField() {
        for (final Map.Entry<String, SymbolSpec> broken : brokenSpecs()) {
            final SymbolSpec spec = broken.getValue();
            assertEquals(INVALID_SYMBOL_SPEC, exchange.run(new AddSymbol(spec)), spec::toString);
            final String problem = String.valueOf(spec.problem());
            assertTrue(problem.startsWith(broken.getKey() + " "), () -> spec + ": " + problem);
        }
        assertEquals(0, exchange.risk.symbolCount());
        assertEquals(
                SUCCESS,
                exchange.run(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20)
                        .feesProportional(1_000_000, 1_000_000)
                        .prices(1L << 40, 1L << 40)
                        .build())));
        assertEquals(
                SUCCESS,
                exchange.run(new AddSymbol(SymbolSpec.futuresContract(2, 20, 20).build())));
    }

    @Test
    void shouldCheckTheSpecificationBeforeTheId() {
        final SymbolSpec good = SymbolSpec.exchangePair(1, 10, 20).build();
        final SymbolSpec bad = brokenSpecs().get(4).getValue();
        assertEquals(SUCCESS, exchange.run(new AddSymbol(good)));
        assertEquals(INVALID_SYMBOL_SPEC, exchange.run(new AddSymbol(bad)));
        assertEquals(SYMBOL_ALREADY_EXISTS, exchange.run(new AddSymbol(good)));
    }

    @Test
    void shouldAddSymbolsAllOrNone() {
        final SymbolSpec one = SymbolSpec.exchangePair(1, 10, 20).build();
        final SymbolSpec two = SymbolSpec.exchangePair(2, 10, 20).build();
        final SymbolSpec bad = brokenSpecs().get(4).getValue();
        assertEquals(SUCCESS, exchange.run(new AddSymbols(List.of())));
        assertEquals(SYMBOL_ALREADY_EXISTS, exchange.run(new AddSymbols(List.of(one, two, one))));
        assertEquals(INVALID_SYMBOL_SPEC, exchange.run(new AddSymbols(List.of(one, one, bad))));
        assertEquals(0, exchange.risk.symbolCount());
        assertEquals(SUCCESS, exchange.run(new AddSymbols(List.of(two, one))));
        assertEquals(SYMBOL_ALREADY_EXISTS, exchange.run(new AddSymbols(List.of(two))));
        assertEquals(2, exchange.risk.symbolCount());
        assertEquals(two, exchange.risk.spec(exchange.risk.symbolIndex(2)));
        assertEquals(CommandSlot.UNKNOWN_INDEX, exchange.risk.symbolIndex(3));
    }

    @Test
    void shouldAddEachUserOnce() {
        assertEquals(AUTH_INVALID_USER, exchange.run(new AddUser(0)));
        assertEquals(AUTH_INVALID_USER, exchange.run(new AddUser(Long.MIN_VALUE)));
        assertEquals(USER_MGMT_USER_ALREADY_EXISTS, exchange.run(new AddUser(1)));
        assertEquals(SUCCESS, exchange.run(new AddUser(Long.MAX_VALUE)));
        assertEquals(1, exchange.risk.userIndex(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, exchange.risk.uid(1));
    }

    @Test
    void shouldSuspendAndResume() {
        assertEquals(USER_MGMT_USER_NOT_FOUND, exchange.run(new SuspendUser(2)));
        assertEquals(USER_MGMT_USER_NOT_FOUND, exchange.run(new ResumeUser(2)));
        assertEquals(USER_MGMT_USER_NOT_SUSPENDED, exchange.run(new ResumeUser(1)));
        assertEquals(SUCCESS, exchange.run(new SuspendUser(1)));
        assertEquals(UserStatus.SUSPENDED, exchange.risk.status(0));
        assertEquals(USER_MGMT_USER_ALREADY_SUSPENDED, exchange.run(new SuspendUser(1)));
        exchange.deposit(1, USD, 100);
        assertEquals(SUCCESS, exchange.adjust(1, USD, -40));
        assertEquals(60, exchange.balance(1, USD));
        assertEquals(SUCCESS, exchange.run(new ResumeUser(1)));
        assertEquals(UserStatus.ACTIVE, exchange.risk.status(0));
    }

    @Test
    void shouldKeepOnlyStatusAndTransactionIdOfASuspendedUserWithNothingLeft() {
        for (int currency = 1; currency <= 20; currency++) {
            exchange.deposit(1, currency, 5);
        }
        exchange.run(new SuspendUser(1));
        for (int currency = 1; currency <= 20; currency++) {
            assertEquals(SUCCESS, exchange.adjust(1, currency, -5));
        }
        assertEquals(List.of(), exchange.risk.accounts(0));
        assertEquals(40, exchange.risk.lastTransactionId(0));
        assertEquals(USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME, exchange.run(new AdjustBalance(1, USD, 5, 40)));
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(1, USD, 5, 41)));
        assertEquals(List.of(new UserReport.Account(USD, 5, 0, 5)), exchange.risk.accounts(0));
        exchange.audit();
    }

    @Test
    void shouldCheckAdjustmentsInOrder() {
        assertEquals(AUTH_INVALID_USER, exchange.run(new AdjustBalance(2, 0, 0, 0)));
        assertEquals(INVALID_CURRENCY, exchange.run(new AdjustBalance(1, 0, 0, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_ZERO, exchange.run(new AdjustBalance(1, USD, 0, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.run(new AdjustBalance(1, USD, MOST + 1, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.run(new AdjustBalance(1, USD, -MOST - 1, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.run(new AdjustBalance(1, USD, Long.MIN_VALUE, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY, exchange.run(new AdjustBalance(1, USD, -MOST, 0)));
        assertEquals(USER_MGMT_ADJUSTMENT_NSF, exchange.run(new AdjustBalance(1, USD, -MOST, 1)));
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(1, USD, MOST, 1)));
    }

    @Test
    void shouldApplyEachTransactionIdOnceAndInOrder() {
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(1, USD, 100, 5)));
        assertEquals(USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME, exchange.run(new AdjustBalance(1, USD, 100, 5)));
        assertEquals(USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME, exchange.run(new AdjustBalance(1, 21, -9, 5)));
        assertEquals(USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY, exchange.run(new AdjustBalance(1, USD, 100, 4)));
        assertEquals(
                USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY,
                exchange.run(new AdjustBalance(1, USD, 100, Long.MIN_VALUE)));
        // a refused adjustment uses up no id
        assertEquals(USER_MGMT_ADJUSTMENT_NSF, exchange.run(new AdjustBalance(1, USD, -101, 6)));
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(1, USD, -100, 6)));
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(1, USD, 1, Long.MAX_VALUE)));
        assertEquals(
                USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME, exchange.run(new AdjustBalance(1, USD, 1, Long.MAX_VALUE)));
    }

    @Test
    void shouldKeepDepositsWithinTheBalanceLimit() {
        for (int i = 0; i < 128; i++) {
            exchange.deposit(1, USD, MOST); // 2^60 after the last
        }
        assertEquals(1L << 60, exchange.balance(1, USD));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.adjust(1, USD, 1));
        assertEquals(SUCCESS, exchange.adjust(1, USD, -1));
        assertEquals(SUCCESS, exchange.adjust(1, USD, 1));
    }

    @Test
    void shouldKeepAllAdjustmentsOfACurrencyWithinTheirLimit() {
        exchange.user(2).user(3).user(4).user(5);
        for (long uid = 1; uid <= 4; uid++) {
            for (int i = 0; i < 128; i++) {
                exchange.deposit(uid, USD, MOST);
            }
        }
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.adjust(5, USD, 1)); // 2^62 + 1
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, exchange.run(AddAccounts.of(Map.of(6L, Map.of(USD, 1L)))));
        assertEquals(SUCCESS, exchange.run(AddAccounts.of(Map.of(6L, Map.of(USD, 0L)))));
        assertEquals(SUCCESS, exchange.adjust(1, USD, -1));
        assertEquals(SUCCESS, exchange.adjust(5, USD, 1));
        exchange.audit();
    }

    @Test
    void shouldOpenAccountsAllOrNoneWithFaultsByKind() {
        final Map<Integer, Long> fine = Map.of(10, 5L, USD, 100_000L);
        final Map<Integer, Long> badCurrency = Map.of(0, 5L);
        final Map<Integer, Long> negative = Map.of(10, -1L);
        final Map<Integer, Long> tooMuch = Map.of(10, MOST + 1);
        assertEquals(AUTH_INVALID_USER, open(Map.of(0L, fine, 1L, negative, 7L, badCurrency)));
        assertEquals(INVALID_CURRENCY, open(Map.of(401L, tooMuch, 1L, negative, 7L, badCurrency)));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, open(Map.of(401L, fine, 1L, negative)));
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, open(Map.of(401L, tooMuch, 1L, fine)));
        assertEquals(USER_MGMT_USER_ALREADY_EXISTS, open(Map.of(401L, fine, 1L, fine)));
        assertEquals(1, exchange.risk.userCount());
        assertEquals(SUCCESS, open(Map.of(401L, fine, 402L, Map.of())));
        assertEquals(100_000, exchange.balance(401, USD));
        assertEquals(0, exchange.risk.lastTransactionId(exchange.risk.userIndex(401)));
        assertEquals(SUCCESS, exchange.run(new AdjustBalance(402, USD, 1, 1)));
        exchange.audit();
    }

    @Test
    void shouldOpenNobodyOfAListWhoseLastUserIsKnown() {
        exchange.user(500);
        final long hash = exchange.hash();
        final Map<Integer, Long> opening = Map.of(10, 5L, USD, 7L);
        assertEquals(
                USER_MGMT_USER_ALREADY_EXISTS,
                open(Map.of(401L, opening, 402L, Map.of(), 499L, opening, 500L, opening)));
        assertEquals(2, exchange.risk.userCount()); // 1 and 500
        assertEquals(hash, exchange.hash());
        assertEquals(List.of(), exchange.risk.totals().currencies());
        assertEquals(SUCCESS, open(Map.of(401L, opening, 402L, Map.of(), 499L, opening)));
        assertEquals(14, exchange.balance(401, USD) + exchange.balance(499, USD));
        exchange.audit();
    }

    @Test
    void shouldRefuseOpeningTotalsOverTheLimitBeforeAnythingIsOpened() {
        final Map<Long, Map<Integer, Long>> many = new HashMap<>();
        for (long uid = 10; uid < 10 + 513; uid++) {
            many.put(uid, Map.of(USD, MOST));
        }
        assertEquals(USER_MGMT_ADJUSTMENT_LIMIT, open(many)); // 513 × 2^53 > 2^62
        many.remove(10L);
        assertEquals(SUCCESS, open(many));
        exchange.audit();
    }

    @Test
    void shouldFindAccountsOfAUserWithHundredsOfCurrencies() {
        for (int currency = 1; currency <= 300; currency++) {
            exchange.deposit(1, currency, currency);
        }
        final List<UserReport.Account> accounts = exchange.risk.accounts(0);
        for (int currency = 1; currency <= 300; currency++) {
            exchange.deposit(1, currency, 1);
            assertEquals(new UserReport.Account(currency, currency, 0, currency), accounts.get(currency - 1));
            assertEquals(currency + 1, exchange.balance(1, currency));
        }
        exchange.audit();
    }

    @Test
    void shouldAnswerTheRest() {
        assertEquals(SUCCESS, exchange.run(new Nop()));
        assertEquals(SUCCESS, exchange.run(new PersistSnapshot()));
        exchange.slot.clear();
        for (final int type : new int[] {8, 9, 23, 63, -1, 1_000, CommandType.USER_REPORT.code()}) {
            exchange.slot.type(type);
            exchange.risk.hold(exchange.slot);
            assertEquals(UNSUPPORTED_COMMAND.code(), exchange.slot.resultCode());
        }
        exchange.slot.type(CommandType.ADD_SYMBOL.code());
        assertThrows(IllegalStateException.class, () -> exchange.risk.hold(exchange.slot));
    }

    @Test
    void shouldForgetEverythingOnReset() {
        final long empty = new TestExchange().hash();
        exchange.symbol(SymbolSpec.exchangePair(1, 10, USD)).deposit(1, USD, 1_000);
        exchange.bid(1, 1, 1, 1, 5);
        assertEquals(SUCCESS, exchange.run(new Reset()));
        assertEquals(empty, exchange.hash());
        assertEquals(0, exchange.risk.userCount());
        assertEquals(AUTH_INVALID_USER, exchange.bid(1, 1, 1, 1, 5));
        assertEquals(SUCCESS, exchange.run(new AddUser(1)));
    }

    private ResultCode open(final Map<Long, Map<Integer, Long>> accounts) {
        return exchange.run(AddAccounts.of(accounts));
    }
}
