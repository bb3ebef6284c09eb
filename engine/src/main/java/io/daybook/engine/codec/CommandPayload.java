package io.daybook.engine.codec;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.FeeType;
import io.daybook.api.SetUser;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.api.UserSetting;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of the bulk commands. Numbers are stop-bit encoded, see {@link StopBitWriter}; a specification is its
 * thirteen numbers in the order of {@link SymbolSpec}.
 *
 * <pre>
 *  ADD_SYMBOL     specification
 *  ADD_SYMBOLS    count, specifications
 *  ADD_ACCOUNTS   count, { uid, count, { currency, amount } }     ascending uid and currency
 *  SET_USER       uid, symbol, count, { setting, value }          ascending setting
 * </pre>
 */
public final class CommandPayload {

    private CommandPayload() {}

    /** Whether commands of a type have a payload. */
    public static boolean isBulk(final int type) {
        return type == CommandType.ADD_SYMBOL.code()
                || type == CommandType.ADD_SYMBOLS.code()
                || type == CommandType.ADD_ACCOUNTS.code()
                || type == CommandType.SET_USER.code();
    }

    /** The bytes of a payload: a {@link SymbolSpec}, {@link AddSymbols}, {@link AddAccounts} or {@link SetUser}. */
    public static byte[] encode(final Object payload) {
        final StopBitWriter bytes = new StopBitWriter();
        if (payload instanceof SymbolSpec spec) {
            writeSpec(bytes, spec);
        } else if (payload instanceof AddSymbols symbols) {
            bytes.put(symbols.specs().size());
            for (final SymbolSpec spec : symbols.specs()) {
                writeSpec(bytes, spec);
            }
        } else if (payload instanceof AddAccounts bulk) {
            writeAccounts(bytes, bulk.accounts());
        } else if (payload instanceof SetUser set) {
            writeSettings(bytes, set);
        } else {
            throw new IllegalArgumentException("payload must be of a bulk command: payload=" + payload);
        }
        return bytes.toByteArray();
    }

    /** The payload of a slot as bytes: encoded by the door, or encoded now. */
    static byte[] encodedPayload(final CommandSlot slot) {
        final byte[] encoded = slot.encodedPayload();
        if (encoded != null) {
            return encoded;
        }
        final Object payload = slot.payload();
        if (payload == null) {
            throw new IllegalStateException("a bulk command must have a payload: type=" + slot.type());
        }
        return encode(payload);
    }

    /** Reads the payload of a slot whose type is set. */
    static void decode(final CommandSlot slot, final byte[] payload) {
        final StopBitReader bytes = new StopBitReader(payload);
        try {
            final Object value = read(slot.type(), bytes);
            if (value == null || bytes.remaining() != 0) {
                throw new CodecException(
                        bytes.remaining() + " bytes too many in the payload of a command of type " + slot.type());
            }
            if (value instanceof SetUser set) {
                takeUser(slot, set);
            }
            slot.payload(value);
            slot.encodedPayload(payload);
        } catch (ArithmeticException | IllegalArgumentException | IllegalStateException e) {
            throw new CodecException(
                    "the payload of a command of type " + slot.type() + " is damaged: " + e.getMessage(), e);
        }
    }

    private static @Nullable Object read(final int type, final StopBitReader bytes) {
        if (type == CommandType.ADD_SYMBOL.code()) {
            return readSpec(bytes);
        }
        if (type == CommandType.ADD_SYMBOLS.code()) {
            final long count = bytes.nextLong();
            final List<SymbolSpec> specs = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                specs.add(readSpec(bytes));
            }
            return new AddSymbols(specs);
        }
        if (type == CommandType.ADD_ACCOUNTS.code()) {
            return new AddAccounts(readAccounts(bytes));
        }
        return type == CommandType.SET_USER.code() ? readSettings(bytes) : null;
    }

    /**
     * Checks that the settings have the user of the fixed fields, and sets the slot's symbol, which only the settings
     * have.
     */
    private static void takeUser(final CommandSlot slot, final SetUser set) {
        if (set.uid() != slot.uid()) {
            throw new CodecException(
                    "the settings have user " + set.uid() + ", but the command has user " + slot.uid());
        }
        slot.symbol(set.symbol());
    }

    private static void writeSettings(final StopBitWriter bytes, final SetUser set) {
        bytes.put(set.uid());
        bytes.put(set.symbol());
        bytes.put(set.settings().size());
        for (final Map.Entry<UserSetting, Long> setting : set.settings().entrySet()) {
            bytes.put(setting.getKey().code());
            bytes.put(setting.getValue());
        }
    }

    private static SetUser readSettings(final StopBitReader bytes) {
        final long uid = bytes.nextLong();
        final int symbol = bytes.nextInt();
        final TreeMap<UserSetting, Long> settings = new TreeMap<>();
        final long count = bytes.nextLong();
        for (long i = 0; i < count; i++) {
            settings.put(UserSetting.of(bytes.nextInt()), bytes.nextLong());
        }
        return new SetUser(uid, symbol, settings);
    }

    static void writeSpec(final StopBitWriter bytes, final SymbolSpec spec) {
        bytes.put(spec.symbol());
        bytes.put(spec.type().code());
        bytes.put(spec.baseCurrency());
        bytes.put(spec.quoteCurrency());
        bytes.put(spec.lotSize());
        bytes.put(spec.tickValue());
        bytes.put(spec.feeType().code());
        bytes.put(spec.takerFee());
        bytes.put(spec.makerFee());
        bytes.put(spec.marginBuy());
        bytes.put(spec.marginSell());
        bytes.put(spec.minPrice());
        bytes.put(spec.maxPrice());
    }

    static SymbolSpec readSpec(final StopBitReader bytes) {
        return new SymbolSpec(
                bytes.nextInt(),
                SymbolType.of(bytes.nextInt()),
                bytes.nextInt(),
                bytes.nextInt(),
                bytes.nextLong(),
                bytes.nextLong(),
                FeeType.of(bytes.nextInt()),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong(),
                bytes.nextLong());
    }

    private static void writeAccounts(
            final StopBitWriter bytes, final SortedMap<Long, SortedMap<Integer, Long>> accounts) {
        bytes.put(accounts.size());
        for (final Map.Entry<Long, SortedMap<Integer, Long>> user : accounts.entrySet()) {
            bytes.put(user.getKey());
            bytes.put(user.getValue().size());
            for (final Map.Entry<Integer, Long> account : user.getValue().entrySet()) {
                bytes.put(account.getKey());
                bytes.put(account.getValue());
            }
        }
    }

    private static SortedMap<Long, SortedMap<Integer, Long>> readAccounts(final StopBitReader bytes) {
        final TreeMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        final long users = bytes.nextLong();
        for (long i = 0; i < users; i++) {
            final long uid = bytes.nextLong();
            final TreeMap<Integer, Long> balances = new TreeMap<>();
            final long count = bytes.nextLong();
            for (long j = 0; j < count; j++) {
                balances.put(bytes.nextInt(), bytes.nextLong());
            }
            accounts.put(uid, balances);
        }
        return accounts;
    }
}
