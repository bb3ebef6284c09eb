package io.daybook.core.codec;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CommandType;
import io.daybook.api.FeeType;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolType;
import io.daybook.risk.command.CommandSlot;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of the bulk commands. Numbers are stop-bit encoded (seven bits a byte, lowest first, Chronicle's form for
 * negative ones); a specification is its thirteen numbers in the order of {@link SymbolSpec}.
 *
 * <pre>
 *  ADD_SYMBOL     specification
 *  ADD_SYMBOLS    count, specifications
 *  ADD_ACCOUNTS   count, { uid, count, { currency, amount } }     ascending uid and currency
 * </pre>
 */
public final class CommandPayload {

    private CommandPayload() {}

    /** Whether commands of a type have a payload. */
    public static boolean isBulk(final int type) {
        return type == CommandType.ADD_SYMBOL.code()
                || type == CommandType.ADD_SYMBOLS.code()
                || type == CommandType.ADD_ACCOUNTS.code();
    }

    /** The bytes of a payload: a {@link SymbolSpec}, {@link AddSymbols} or {@link AddAccounts}. */
    public static byte[] encode(final Object payload) {
        final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap();
        if (payload instanceof SymbolSpec spec) {
            writeSpec(bytes, spec);
        } else if (payload instanceof AddSymbols symbols) {
            bytes.writeStopBit(symbols.specs().size());
            for (final SymbolSpec spec : symbols.specs()) {
                writeSpec(bytes, spec);
            }
        } else if (payload instanceof AddAccounts bulk) {
            writeAccounts(bytes, bulk.accounts());
        } else {
            throw new IllegalArgumentException("payload must be of a bulk command: payload=" + payload);
        }
        return bytes.toByteArray();
    }

    /** The payload of a slot as bytes: those made at the door, or made now. */
    static byte[] encodedPayload(final CommandSlot slot) {
        final byte[] encoded = slot.encodedPayload();
        if (encoded != null) {
            return encoded;
        }
        final Object payload = slot.payload();
        if (payload == null) {
            throw new IllegalStateException("a bulk command without a payload: type=" + slot.type());
        }
        return encode(payload);
    }

    /** Reads the payload of a slot whose type is set. */
    static void decode(final CommandSlot slot, final byte[] payload) {
        final Bytes<byte[]> bytes = Bytes.wrapForRead(payload);
        try {
            final Object value = read(slot.type(), bytes);
            if (value == null || bytes.readRemaining() != 0) {
                throw new CodecException(
                        bytes.readRemaining() + " bytes too many in the payload of a command of type " + slot.type());
            }
            slot.payload(value);
            slot.encodedPayload(payload);
        } catch (BufferUnderflowException | IllegalStateException | ArithmeticException | IllegalArgumentException e) {
            throw new CodecException(
                    "the payload of a command of type " + slot.type() + " is damaged: " + e.getMessage(), e);
        }
    }

    private static @Nullable Object read(final int type, final Bytes<byte[]> bytes) {
        if (type == CommandType.ADD_SYMBOL.code()) {
            return readSpec(bytes);
        }
        if (type == CommandType.ADD_SYMBOLS.code()) {
            final long count = readLong(bytes);
            final List<SymbolSpec> specs = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                specs.add(readSpec(bytes));
            }
            return new AddSymbols(specs);
        }
        if (type == CommandType.ADD_ACCOUNTS.code()) {
            return new AddAccounts(readAccounts(bytes));
        }
        return null;
    }

    private static void writeSpec(final Bytes<byte[]> bytes, final SymbolSpec spec) {
        bytes.writeStopBit(spec.symbol());
        bytes.writeStopBit(spec.type().code());
        bytes.writeStopBit(spec.baseCurrency());
        bytes.writeStopBit(spec.quoteCurrency());
        bytes.writeStopBit(spec.lotSize());
        bytes.writeStopBit(spec.tickValue());
        bytes.writeStopBit(spec.feeType().code());
        bytes.writeStopBit(spec.takerFee());
        bytes.writeStopBit(spec.makerFee());
        bytes.writeStopBit(spec.marginBuy());
        bytes.writeStopBit(spec.marginSell());
        bytes.writeStopBit(spec.minPrice());
        bytes.writeStopBit(spec.maxPrice());
    }

    private static SymbolSpec readSpec(final Bytes<byte[]> bytes) {
        return new SymbolSpec(
                readInt(bytes),
                SymbolType.of(readInt(bytes)),
                readInt(bytes),
                readInt(bytes),
                readLong(bytes),
                readLong(bytes),
                FeeType.of(readInt(bytes)),
                readLong(bytes),
                readLong(bytes),
                readLong(bytes),
                readLong(bytes),
                readLong(bytes),
                readLong(bytes));
    }

    private static void writeAccounts(
            final Bytes<byte[]> bytes, final SortedMap<Long, SortedMap<Integer, Long>> accounts) {
        bytes.writeStopBit(accounts.size());
        for (final Map.Entry<Long, SortedMap<Integer, Long>> user : accounts.entrySet()) {
            bytes.writeStopBit(user.getKey());
            bytes.writeStopBit(user.getValue().size());
            for (final Map.Entry<Integer, Long> account : user.getValue().entrySet()) {
                bytes.writeStopBit(account.getKey());
                bytes.writeStopBit(account.getValue());
            }
        }
    }

    private static SortedMap<Long, SortedMap<Integer, Long>> readAccounts(final Bytes<byte[]> bytes) {
        final TreeMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
        final long users = readLong(bytes);
        for (long i = 0; i < users; i++) {
            final long uid = readLong(bytes);
            final TreeMap<Integer, Long> balances = new TreeMap<>();
            final long count = readLong(bytes);
            for (long j = 0; j < count; j++) {
                balances.put(readInt(bytes), readLong(bytes));
            }
            accounts.put(uid, balances);
        }
        return accounts;
    }

    private static long readLong(final Bytes<byte[]> bytes) {
        if (bytes.readRemaining() == 0) {
            throw new CodecException("the payload ends in the middle of a number");
        }
        return bytes.readStopBit();
    }

    private static int readInt(final Bytes<byte[]> bytes) {
        return Math.toIntExact(readLong(bytes));
    }
}
