package io.daybook.model;

import static io.daybook.model.Exact.big;
import static io.daybook.model.ResultCode.*;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The exchange as the contract describes it: a state, and the effect of each command on the state. */
public final class Exchange {
    private final Settings settings;
    private State state = new State();
    private Trading trading;

    public Exchange(final Settings settings) {
        this.settings = settings;
        this.trading = new Trading(state, settings);
    }

    public State state() {
        return state;
    }

    /** The answer that an order would get; the order is not placed. */
    public ResultCode check(final Command.Place place) {
        return trading.check(place);
    }

    /** Advances the time to a stamp, unless the stamp is earlier. */
    public void advance(final long stamp) {
        state.time = Math.max(state.time, stamp);
    }

    /** Runs one command. */
    public Outcome apply(final Command command) {
        if (command instanceof Command.Place place) {
            return trading.place(place);
        } else if (command instanceof Command.Move move) {
            return trading.move(move);
        } else if (command instanceof Command.Reduce reduce) {
            return trading.reduce(reduce);
        } else if (command instanceof Command.Cancel cancel) {
            return trading.cancel(cancel);
        } else if (command instanceof Command.Replace replace) {
            return trading.replace(replace);
        } else if (command instanceof Command.MassCancel mass) {
            return trading.massCancel(mass);
        } else if (command instanceof Command.Tick tick) {
            return trading.tick(tick);
        } else if (command.isQuery()) {
            return new Reports(state).answer(command);
        }
        return Outcome.plain(administer(command));
    }

    private ResultCode administer(final Command command) {
        if (command instanceof Command.AddSymbols addSymbols) {
            return addSymbols(addSymbols.specs());
        } else if (command instanceof Command.AddUser addUser) {
            return addUser(addUser.uid());
        } else if (command instanceof Command.AddAccounts addAccounts) {
            return addAccounts(addAccounts);
        } else if (command instanceof Command.Adjust adjust) {
            return adjust(adjust);
        } else if (command instanceof Command.SuspendUser suspend) {
            return suspend(suspend.uid());
        } else if (command instanceof Command.ResumeUser resume) {
            return resume(resume.uid());
        } else if (command instanceof Command.SetUser setUser) {
            return setUser(setUser);
        } else if (command instanceof Command.Reset) {
            return reset();
        } else if (command instanceof Command.Nop || command instanceof Command.Snapshot) {
            return SUCCESS;
        }
        throw new IllegalArgumentException("no such command: " + command);
    }

    private ResultCode addSymbols(final List<Spec> specs) {
        if (!specs.stream().allMatch(Spec::isValid)) {
            return INVALID_SYMBOL_SPEC;
        }
        final Set<Integer> symbols = new HashSet<>(state.markets.keySet());
        for (final Spec spec : specs) {
            if (!symbols.add(spec.symbol())) {
                return SYMBOL_ALREADY_EXISTS;
            }
        }
        specs.forEach(spec -> state.markets.put(spec.symbol(), new Market(spec)));
        return SUCCESS;
    }

    private ResultCode addUser(final long uid) {
        if (uid < 1) {
            return AUTH_INVALID_USER;
        }
        if (state.users.containsKey(uid)) {
            return USER_MGMT_USER_ALREADY_EXISTS;
        }
        state.users.put(uid, new User(uid));
        return SUCCESS;
    }

    private ResultCode addAccounts(final Command.AddAccounts command) {
        final var amounts = command.amounts();
        final TreeMap<Integer, BigInteger> totals = new TreeMap<>();
        boolean amountsInRange = true;
        for (final var ofUser : amounts.values()) {
            for (final var amount : ofUser.entrySet()) {
                amountsInRange &= 0 <= amount.getValue() && amount.getValue() <= Exact.MAX_ADJUSTMENT;
                totals.merge(amount.getKey(), big(amount.getValue()), BigInteger::add);
            }
        }
        if (amounts.keySet().stream().anyMatch(uid -> uid < 1)) {
            return AUTH_INVALID_USER;
        }
        if (totals.keySet().stream().anyMatch(currency -> currency < 1)) {
            return INVALID_CURRENCY;
        }
        if (!amountsInRange
                || totals.entrySet().stream().anyMatch(total -> isOverTotal(total.getKey(), total.getValue()))) {
            return USER_MGMT_ADJUSTMENT_LIMIT;
        }
        if (amounts.keySet().stream().anyMatch(state.users::containsKey)) {
            return USER_MGMT_USER_ALREADY_EXISTS;
        }
        amounts.forEach((uid, ofUser) -> {
            state.users.put(uid, new User(uid));
            ofUser.forEach((currency, amount) -> deposit(uid, currency, amount));
        });
        return SUCCESS;
    }

    private ResultCode adjust(final Command.Adjust adjust) {
        final User user = state.users.get(adjust.uid());
        if (user == null) {
            return AUTH_INVALID_USER;
        }
        if (adjust.currency() < 1) {
            return INVALID_CURRENCY;
        }
        final BigInteger amount = big(adjust.amount());
        if (amount.signum() == 0) {
            return USER_MGMT_ADJUSTMENT_ZERO;
        }
        if (amount.abs().compareTo(big(Exact.MAX_ADJUSTMENT)) > 0) {
            return USER_MGMT_ADJUSTMENT_LIMIT;
        }
        if (adjust.txid() == user.lastTxid && adjust.txid() >= 1) {
            return USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME;
        }
        if (adjust.txid() < user.lastTxid || adjust.txid() < 1) {
            return USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY;
        }
        final BigInteger balance = user.account(adjust.currency()).balance();
        if (amount.signum() > 0 && balance.add(amount).compareTo(Exact.MAX_DEPOSITED_BALANCE) > 0) {
            return USER_MGMT_ADJUSTMENT_LIMIT;
        }
        if (isOverTotal(adjust.currency(), amount)) {
            return USER_MGMT_ADJUSTMENT_LIMIT;
        }
        if (amount.signum() < 0 && !canWithdraw(user, adjust.currency(), amount.negate())) {
            return USER_MGMT_ADJUSTMENT_NSF;
        }
        user.lastTxid = adjust.txid();
        deposit(adjust.uid(), adjust.currency(), adjust.amount());
        return SUCCESS;
    }

    private static boolean canWithdraw(final User user, final int currency, final BigInteger amount) {
        return amount.compareTo(user.available(currency)) <= 0
                && user.currencies().stream().allMatch(c -> user.available(c).signum() >= 0);
    }

    private boolean isOverTotal(final int currency, final BigInteger amount) {
        return state.adjustmentsOf(currency).subtract(amount).abs().compareTo(Exact.MAX_TOTAL) > 0;
    }

    private void deposit(final long uid, final int currency, final long amount) {
        state.users.get(uid).account(currency).add(big(amount));
        state.adjustments.put(currency, state.adjustmentsOf(currency).subtract(big(amount)));
    }

    private ResultCode suspend(final long uid) {
        final User user = state.users.get(uid);
        if (user == null) {
            return USER_MGMT_USER_NOT_FOUND;
        }
        if (user.suspended) {
            return USER_MGMT_USER_ALREADY_SUSPENDED;
        }
        user.suspended = true;
        return SUCCESS;
    }

    private ResultCode resume(final long uid) {
        final User user = state.users.get(uid);
        if (user == null) {
            return USER_MGMT_USER_NOT_FOUND;
        }
        if (!user.suspended) {
            return USER_MGMT_USER_NOT_SUSPENDED;
        }
        user.suspended = false;
        return SUCCESS;
    }

    private ResultCode setUser(final Command.SetUser set) {
        final User user = state.users.get(set.uid());
        if (user == null) {
            return AUTH_INVALID_USER;
        }
        if (set.symbol() != 0) {
            return state.markets.containsKey(set.symbol()) ? INVALID_SETTING : INVALID_SYMBOL;
        }
        final Long group = set.stpGroup();
        final Long most = set.maxOpenOrders();
        if (group != null && group < 0 || most != null && (most < 1 || most > Exact.MAX_LIVE_ORDERS)) {
            return INVALID_SETTING;
        }
        user.stpMode = set.stpMode() == null ? user.stpMode : set.stpMode();
        user.stpGroup = group == null ? user.stpGroup : group;
        user.maxOpenOrders = most == null ? user.maxOpenOrders : most;
        return SUCCESS;
    }

    private ResultCode reset() {
        if (!settings.resetAllowed()) {
            return RESET_NOT_ALLOWED;
        }
        final long time = state.time;
        state = new State();
        state.time = time;
        trading = new Trading(state, settings);
        return SUCCESS;
    }
}
