package io.daybook.flow.itch;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes messages of ITCH 5.0 in the format of a file, each after its length (u16, big-endian), for {@link ItchParser}.
 * It writes the types that change order books, and keeps no book: its caller must pass a consistent sequence. Times are
 * ns after midnight, prices count 1/10,000. It refuses values that do not fit their fields. It allocates nothing. Used
 * by one thread.
 */
public final class ItchWriter {
    /** The limit of the shares of one message, and of the price. */
    public static final long MAX_U32 = 0xFFFF_FFFFL;

    /** The highest locate. */
    public static final int MAX_LOCATE = 0xFFFF;

    /** The limit of the length of a stock's symbol. */
    public static final int MAX_STOCK_LENGTH = 8;

    private static final long MAX_TIME_NS = (1L << 48) - 1;
    private static final int FRAME_LENGTH = Short.BYTES;
    private static final int CAPACITY = 64;
    private static final char BLANK_CHARACTER = ' ';
    private static final byte BLANK = BLANK_CHARACTER;
    private static final char LAST_PRINTABLE = '~';
    private static final int ROUND_LOT = 1;

    private final Sink out;
    private final byte[] bytes = new byte[CAPACITY];
    private final ByteBuffer message = ByteBuffer.wrap(bytes);
    private final long[] counts = new long[1 << Byte.SIZE];

    /** Takes the written messages. */
    @FunctionalInterface
    public interface Sink {
        /** Takes one message with its length in front, which is valid during the call. */
        void onBytes(byte[] bytes, int offset, int length);
    }

    /** Creates a writer that passes each message to a sink. */
    public ItchWriter(final Sink out) {
        this.out = out;
    }

    /** The number of messages of a type that were written. */
    public long count(final byte type) {
        return counts[type & 0xFF];
    }

    /**
     * Returns the symbol of a stock as eight characters, padded with blanks.
     *
     * @throws IllegalArgumentException if the symbol is empty, longer, or not printable ASCII
     */
    public static long stock(final String symbol) {
        boolean fits = !symbol.isEmpty() && symbol.length() <= MAX_STOCK_LENGTH;
        long characters = 0;
        for (int i = 0; i < MAX_STOCK_LENGTH && fits; i++) {
            final char character = i < symbol.length() ? symbol.charAt(i) : BLANK_CHARACTER;
            fits = i >= symbol.length() || character > BLANK_CHARACTER && character <= LAST_PRINTABLE;
            characters = characters << Byte.SIZE | character;
        }
        if (!fits) {
            throw new IllegalArgumentException(
                    "the symbol of a stock must have 1 to " + MAX_STOCK_LENGTH + " printable characters: " + symbol);
        }
        return characters;
    }

    /** Writes that the day begins, ends, or enters its next phase: O S Q M E C, as the specification names them. */
    public void systemEvent(final long timeNs, final char code) {
        begin(ItchNotice.Kind.SYSTEM_EVENT.letter(), 0, timeNs);
        message.put((byte) code);
        end(ItchNotice.Kind.SYSTEM_EVENT.length());
    }

    /** Writes a stock and its locate: a security without NASDAQ's market and kind, in round lots of one share. */
    public void stockDirectory(final int locate, final long timeNs, final long stock) {
        begin(StockDirectory.TYPE, locate, timeNs);
        message.putLong(stock).put(BLANK).put(BLANK).putInt(ROUND_LOT).put((byte) 'N');
        message.put((byte) 'Q').put((byte) 'Z').put(BLANK).put((byte) 'P');
        message.put(BLANK).put(BLANK).put(BLANK).put(BLANK).putInt(0).put((byte) 'N');
        end(StockDirectory.LENGTH);
    }

    /** Writes that a stock is halted (H), paused (P), quoted (Q) or traded (T), without a reason. */
    public void tradingAction(final int locate, final long timeNs, final long stock, final char state) {
        begin(ItchNotice.Kind.TRADING_ACTION.letter(), locate, timeNs);
        message.putLong(stock).put((byte) state).put(BLANK);
        message.put(BLANK).put(BLANK).put(BLANK).put(BLANK);
        end(ItchNotice.Kind.TRADING_ACTION.length());
    }

    /** Writes a new order at the tail of its level; {@code side} is B or S. */
    public void addOrder(
            final int locate,
            final long timeNs,
            final long reference,
            final char side,
            final long shares,
            final long stock,
            final long price) {
        begin(AddOrder.TYPE, locate, timeNs);
        message.putLong(reference).put((byte) side).putInt(u32("shares", shares));
        message.putLong(stock).putInt(u32("price", price));
        end(ItchOrder.TERMS_LENGTH);
    }

    /** Writes that an order is executed at its price. */
    public void executed(
            final int locate, final long timeNs, final long reference, final long shares, final long match) {
        begin(OrderExecuted.TYPE, locate, timeNs);
        message.putLong(reference).putInt(u32("shares", shares)).putLong(match);
        end(OrderExecuted.LENGTH);
    }

    /** Writes that an order is executed at another price than its own. */
    public void executedAtPrice(
            final int locate,
            final long timeNs,
            final long reference,
            final long shares,
            final long match,
            final boolean printable,
            final long price) {
        begin(OrderExecutedAtPrice.TYPE, locate, timeNs);
        message.putLong(reference).putInt(u32("shares", shares)).putLong(match);
        message.put((byte) (printable ? 'Y' : 'N')).putInt(u32("price", price));
        end(OrderExecutedAtPrice.LENGTH);
    }

    /** Writes that shares of an order are taken off; the order keeps its place. */
    public void cancelled(final int locate, final long timeNs, final long reference, final long shares) {
        begin(OrderCancelled.TYPE, locate, timeNs);
        message.putLong(reference).putInt(u32("shares", shares));
        end(OrderCancelled.LENGTH);
    }

    /** Writes that an order is removed. */
    public void deleted(final int locate, final long timeNs, final long reference) {
        begin(OrderDeleted.TYPE, locate, timeNs);
        message.putLong(reference);
        end(OrderDeleted.LENGTH);
    }

    /** Writes that an order is removed, and another of its side and stock is added, at the tail of its level. */
    public void replaced(
            final int locate,
            final long timeNs,
            final long reference,
            final long newReference,
            final long shares,
            final long price) {
        begin(OrderReplaced.TYPE, locate, timeNs);
        message.putLong(reference).putLong(newReference);
        message.putInt(u32("shares", shares)).putInt(u32("price", price));
        end(OrderReplaced.LENGTH);
    }

    /** Writes that a hidden order is executed; {@code side} is the side of that order, B or S. */
    public void trade(
            final int locate,
            final long timeNs,
            final char side,
            final long shares,
            final long stock,
            final long price,
            final long match) {
        begin(HiddenTrade.TYPE, locate, timeNs);
        message.putLong(0).put((byte) side).putInt(u32("shares", shares));
        message.putLong(stock).putInt(u32("price", price)).putLong(match);
        end(HiddenTrade.LENGTH);
    }

    private void begin(final byte type, final int locate, final long timeNs) {
        if (locate < 0 || locate > MAX_LOCATE) {
            throw new IllegalArgumentException("locate must be from 0 to " + MAX_LOCATE + ": locate=" + locate);
        }
        if (timeNs < 0 || timeNs > MAX_TIME_NS) {
            throw new IllegalArgumentException("timeNs must be from 0 to " + MAX_TIME_NS + ": timeNs=" + timeNs);
        }
        Arrays.fill(bytes, (byte) 0);
        message.position(FRAME_LENGTH);
        message.put(type).putShort((short) locate).putShort((short) 0);
        message.putShort((short) (timeNs >>> Integer.SIZE)).putInt((int) timeNs);
    }

    private static int u32(final String name, final long value) {
        if (value < 1 || value > MAX_U32) {
            throw new IllegalArgumentException(name + " must be from 1 to " + MAX_U32 + ": " + name + "=" + value);
        }
        return (int) value;
    }

    private void end(final int length) {
        message.putShort(0, (short) length);
        counts[bytes[FRAME_LENGTH] & 0xFF]++;
        out.onBytes(bytes, 0, FRAME_LENGTH + length);
    }
}
