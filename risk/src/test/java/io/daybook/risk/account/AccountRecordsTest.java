package io.daybook.risk.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.SymbolSpec;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The records of accounts, one for an account without a portfolio and a pair for an account with one, compared with a
 * plain map. They are opened, turned into pairs and given back in all orders: none is used twice, none is lost, and of
 * each kind there are never more than the most that were in use at one time.
 */
class AccountRecordsTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_126L);
    private static final int STEPS = 60_000;
    private static final int USERS = 30;
    private static final int CURRENCIES = 12;
    private static final int BASE = CURRENCIES;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SymbolTable symbols = new SymbolTable();
    private final Users users = new Users(HashSecret.NONE);
    private final Positions positions = new Positions(symbols, users);
    private final Accounts accounts = new Accounts(users, positions);
    private final Ledger ledger = new Ledger(users, positions, accounts, new Currencies());
    private final Slab records = positions.accountRecords();

    /** The expected state of an account. */
    private static final class Expected {
        private long balance;
        private boolean hasPortfolio;
        private boolean hasPosition;
    }

    private final List<Map<Integer, Expected>> model = new ArrayList<>();
    private int singles;
    private int pairs;
    private int mostSingles;
    private int mostPairs;
    private int highest;
    private int given;

    @Test
    void shouldUseTheRecordsOfEmptiedAccountsAgain() {
        for (int currency = 0; currency < CURRENCIES; currency++) {
            symbols.add(
                    SymbolSpec.futuresContract(currency + 1, 99, currency + 1).build(), BASE, currency);
        }
        for (int user = 0; user < USERS; user++) {
            assertEquals(user, users.add(user + 1L));
            model.add(new TreeMap<>());
        }
        for (int step = 0; step < STEPS; step++) {
            step(random.nextInt(USERS), random.nextInt(CURRENCIES), step);
            if (step % 100 == 0) {
                check();
            }
        }
        for (int user = 0; user < USERS; user++) {
            leave(user);
        }
        check();
        assertEquals(0, records.count());
        assertTrue(given > STEPS / 50, () -> "given=" + given);
        assertTrue(
                highest <= 2 + mostSingles + 2 * mostPairs,
                () -> "seed=" + SEED + " highest=" + highest + " singles=" + mostSingles + " pairs=" + mostPairs);
    }

    /**
     * For some time nearly all accounts have portfolios, then nearly none, so that records of each kind must be reused
     * for the other.
     */
    private void step(final int user, final int currency, final int step) {
        final boolean isTimeOfPairs = step / 2_000 % 2 == 0;
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> open(user, currency);
            case 3 -> {
                if (isTimeOfPairs || random.nextInt(8) == 0) {
                    open(user, currency);
                    openPortfolio(user, currency);
                }
            }
            case 4 -> togglePosition(user, currency);
            case 5 -> {
                accounts.forgetIfEmpty(user);
                forget(user);
            }
            default -> {
                if (random.nextInt(4) == 0) {
                    leave(user);
                }
            }
        }
    }

    private void open(final int user, final int currency) {
        final boolean isNew = !model.get(user).containsKey(currency);
        final int account = accounts.findOrOpen(user, currency);
        if (isNew) {
            model.get(user).put(currency, new Expected());
            singles++;
            assertEquals(0, accounts.balance(account));
            assertEquals(0, accounts.held(account));
            assertEquals(Positions.NONE, accounts.portfolio(account), "a new account in half of an old pair");
        }
        final long balance = random.nextInt(3) == 0 ? 0 : random.nextInt(1_000);
        ledger.restore(account, balance, accounts.held(account));
        model.get(user).get(currency).balance = balance;
        count();
    }

    private void openPortfolio(final int user, final int currency) {
        final Expected expected = model.get(user).get(currency);
        if (!expected.hasPortfolio) {
            final int account = accounts.openPortfolio(user, accounts.find(user, currency));
            expected.hasPortfolio = true;
            pairs++;
            count(); // the old record and the pair both exist for a moment
            singles--;
            assertEquals(account, accounts.portfolio(account));
            assertEquals(0, positions.count(account));
            assertEquals(0, positions.exposure(account));
            assertEquals(0, positions.margin(account));
            assertEquals(0, positions.worstResult(account));
        }
    }

    private void togglePosition(final int user, final int currency) {
        final Expected expected = model.get(user).get(currency);
        if (expected == null || !expected.hasPortfolio) {
            return;
        }
        final int account = accounts.find(user, currency);
        final Symbol symbol = symbols.at(currency);
        if (expected.hasPosition) {
            positions.steps().removePending(positions.find(account, symbol.index()), symbol, true, 1);
        } else {
            positions.addPending(positions.open(account, symbol.index()), symbol, true, 1);
        }
        expected.hasPosition = !expected.hasPosition;
    }

    private void leave(final int user) {
        model.get(user).forEach((currency, expected) -> {
            if (expected.hasPosition) {
                togglePosition(user, currency);
            }
            ledger.restore(accounts.find(user, currency), 0, 0);
            expected.balance = 0;
        });
        accounts.forgetIfEmpty(user);
        forget(user);
    }

    private void forget(final int user) {
        final Map<Integer, Expected> own = model.get(user);
        if (own.values().stream().noneMatch(each -> each.balance != 0 || each.hasPosition)) {
            for (final Expected each : own.values()) {
                pairs -= each.hasPortfolio ? 1 : 0;
                singles -= each.hasPortfolio ? 0 : 1;
                given++;
            }
            own.clear();
        }
    }

    private void count() {
        mostSingles = Math.max(mostSingles, singles);
        mostPairs = Math.max(mostPairs, pairs);
    }

    private void check() {
        assertEquals(singles + 2 * pairs, records.count(), () -> "seed=" + SEED);
        final BitSet used = new BitSet();
        for (int user = 0; user < USERS; user++) {
            final Map<Integer, Expected> own = model.get(user);
            assertEquals(own.size(), users.accountCount(user));
            for (int currency = 0; currency < CURRENCIES; currency++) {
                check(user, currency, own.get(currency), used);
            }
            final int latest = users.latestPosition(user);
            assertTrue(latest == Positions.NONE || positions.isOf(user, latest));
        }
    }

    private void check(final int user, final int currency, final Expected expected, final BitSet used) {
        final int account = accounts.find(user, currency);
        if (expected == null) {
            assertEquals(Accounts.NONE, account);
            return;
        }
        assertNotEquals(Accounts.NONE, account);
        assertEquals(expected.balance, accounts.balance(account));
        assertEquals(currency, accounts.currencyIndex(account));
        assertEquals(expected.hasPortfolio ? account : Positions.NONE, accounts.portfolio(account));
        assertEquals(expected.hasPosition, accounts.hasPositions(account));
        use(used, account);
        if (expected.hasPortfolio) {
            use(used, account + 1);
        }
    }

    private void use(final BitSet used, final int record) {
        assertTrue(record > 0 && !used.get(record), () -> "seed=" + SEED + " record=" + record + " is used twice");
        used.set(record);
        highest = Math.max(highest, record);
    }
}
