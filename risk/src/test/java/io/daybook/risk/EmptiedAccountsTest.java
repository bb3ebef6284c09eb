package io.daybook.risk;

import static io.daybook.api.ResultCode.AUTH_USER_SUSPENDED;
import static io.daybook.api.ResultCode.SUCCESS;
import static io.daybook.api.ResultCode.USER_MGMT_ADJUSTMENT_NSF;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CancelOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.SuspendUser;
import io.daybook.api.UserReport;
import io.daybook.kernel.state.StateHasher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Users that come, trade futures or not, and are suspended once they have nothing left, which forgets their accounts,
 * beside a model that only counts: whatever the records of accounts with and without portfolios were before.
 */
class EmptiedAccountsTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_126L);
    private static final int STEPS = Boolean.getBoolean("daybook.long") ? 2_000_000 : 40_000;
    private static final int AUDIT_EVERY = 500;
    private static final int USERS = 12;

    /** A user with more than eight accounts finds them by an index. */
    private static final int CURRENCIES = 11;

    private static final int FIRST_CURRENCY = 20;
    private static final long FEE = 3;
    private static final long MARGIN = 500;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TestExchange exchange = new TestExchange();
    private final long[][] balances = new long[USERS + 1][CURRENCIES];
    private final List<List<Deque<Long>>> orders = new ArrayList<>();
    private final boolean[] suspended = new boolean[USERS + 1];
    private long lastOrder;
    private int emptied;

    @Test
    void shouldKeepEveryBodysAccountsWhoeverHadTheirRecordsBefore() {
        for (int currency = 0; currency < CURRENCIES; currency++) {
            exchange.symbol(TestExchange.futureWithFees(currency + 1, 11, FIRST_CURRENCY + currency));
        }
        for (int uid = 0; uid <= USERS; uid++) {
            final List<Deque<Long>> none = new ArrayList<>();
            for (int currency = 0; currency < CURRENCIES; currency++) {
                none.add(new ArrayDeque<>());
            }
            orders.add(none);
            if (uid > 0) {
                exchange.user(uid);
            }
        }
        for (int step = 1; step <= STEPS; step++) {
            final int uid = 1 + random.nextInt(USERS);
            step(uid, random.nextInt(CURRENCIES));
            check(uid, step);
            if (step % AUDIT_EVERY == 0) {
                audit(step);
            }
        }
    }

    private void step(final int uid, final int currency) {
        switch (random.nextInt(10)) {
            case 0, 1 -> {
                final long amount = 1 + random.nextInt(3_000);
                exchange.deposit(uid, FIRST_CURRENCY + currency, amount);
                balances[uid][currency] += amount;
            }
            case 2, 3, 4 -> place(uid, currency);
            case 5 -> cancel(uid, currency);
            case 6 -> withdraw(uid, currency);
            case 7, 8 -> empty(uid);
            default -> suspend(uid, !suspended[uid]);
        }
    }

    private void place(final int uid, final int currency) {
        final Deque<Long> live = orders.get(uid).get(currency);
        if (balances[uid][currency] < (live.size() + 1) * (FEE + MARGIN)) {
            return;
        }
        final long order = ++lastOrder;
        final ResultCode expected = suspended[uid] ? AUTH_USER_SUSPENDED : SUCCESS;
        assertEquals(expected, exchange.bid(uid, currency + 1, order, 1, 100), this::where);
        if (!suspended[uid]) {
            live.add(order);
        }
    }

    private void cancel(final int uid, final int currency) {
        final Long order = orders.get(uid).get(currency).poll();
        if (order != null) {
            assertEquals(SUCCESS, exchange.run(new CancelOrder(uid, currency + 1, order)), this::where);
        }
    }

    /** All that there is: refused where an order needs some of it. */
    private void withdraw(final int uid, final int currency) {
        final long balance = balances[uid][currency];
        if (balance == 0) {
            return;
        }
        final boolean isFree = orders.get(uid).get(currency).isEmpty();
        assertEquals(
                isFree ? SUCCESS : USER_MGMT_ADJUSTMENT_NSF,
                exchange.adjust(uid, FIRST_CURRENCY + currency, -balance),
                this::where);
        balances[uid][currency] = isFree ? 0 : balance;
    }

    /**
     * The user leaves: orders, money, and at last the accounts, at the suspension or at what is withdrawn behind it.
     */
    private void empty(final int uid) {
        final int first = random.nextInt(CURRENCIES);
        final boolean isSuspendedFirst = random.nextBoolean();
        if (isSuspendedFirst) {
            suspend(uid, true);
        }
        for (int i = 0; i < CURRENCIES; i++) {
            final int currency = (first + i) % CURRENCIES;
            while (!orders.get(uid).get(currency).isEmpty()) {
                cancel(uid, currency);
            }
            withdraw(uid, currency);
        }
        suspend(uid, true);
        emptied++;
        if (random.nextBoolean()) {
            suspend(uid, false);
        }
    }

    private void suspend(final int uid, final boolean wanted) {
        if (suspended[uid] != wanted) {
            suspended[uid] = wanted;
            assertEquals(SUCCESS, exchange.run(wanted ? new SuspendUser(uid) : new ResumeUser(uid)), this::where);
        }
    }

    private void check(final int uid, final int step) {
        final List<UserReport.Account> expected = new ArrayList<>();
        for (int currency = 0; currency < CURRENCIES; currency++) {
            final int live = orders.get(uid).get(currency).size();
            final long balance = balances[uid][currency];
            if (balance != 0) {
                expected.add(new UserReport.Account(
                        FIRST_CURRENCY + currency, balance, live * FEE, balance - live * (FEE + MARGIN)));
            }
        }
        assertEquals(expected, exchange.risk.accounts(exchange.risk.userIndex(uid)), () -> where() + " step=" + step);
    }

    private void audit(final int step) {
        exchange.audit();
        for (int uid = 1; uid <= USERS; uid++) {
            check(uid, step);
        }
        final StateHasher restored = new StateHasher();
        StateRecorder.of(exchange.risk).restore().hashState(restored);
        assertEquals(exchange.hash(), restored.sum(), () -> where() + " step=" + step);
    }

    private String where() {
        return "seed=" + SEED + " orders=" + lastOrder + " emptied=" + emptied;
    }
}
