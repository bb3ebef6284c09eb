package io.daybook.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result for listeners, together with the command that it answers: a flyweight over the engine's memory, valid during
 * the call only. {@link #toResult()} makes a copy that can be kept. Fields that a kind of command does not have are 0.
 */
public interface ResultView {

    /** The command's place in the order of all commands, from 1; queries have none, and are not passed to listeners. */
    long seq();

    /** The command's time, ns since the epoch. */
    long timestampNs();

    /** The type of the command; see {@link CommandType#code()}. */
    int typeCode();

    /** The outcome; see {@link ResultCode#code()}. */
    int resultCode();

    /** The sender's own number. */
    long cookie();

    /** How many bytes the sender's tag has, 0 to {@link Limits#MAX_TAG_BYTES}; 0 for none. */
    int tagLength();

    /**
     * Copies the sender's tag; without one, nothing.
     *
     * @param target receives {@link #tagLength()} bytes, from {@code offset} on
     * @throws IndexOutOfBoundsException when they do not fit
     */
    void copyTag(byte[] target, int offset);

    /** The user whom the command named, or 0. */
    long uid();

    /** The symbol that the command named, or 0. */
    int symbol();

    /** The order that the command named, or 0. */
    long orderId();

    /**
     * The side of the order that the command named: for a new order as sent, else the side of the live order, if it was
     * found. See {@link Side#code()}; 0 for none. A refused command may have any number.
     */
    int sideCode();

    /**
     * The type of the order that the command named, by the same rule as {@link #sideCode()}. See
     * {@link OrderType#code()}.
     */
    int orderTypeCode();

    /** The price of a new order, or the target price of a move, in ticks; the total of a budget. */
    long price();

    /**
     * The highest price to which the order that the command named may be moved, in ticks; 0 for asks and futures. If
     * the order was refused before its id was checked, the price is as sent.
     */
    long reservePrice();

    /** The lots of a new order, or the lots to take off. */
    long size();

    /**
     * The mask of {@link #terms()}, 0 if there are none. 0 on the nodes of a cluster, whose results do not carry them.
     */
    default int termsMask() {
        return 0;
    }

    /** The terms of a new order, or those that a replacement changes. Allocates if there are any. */
    default OrderTerms terms() {
        return OrderTerms.NONE;
    }

    /**
     * Lots of the order that the command named that rest on the book after the order's own part in the command. If
     * later acts of the command trade with the order, only their events show it. 0 for a refused command, which leaves
     * the order unchanged.
     */
    long remaining();

    /**
     * Lots of {@link #remaining()} that books show after the order's own part in the command: all of a plain order, the
     * part of an iceberg, none of a hidden or a dormant one.
     */
    long shown();

    /** Whether work is left; sending the same command again, or a TICK, continues it. */
    boolean more();

    /** The currency of a deposit or withdrawal. */
    int currency();

    /** The amount in minor units: positive for a deposit, negative for a withdrawal. */
    long amount();

    /** The transaction id of a deposit or withdrawal. */
    long transactionId();

    /** The symbols that the command added, in its order; empty for other commands, and if it was refused. */
    List<SymbolSpec> addedSymbols();

    /** How many events the command had. */
    int eventCount();

    /**
     * Returns one event, as a flyweight that the next call of this method moves to another event.
     *
     * @param index from 0, below {@link #eventCount()}
     */
    EventView event(int index);

    /**
     * Whether the command was carried out. An order that traded nothing was carried out too: see {@link #filled()} and
     * {@link #rejected()}.
     */
    default boolean isSuccess() {
        return resultCode() == ResultCode.SUCCESS.code();
    }

    /** How many lots of the command's order traded. Reads every event, and so moves the view of {@link #event}. */
    default long filled() {
        return lots(EventKind.TRADE.code());
    }

    /**
     * How many lots of the command's order were rejected without a trade: those of a POST_ONLY that would have traded,
     * the rest of an IOC, all lots of a FOK. Reads every event, and so moves the view of {@link #event}.
     */
    default long rejected() {
        return lots(EventKind.REJECT.code());
    }

    /** Whether lots of the order rest on the book afterwards: {@link #remaining()} is more than 0. */
    default boolean rests() {
        return remaining() > 0;
    }

    /** Lots in events of the command's own order: after an ACT, events belong to the order that it names. */
    private long lots(final int kindCode) {
        long lots = 0;
        boolean isOwn = true;
        for (int i = 0; i < eventCount(); i++) {
            final EventView event = event(i);
            if (event.kindCode() == EventKind.ACT.code()) {
                isOwn = event.causeCode() == ActCause.COMMAND.code();
            } else if (isOwn && event.kindCode() == kindCode) {
                lots += event.size();
            }
        }
        return lots;
    }

    /** The type of the command. */
    default CommandType type() {
        return CommandType.of(typeCode());
    }

    /** The outcome. */
    default ResultCode code() {
        return ResultCode.of(resultCode());
    }

    /** The side of the order that the command named, or null if {@link #sideCode()} names none. */
    default @Nullable Side side() {
        return Side.isKnown(sideCode()) ? Side.of(sideCode()) : null;
    }

    /** The type of the order that the command named, or null if {@link #orderTypeCode()} names none. */
    default @Nullable OrderType orderType() {
        return OrderType.isKnown(orderTypeCode()) ? OrderType.of(orderTypeCode()) : null;
    }

    /** A copy of the outcome that can be kept. */
    CommandResult toResult();
}
