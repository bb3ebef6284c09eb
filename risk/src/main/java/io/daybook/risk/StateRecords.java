package io.daybook.risk;

import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.PositionDirection;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.UserSetting;
import io.daybook.api.UserStatus;
import io.daybook.kernel.slab.HandleSort;
import io.daybook.kernel.state.BookRecord;
import io.daybook.kernel.state.InvalidStateException;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import io.daybook.risk.account.Users;
import io.daybook.risk.position.Positions;
import io.daybook.risk.symbol.Symbol;
import io.daybook.risk.symbol.SymbolTable;
import java.util.Arrays;

/** Risk's part of the state as records; each record is written and read side by side here. */
final class StateRecords {
    private final RiskState state;

    StateRecords(final RiskState state) {
        this.state = state;
    }

    /** Writes all records in canonical order. */
    void writeSorted(final StateWriter writer) {
        for (final Symbol symbol : state.symbols.sorted()) {
            writeSymbol(writer, symbol.spec());
        }
        for (final int currencyIndex : currenciesById()) {
            writeCurrency(writer, currencyIndex);
        }
        final int[] users = usersByUid();
        for (final int user : users) {
            writeUser(writer, user);
        }
        int margined = 0;
        for (final int user : users) {
            boolean hasPositions = false;
            for (final int account : accountsOf(user)) {
                writeAccount(writer, user, account);
                hasPositions |= state.accounts.hasPositions(account);
            }
            if (hasPositions) {
                users[margined++] = user; // only these users have positions, which follow in the same order
            }
        }
        for (int i = 0; i < margined; i++) {
            for (final int position : positionsOf(users[i])) {
                writePosition(writer, users[i], position);
            }
        }
        if (state.users.haveSettings()) {
            writeSettings(writer);
        }
    }

    /** Writes all records in the order of memory. */
    void writeUnsorted(final StateWriter writer) {
        for (int i = 0; i < state.symbols.count(); i++) {
            writeSymbol(writer, state.symbols.at(i).spec());
        }
        for (int i = 0; i < state.currencies.count(); i++) {
            writeCurrency(writer, i);
        }
        for (int i = 0; i < state.users.count(); i++) {
            final int user = i;
            writeUser(writer, user);
            if (state.users.hasSettings(user)) {
                writeSettings(writer, user);
            }
            state.accounts.forEach(user, account -> {
                writeAccount(writer, user, account);
                final int portfolio = state.accounts.portfolio(account);
                if (portfolio != Positions.NONE) {
                    state.positions.forEach(portfolio, position -> writePosition(writer, user, position));
                }
            });
        }
    }

    /** Restores one record. */
    void restore(final StateReader reader) {
        switch (reader.type()) {
            case SYMBOL -> restoreSymbol(reader);
            case CURRENCY -> restoreCurrency(reader);
            case USER -> restoreUser(reader);
            case ACCOUNT -> restoreAccount(reader);
            case POSITION -> restorePosition(reader);
            case BOOK -> restoreLastPrice(reader);
            case USER_SETTING -> restoreSetting(reader);
            case ORDER, TERMS, DORMANT, SYMBOL_STATE, EXIT ->
                throw new InvalidStateException(reader.type(), "risk must not restore records of orders");
        }
    }

    /** The accounts of a user that are not empty, by currency. */
    int[] accountsOf(final int user) {
        final long[] keyed = new long[state.users.accountCount(user)];
        final int[] count = new int[1];
        state.accounts.forEach(
                user,
                account -> keyed[count[0]++] =
                        (long) state.currencies.id(state.accounts.currencyIndex(account)) << 32 | account);
        return sortedHandles(keyed);
    }

    /** The positions of a user, by symbol. */
    int[] positionsOf(final int user) {
        final int[] count = new int[1];
        state.accounts.forEach(user, account -> {
            final int portfolio = state.accounts.portfolio(account);
            count[0] += portfolio == Positions.NONE ? 0 : state.positions.count(portfolio);
        });
        final long[] keyed = new long[count[0]];
        count[0] = 0;
        state.accounts.forEach(user, account -> {
            final int portfolio = state.accounts.portfolio(account);
            if (portfolio != Positions.NONE) {
                state.positions.forEach(
                        portfolio,
                        position -> keyed[count[0]++] =
                                (long) symbolOf(position).spec().symbol() << 32 | position);
            }
        });
        return sortedHandles(keyed);
    }

    Symbol symbolOf(final int position) {
        return state.symbols.at(state.positions.symbolIndex(position));
    }

    static PositionDirection direction(final long signedVolume) {
        if (signedVolume == 0) {
            return PositionDirection.EMPTY;
        }
        return signedVolume > 0 ? PositionDirection.LONG : PositionDirection.SHORT;
    }

    private static int[] sortedHandles(final long[] keyed) {
        Arrays.sort(keyed);
        final int[] handles = new int[keyed.length];
        for (int i = 0; i < keyed.length; i++) {
            handles[i] = (int) keyed[i];
        }
        return handles;
    }

    private int[] currenciesById() {
        final long[] keyed = new long[state.currencies.count()];
        for (int i = 0; i < keyed.length; i++) {
            keyed[i] = (long) state.currencies.id(i) << 32 | i;
        }
        return sortedHandles(keyed);
    }

    private int[] usersByUid() {
        final int count = state.users.count();
        final long[] uids = new long[count];
        final int[] users = new int[count];
        for (int i = 0; i < count; i++) {
            uids[i] = state.users.uid(i);
            users[i] = i;
        }
        HandleSort.sort(uids, users, count);
        return users;
    }

    private static void writeSymbol(final StateWriter writer, final SymbolSpec spec) {
        writer.begin(StateRecordType.SYMBOL);
        writer.put(spec.symbol());
        writer.put(spec.type().code());
        writer.put(spec.baseCurrency());
        writer.put(spec.quoteCurrency());
        writer.put(spec.lotSize());
        writer.put(spec.tickValue());
        writer.put(spec.feeType().code());
        writer.put(spec.takerFee());
        writer.put(spec.makerFee());
        writer.put(spec.marginBuy());
        writer.put(spec.marginSell());
        writer.put(spec.minPrice());
        writer.put(spec.maxPrice());
        writer.end();
    }

    private void restoreSymbol(final StateReader reader) {
        final int symbol = intOf(reader, 0);
        final int type = intOf(reader, 1);
        final int feeType = intOf(reader, 6);
        require(reader, SymbolType.isKnown(type) && FeeType.isKnown(feeType), "unknown type", symbol);
        final SymbolSpec spec = new SymbolSpec(
                symbol,
                SymbolType.of(type),
                intOf(reader, 2),
                intOf(reader, 3),
                reader.get(4),
                reader.get(5),
                FeeType.of(feeType),
                reader.get(7),
                reader.get(8),
                reader.get(9),
                reader.get(10),
                reader.get(11),
                reader.get(12));
        require(reader, spec.problem() == null, "invalid specification", symbol);
        require(reader, state.symbols.indexOf(symbol) == SymbolTable.UNKNOWN, "duplicate symbol", symbol);
        state.symbols.add(
                spec, state.currencies.name(spec.baseCurrency()), state.currencies.name(spec.quoteCurrency()));
    }

    private void writeCurrency(final StateWriter writer, final int currencyIndex) {
        final long fees = state.currencies.fees(currencyIndex);
        final long adjustments = state.currencies.adjustments(currencyIndex);
        if ((fees | adjustments) != 0) {
            writer.begin(StateRecordType.CURRENCY);
            writer.put(state.currencies.id(currencyIndex));
            writer.put(fees);
            writer.put(adjustments);
            writer.end();
        }
    }

    private void restoreCurrency(final StateReader reader) {
        final int currency = intOf(reader, 0);
        final long fees = reader.get(1);
        final long adjustments = reader.get(2);
        require(reader, currency >= 1, "currency must be at least 1", currency);
        require(reader, fees >= 0, "fees must not be negative", fees);
        final boolean inLimits =
                adjustments <= Limits.MAX_ADJUSTMENT_TOTAL && adjustments >= -Limits.MAX_ADJUSTMENT_TOTAL;
        require(reader, inLimits, "adjustments out of limits", adjustments);
        final int index = state.currencies.name(currency);
        final boolean isNew = (state.currencies.fees(index) | state.currencies.adjustments(index)) == 0;
        require(reader, isNew, "duplicate currency", currency);
        state.ledger.restoreOwn(index, fees, adjustments);
    }

    private void writeUser(final StateWriter writer, final int user) {
        writer.begin(StateRecordType.USER);
        writer.put(state.users.uid(user));
        writer.put(state.users.status(user).code());
        writer.put(state.users.lastTransactionId(user));
        writer.end();
    }

    private void restoreUser(final StateReader reader) {
        final long uid = reader.get(0);
        final int status = intOf(reader, 1);
        final long lastTransactionId = reader.get(2);
        require(reader, uid >= 1, "uid must be at least 1", uid);
        require(reader, UserStatus.isKnown(status), "unknown status", status);
        require(reader, lastTransactionId >= 0, "transaction id must not be negative", lastTransactionId);
        require(reader, state.users.indexOf(uid) == Users.UNKNOWN, "duplicate user", uid);
        final int user = state.users.add(uid);
        state.users.suspend(user, UserStatus.of(status) == UserStatus.SUSPENDED);
        state.users.lastTransactionId(user, lastTransactionId);
    }

    /** Writes the USER_SETTING records, by uid and setting. */
    private void writeSettings(final StateWriter writer) {
        for (final int user : usersByUid()) {
            if (state.users.hasSettings(user)) {
                writeSettings(writer, user);
            }
        }
    }

    private void writeSettings(final StateWriter writer, final int user) {
        writeSetting(writer, user, UserSetting.STP_MODE, state.users.stpMode(user));
        writeSetting(writer, user, UserSetting.STP_GROUP, state.users.stpGroup(user));
        writeSetting(writer, user, UserSetting.MAX_OPEN_ORDERS, state.users.maxOrders(user));
    }

    private void writeSetting(final StateWriter writer, final int user, final UserSetting setting, final long value) {
        if (value != 0) {
            writer.begin(StateRecordType.USER_SETTING);
            writer.put(state.users.uid(user));
            writer.put(0);
            writer.put(setting.code());
            writer.put(value);
            writer.end();
        }
    }

    private void restoreSetting(final StateReader reader) {
        final int user = knownUser(reader);
        final int code = intOf(reader, 2);
        final long value = reader.get(3);
        require(reader, reader.get(1) == 0, "symbol of a setting must be 0, for all symbols", reader.get(1));
        require(reader, UserSetting.isKnown(code), "unknown setting", code);
        require(reader, Administration.isValid(UserSetting.of(code), value), "setting out of its range", value);
        int stpMode = state.users.stpMode(user);
        long stpGroup = state.users.stpGroup(user);
        int maxOrders = state.users.maxOrders(user);
        switch (UserSetting.of(code)) {
            case STP_MODE -> stpMode = (int) value;
            case STP_GROUP -> stpGroup = value;
            case MAX_OPEN_ORDERS -> maxOrders = (int) value;
        }
        state.users.settings(user, stpMode, stpGroup, maxOrders);
    }

    private void writeAccount(final StateWriter writer, final int user, final int account) {
        final long balance = state.accounts.balance(account);
        final long held = state.accounts.held(account);
        if ((balance | held) != 0) {
            writer.begin(StateRecordType.ACCOUNT);
            writer.put(state.users.uid(user));
            writer.put(state.currencies.id(state.accounts.currencyIndex(account)));
            writer.put(balance);
            writer.put(held);
            writer.end();
        }
    }

    private void restoreAccount(final StateReader reader) {
        final int user = knownUser(reader);
        final int currency = intOf(reader, 1);
        final long balance = reader.get(2);
        final long held = reader.get(3);
        require(reader, currency >= 1, "currency must be at least 1", currency);
        require(reader, held >= 0, "held must not be negative", held);
        require(reader, (balance | held) != 0, "empty account", currency);
        final int index = state.currencies.name(currency);
        final int account = state.accounts.findOrOpen(user, index); // a restored position may have opened it, empty
        final boolean isNew = (state.accounts.balance(account) | state.accounts.held(account)) == 0;
        require(reader, isNew, "duplicate account", currency);
        state.ledger.restore(account, balance, held);
    }

    private void writePosition(final StateWriter writer, final int user, final int position) {
        final long volume = state.positions.signedVolume(position);
        writer.begin(StateRecordType.POSITION);
        writer.put(state.users.uid(user));
        writer.put(symbolOf(position).spec().symbol());
        writer.put(direction(volume).code());
        writer.put(Math.abs(volume));
        writer.put(state.positions.openPriceSum(position));
        writer.put(state.positions.pendingBuy(position));
        writer.put(state.positions.pendingSell(position));
        writer.end();
    }

    private void restorePosition(final StateReader reader) {
        final int user = knownUser(reader);
        final Symbol symbol = knownSymbol(reader, 1);
        final int direction = intOf(reader, 2);
        final long volume = reader.get(3);
        final long priceSum = reader.get(4);
        final long pendingBuy = reader.get(5);
        final long pendingSell = reader.get(6);
        require(reader, symbol.isFutures(), "not a future", symbol.spec().symbol());
        require(reader, PositionDirection.isKnown(direction), "unknown direction", direction);
        final boolean isEmpty = direction == PositionDirection.EMPTY.code();
        require(reader, isEmpty ? (volume | priceSum) == 0 : volume > 0, "volume contradicts direction", volume);
        require(reader, (volume | priceSum | pendingBuy | pendingSell) > 0, "lots must not be negative or 0", volume);
        require(reader, isExposurePossible(symbol, volume, pendingBuy, pendingSell), "exposure over the limit", volume);
        final boolean isCostPossible = priceSum >= volume && priceSum <= volume * symbol.maxPrice();
        require(reader, isCostPossible, "cost out of the price limits", priceSum);

        final int account = state.accounts.findOrOpen(user, symbol.quoteIndex());
        final int portfolio = state.accounts.portfolio(account) == Positions.NONE
                ? state.accounts.openPortfolio(user, account)
                : account;
        final boolean isNew = state.positions.find(portfolio, symbol.index()) == Positions.NONE;
        require(reader, isNew, "duplicate position", symbol.spec().symbol());
        final boolean isLong = direction == PositionDirection.LONG.code();
        final int position = state.positions.open(portfolio, symbol.index());
        state.positions.restore(position, symbol, isLong ? volume : -volume, priceSum, pendingBuy, pendingSell);
    }

    /**
     * Whether the exposure is possible. Each number is checked alone, because their sum may be twice the limit of new
     * orders if orders close all open lots.
     */
    private static boolean isExposurePossible(
            final Symbol symbol, final long volume, final long pendingBuy, final long pendingSell) {
        final long most = Limits.MAX_EXPOSURE / symbol.exposurePerLot();
        return volume <= most && pendingBuy <= most && pendingSell <= most;
    }

    private void restoreLastPrice(final StateReader reader) {
        final Symbol symbol = knownSymbol(reader, 0);
        final long lastPrice = BookRecord.lastPrice(reader);
        require(reader, lastPrice == 0 || symbol.isPriceInLimits(lastPrice), "last price out of limits", lastPrice);
        symbol.lastPrice(lastPrice);
    }

    private int knownUser(final StateReader reader) {
        final int user = state.users.indexOf(reader.get(0));
        require(reader, user != Users.UNKNOWN, "unknown user", reader.get(0));
        return user;
    }

    private Symbol knownSymbol(final StateReader reader, final int field) {
        final int index = state.symbols.indexOf(intOf(reader, field));
        require(reader, index != SymbolTable.UNKNOWN, "unknown symbol", reader.get(field));
        return state.symbols.at(index);
    }

    private static int intOf(final StateReader reader, final int field) {
        final long value = reader.get(field);
        require(reader, value == (int) value, "field " + field + " does not fit an int", value);
        return (int) value;
    }

    private static void require(
            final StateReader reader, final boolean holds, final String otherwise, final long value) {
        if (!holds) {
            throw new InvalidStateException(reader.type(), otherwise + ": " + value);
        }
    }
}
