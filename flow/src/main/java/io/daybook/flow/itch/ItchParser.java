package io.daybook.flow.itch;

import org.jspecify.annotations.Nullable;

/**
 * Finds the messages of a file of ITCH 5.0, each after its length (u16, big-endian), and passes them to a listener. The
 * bytes may come in any pieces: the parser joins a message that spans two of them. It allocates only for the first odd
 * message. Used by one thread.
 *
 * <p>A length of 0 before a known type, which public samples contain, counts as the length of the type; at the end of a
 * file it marks the end. A message of a wrong length or of an unknown type is reported and skipped.
 */
public final class ItchParser {
    private static final int TYPES = 256;
    private static final int FRAME_LENGTH = Short.BYTES;

    /** The bytes that determine the kind of a message: its length and its type. */
    private static final int FRONT_LENGTH = FRAME_LENGTH + 1;

    /** The capacity for any message with its length. */
    private static final int HELD_CAPACITY = 64;

    /** The length of a message by the letter of its type; 0 for an unknown type. */
    private static final int[] LENGTHS = new int[TYPES];

    static {
        for (final ItchNotice.Kind kind : ItchNotice.Kind.values()) {
            LENGTHS[kind.letter()] = kind.length();
        }
        LENGTHS[StockDirectory.TYPE] = StockDirectory.LENGTH;
        LENGTHS[AddOrder.TYPE] = ItchOrder.TERMS_LENGTH;
        LENGTHS[AddAttributedOrder.TYPE] = AddAttributedOrder.LENGTH;
        LENGTHS[OrderExecuted.TYPE] = OrderExecuted.LENGTH;
        LENGTHS[OrderExecutedAtPrice.TYPE] = OrderExecutedAtPrice.LENGTH;
        LENGTHS[OrderCancelled.TYPE] = OrderCancelled.LENGTH;
        LENGTHS[OrderDeleted.TYPE] = OrderDeleted.LENGTH;
        LENGTHS[OrderReplaced.TYPE] = OrderReplaced.LENGTH;
        LENGTHS[HiddenTrade.TYPE] = HiddenTrade.LENGTH;
        LENGTHS[CrossTrade.TYPE] = CrossTrade.LENGTH;
    }

    private final ItchNotice notice = new ItchNotice();
    private final StockDirectory stockDirectory = new StockDirectory();
    private final AddOrder addOrder = new AddOrder();
    private final AddAttributedOrder addAttributedOrder = new AddAttributedOrder();
    private final OrderExecuted orderExecuted = new OrderExecuted();
    private final OrderExecutedAtPrice orderExecutedAtPrice = new OrderExecutedAtPrice();
    private final OrderCancelled orderCancelled = new OrderCancelled();
    private final OrderDeleted orderDeleted = new OrderDeleted();
    private final OrderReplaced orderReplaced = new OrderReplaced();
    private final HiddenTrade trade = new HiddenTrade();
    private final CrossTrade crossTrade = new CrossTrade();

    private final ItchListener listener;
    private final @Nullable ReadAhead ahead;
    private final long[] counts = new long[TYPES];

    /** The first part of an incomplete message. */
    private final byte[] held = new byte[HELD_CAPACITY];

    private int heldLength;

    /** The number of bytes of a skipped message that are still missing. */
    private int skipping;

    /** The position of a skipped message that is still incomplete. */
    private long skippedPosition;

    /** The position of a byte of the current array in the file, less its index in the array. */
    private long base;

    /** The number of bytes before the current piece. */
    private long taken;

    private long lastTimeNs = Long.MAX_VALUE;
    private boolean strict;
    private boolean done;
    private long zeroLengths;
    private long wrongLengths;
    private long unknownTypes;
    private @Nullable OddFrame firstOdd;

    /** Creates a parser that passes messages to a listener. */
    public ItchParser(final ItchListener listener) {
        this(listener, null);
    }

    ItchParser(final ItchListener listener, final @Nullable ReadAhead ahead) {
        this.listener = listener;
        this.ahead = ahead;
    }

    /** Returns the length of a message of this type, without its length field; 0 for an unknown type. */
    public static int lengthOf(final byte type) {
        return LENGTHS[type & 0xFF];
    }

    /** Ends parsing before the first message that was sent after this time, in ns after midnight. */
    public void until(final long timestampNs) {
        lastTimeNs = timestampNs;
    }

    /** Ends parsing at the first message of an unknown type, or of a wrong length for its type. */
    public void endAtOddFrame() {
        strict = true;
    }

    /** Ends parsing after the current message. */
    public void stop() {
        done = true;
    }

    /** Returns whether more bytes change nothing: the parser was stopped, or found a message at which it ends. */
    public boolean isDone() {
        return done;
    }

    /** Parses the next bytes. They may be changed after the call. */
    public void parse(final byte[] bytes, final int offset, final int length) {
        final int end = offset + length;
        int at = offset;
        while (at < end && (skipping > 0 || heldLength > 0) && !done) {
            at = skipping > 0 ? skip(at, end) : complete(bytes, offset, at, end);
        }
        base = taken - offset;
        int seen = at;
        while (!done) {
            if (ahead != null && at >= seen) {
                seen = ahead.look(bytes, at, end);
            }
            final int step = step(bytes, at, end);
            if (step == 0) {
                hold(bytes, at, end);
                break;
            }
            at += step;
        }
        taken += length;
    }

    /** Returns whether the bytes so far end at the end of a message. */
    public boolean isWhole() {
        return done || skipping == 0 && (heldLength == 0 || heldLength == FRAME_LENGTH && isZero());
    }

    /** The position of the incomplete message; the number of all bytes so far if there is none. */
    public long position() {
        return skipping > 0 ? skippedPosition : taken - heldLength;
    }

    /** The number of messages of a type that the listener received. */
    public long count(final byte type) {
        return counts[type & 0xFF];
    }

    /** The number of messages that were skipped because of a wrong length. */
    public long wrongLengths() {
        return wrongLengths;
    }

    /** The number of messages that were skipped because of an unknown type. */
    public long unknownTypes() {
        return unknownTypes;
    }

    /** The first skipped message, null if there is none. */
    public @Nullable OddFrame firstOdd() {
        return firstOdd;
    }

    /** The number of messages after a length of 0. */
    public long zeroLengths() {
        return zeroLengths;
    }

    private boolean isZero() {
        return held[0] == 0 && held[1] == 0;
    }

    private int skip(final int at, final int end) {
        final int skipped = Math.min(skipping, end - at);
        skipping -= skipped;
        return at + skipped;
    }

    /** Joins the held first part and the next bytes, parses one message if it is complete, and continues after it. */
    private int complete(final byte[] bytes, final int offset, final int at, final int end) {
        final int before = heldLength;
        final int added = Math.min(end - at, HELD_CAPACITY - before);
        System.arraycopy(bytes, at, held, before, added);
        heldLength += added;
        base = taken + (at - offset) - before;
        final int step = step(held, 0, heldLength);
        if (step == 0) {
            return at + added;
        }
        heldLength = 0;
        return at + step - before;
    }

    private void hold(final byte[] bytes, final int at, final int end) {
        if (at < end && !done) {
            heldLength = end - at;
            System.arraycopy(bytes, at, held, 0, heldLength);
        }
    }

    /**
     * Parses one message. Returns its length with its frame, or the number of present bytes of a message to skip; 0 if
     * more bytes must come.
     */
    private int step(final byte[] bytes, final int at, final int end) {
        if (end - at < FRONT_LENGTH) {
            return 0;
        }
        final int framed = ItchMessage.u16(bytes, at);
        final byte type = bytes[at + FRAME_LENGTH];
        final int length = LENGTHS[type & 0xFF];
        if (length == 0 || framed != length && framed != 0) {
            return passOver(type, length, framed, at, end);
        }
        if (end - at < FRAME_LENGTH + length) {
            return 0;
        }
        if (ItchMessage.timestampNs(bytes, at + FRAME_LENGTH) > lastTimeNs) {
            done = true;
            return 0;
        }
        if (framed == 0) {
            zeroLengths++;
        }
        show(bytes, at + FRAME_LENGTH, type);
        return FRAME_LENGTH + length;
    }

    private int passOver(final byte type, final int length, final int framed, final int at, final int end) {
        final long position = base + at;
        if (firstOdd == null) {
            firstOdd = new OddFrame(type, framed, position);
        }
        done |= strict;
        if (length == 0) {
            unknownTypes++;
            listener.onUnknownType(type, framed, position);
        } else {
            wrongLengths++;
            listener.onWrongLength(type, framed, position);
        }
        final int there = Math.min(FRAME_LENGTH + framed, end - at);
        skipping = FRAME_LENGTH + framed - there;
        skippedPosition = position;
        return there;
    }

    private void show(final byte[] bytes, final int at, final byte type) {
        counts[type & 0xFF]++;
        switch (type) {
            case StockDirectory.TYPE -> {
                stockDirectory.wrap(bytes, at);
                listener.onStockDirectory(stockDirectory);
            }
            case AddOrder.TYPE -> {
                addOrder.wrap(bytes, at);
                listener.onAddOrder(addOrder);
            }
            case AddAttributedOrder.TYPE -> {
                addAttributedOrder.wrap(bytes, at);
                listener.onAddAttributedOrder(addAttributedOrder);
            }
            case OrderExecuted.TYPE -> {
                orderExecuted.wrap(bytes, at);
                listener.onOrderExecuted(orderExecuted);
            }
            case OrderExecutedAtPrice.TYPE -> {
                orderExecutedAtPrice.wrap(bytes, at);
                listener.onOrderExecutedAtPrice(orderExecutedAtPrice);
            }
            case OrderCancelled.TYPE -> {
                orderCancelled.wrap(bytes, at);
                listener.onOrderCancelled(orderCancelled);
            }
            case OrderDeleted.TYPE -> {
                orderDeleted.wrap(bytes, at);
                listener.onOrderDeleted(orderDeleted);
            }
            case OrderReplaced.TYPE -> {
                orderReplaced.wrap(bytes, at);
                listener.onOrderReplaced(orderReplaced);
            }
            case HiddenTrade.TYPE -> {
                trade.wrap(bytes, at);
                listener.onTrade(trade);
            }
            case CrossTrade.TYPE -> {
                crossTrade.wrap(bytes, at);
                listener.onCrossTrade(crossTrade);
            }
            default -> {
                notice.wrap(bytes, at);
                listener.onNotice(notice);
            }
        }
    }

    /**
     * A frame that is not a valid message.
     *
     * @param type the letter of the type
     * @param length the length of the message
     * @param position the position of its length field, from the first byte
     */
    public record OddFrame(byte type, int length, long position) {}
}
