package io.daybook.risk;

import io.daybook.api.AddAccounts;
import io.daybook.api.Limits;
import io.daybook.api.ResultCode;
import io.daybook.api.SetUser;
import io.daybook.api.StpMode;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserSetting;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.risk.account.Accounts;
import io.daybook.risk.account.Currencies;
import io.daybook.risk.account.Ledger;
import io.daybook.risk.account.Users;
import io.daybook.risk.symbol.SymbolTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The commands that open symbols, users and accounts and move money in and out. Each checks everything, then changes
 * everything.
 */
final class Administration {
    private final SymbolTable symbols;
    private final Currencies currencies;
    private final Users users;
    private final Accounts accounts;
    private final Ledger ledger;

    Administration(final RiskState state) {
        this.symbols = state.symbols;
        this.currencies = state.currencies;
        this.users = state.users;
        this.accounts = state.accounts;
        this.ledger = state.ledger;
    }

    ResultCode addSymbols(final List<SymbolSpec> specs) {
        for (final SymbolSpec spec : specs) {
            if (spec.problem() != null) {
                return ResultCode.INVALID_SYMBOL_SPEC;
            }
        }
        final Set<Integer> ids = new HashSet<>();
        for (final SymbolSpec spec : specs) {
            if (symbols.indexOf(spec.symbol()) != SymbolTable.UNKNOWN || !ids.add(spec.symbol())) {
                return ResultCode.SYMBOL_ALREADY_EXISTS;
            }
        }

        for (final SymbolSpec spec : specs) {
            symbols.add(spec, currencies.name(spec.baseCurrency()), currencies.name(spec.quoteCurrency()));
        }
        return ResultCode.SUCCESS;
    }

    ResultCode addUser(final CommandSlot slot) {
        if (slot.uid() < 1) {
            return ResultCode.AUTH_INVALID_USER;
        }
        if (users.indexOf(slot.uid()) != Users.UNKNOWN) {
            return ResultCode.USER_MGMT_USER_ALREADY_EXISTS;
        }

        slot.userIndex(users.add(slot.uid()));
        return ResultCode.SUCCESS;
    }

    ResultCode addAccounts(final AddAccounts command) {
        final ResultCode checked = checkAccounts(command);
        if (checked != ResultCode.SUCCESS) {
            return checked;
        }

        for (final Map.Entry<Long, SortedMap<Integer, Long>> user :
                command.accounts().entrySet()) {
            final int userIndex = users.add(user.getKey());
            for (final Map.Entry<Integer, Long> opening : user.getValue().entrySet()) {
                if (opening.getValue() != 0) {
                    final int account = accounts.findOrOpen(userIndex, currencies.name(opening.getKey()));
                    ledger.adjust(account, opening.getValue());
                }
            }
        }
        return ResultCode.SUCCESS;
    }

    ResultCode suspend(final CommandSlot slot) {
        final int userIndex = users.indexOf(slot.uid());
        if (userIndex == Users.UNKNOWN) {
            return ResultCode.USER_MGMT_USER_NOT_FOUND;
        }
        if (users.isSuspended(userIndex)) {
            return ResultCode.USER_MGMT_USER_ALREADY_SUSPENDED;
        }

        slot.userIndex(userIndex);
        users.suspend(userIndex, true);
        accounts.forgetIfEmpty(userIndex);
        return ResultCode.SUCCESS;
    }

    ResultCode setUser(final CommandSlot slot, final SetUser command) {
        final int userIndex = users.indexOf(command.uid());
        if (userIndex == Users.UNKNOWN) {
            return ResultCode.AUTH_INVALID_USER;
        }
        if (command.symbol() != 0) {
            return symbols.indexOf(command.symbol()) == SymbolTable.UNKNOWN
                    ? ResultCode.INVALID_SYMBOL
                    : ResultCode.INVALID_SETTING;
        }
        int stpMode = users.stpMode(userIndex);
        long stpGroup = users.stpGroup(userIndex);
        int maxOrders = users.maxOrders(userIndex);
        for (final Map.Entry<UserSetting, Long> setting : command.settings().entrySet()) {
            final long value = setting.getValue();
            if (!isValid(setting.getKey(), value)) {
                return ResultCode.INVALID_SETTING;
            }
            switch (setting.getKey()) {
                case STP_MODE -> stpMode = value == StpMode.NONE.code() ? 0 : (int) value;
                case STP_GROUP -> stpGroup = value;
                case MAX_OPEN_ORDERS -> maxOrders = value == Limits.MAX_LIVE_ORDERS ? 0 : (int) value;
            }
        }

        slot.userIndex(userIndex);
        users.settings(userIndex, stpMode, stpGroup, maxOrders);
        return ResultCode.SUCCESS;
    }

    /** Whether a value is valid for a setting. */
    static boolean isValid(final UserSetting setting, final long value) {
        return switch (setting) {
            case STP_MODE -> value >= StpMode.NONE.code() && value <= StpMode.DECREMENT.code();
            case STP_GROUP -> value >= 0;
            case MAX_OPEN_ORDERS -> value >= 1 && value <= Limits.MAX_LIVE_ORDERS;
        };
    }

    ResultCode resume(final CommandSlot slot) {
        final int userIndex = users.indexOf(slot.uid());
        if (userIndex == Users.UNKNOWN) {
            return ResultCode.USER_MGMT_USER_NOT_FOUND;
        }
        if (!users.isSuspended(userIndex)) {
            return ResultCode.USER_MGMT_USER_NOT_SUSPENDED;
        }

        slot.userIndex(userIndex);
        users.suspend(userIndex, false);
        return ResultCode.SUCCESS;
    }

    ResultCode adjust(final CommandSlot slot) {
        final int userIndex = users.indexOf(slot.uid());
        if (userIndex == Users.UNKNOWN) {
            return ResultCode.AUTH_INVALID_USER;
        }
        if (slot.currency() < 1) {
            return ResultCode.INVALID_CURRENCY;
        }
        final long amount = slot.amount();
        if (amount == 0) {
            return ResultCode.USER_MGMT_ADJUSTMENT_ZERO;
        }
        if (amount > Limits.MAX_ADJUSTMENT || amount < -Limits.MAX_ADJUSTMENT) {
            return ResultCode.USER_MGMT_ADJUSTMENT_LIMIT;
        }
        final long lastTransactionId = users.lastTransactionId(userIndex);
        if (slot.transactionId() < 1 || slot.transactionId() < lastTransactionId) {
            return ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY;
        }
        if (slot.transactionId() == lastTransactionId) {
            return ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME;
        }
        final ResultCode funds = checkFunds(userIndex, slot.currency(), amount);
        if (funds != ResultCode.SUCCESS) {
            return funds;
        }

        slot.userIndex(userIndex);
        ledger.adjust(accounts.findOrOpen(userIndex, currencies.name(slot.currency())), amount);
        users.lastTransactionId(userIndex, slot.transactionId());
        if (users.isSuspended(userIndex)) {
            accounts.forgetIfEmpty(userIndex);
        }
        return ResultCode.SUCCESS;
    }

    private ResultCode checkFunds(final int userIndex, final int currency, final long amount) {
        final int currencyIndex = currencies.indexOf(currency);
        final int account =
                currencyIndex == Currencies.UNKNOWN ? Accounts.NONE : accounts.find(userIndex, currencyIndex);
        if (amount > 0
                && account != Accounts.NONE
                && accounts.balance(account) > Limits.MAX_DEPOSITED_BALANCE - amount) {
            return ResultCode.USER_MGMT_ADJUSTMENT_LIMIT;
        }
        final long adjusted = adjusted(currencyIndex) + amount;
        if (adjusted > Limits.MAX_ADJUSTMENT_TOTAL || adjusted < -Limits.MAX_ADJUSTMENT_TOTAL) {
            return ResultCode.USER_MGMT_ADJUSTMENT_LIMIT;
        }
        if (amount < 0) {
            final boolean covered =
                    account != Accounts.NONE && accounts.available(account).isAtLeast(-amount);
            if (!covered || accounts.hasDeficit(userIndex)) {
                return ResultCode.USER_MGMT_ADJUSTMENT_NSF;
            }
        }
        return ResultCode.SUCCESS;
    }

    /**
     * Checks all entries. If several have faults, the kind of the faults decides which is reported, not the order of
     * the entries.
     */
    private ResultCode checkAccounts(final AddAccounts command) {
        final SortedMap<Integer, Long> totals = new TreeMap<>();
        boolean currencyFault = false;
        boolean amountFault = false;
        boolean userFault = false;
        for (final Map.Entry<Long, SortedMap<Integer, Long>> user :
                command.accounts().entrySet()) {
            if (user.getKey() < 1) {
                return ResultCode.AUTH_INVALID_USER;
            }
            userFault |= users.indexOf(user.getKey()) != Users.UNKNOWN;
            for (final Map.Entry<Integer, Long> opening : user.getValue().entrySet()) {
                final long amount = opening.getValue();
                currencyFault |= opening.getKey() < 1;
                amountFault |= amount < 0 || amount > Limits.MAX_ADJUSTMENT;
                if (!currencyFault && !amountFault) {
                    final long total = totals.computeIfAbsent(opening.getKey(), this::adjustedOf) + amount;
                    amountFault = total > Limits.MAX_ADJUSTMENT_TOTAL;
                    totals.put(opening.getKey(), total);
                }
            }
        }
        if (currencyFault) {
            return ResultCode.INVALID_CURRENCY;
        }
        if (amountFault) {
            return ResultCode.USER_MGMT_ADJUSTMENT_LIMIT;
        }
        return userFault ? ResultCode.USER_MGMT_USER_ALREADY_EXISTS : ResultCode.SUCCESS;
    }

    private long adjustedOf(final int currency) {
        return adjusted(currencies.indexOf(currency));
    }

    /** Σ adjustments of a currency so far. */
    private long adjusted(final int currencyIndex) {
        return currencyIndex == Currencies.UNKNOWN ? 0 : -currencies.adjustments(currencyIndex);
    }
}
