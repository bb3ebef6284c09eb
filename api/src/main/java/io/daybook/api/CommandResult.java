package io.daybook.api;

import java.util.List;

/**
 * The result of one command.
 *
 * @param seq the place of the command in the order of all commands, from 1
 * @param type the type of the command
 * @param code success, or the failure of the first check that failed
 * @param cookie the sender's own number
 * @param timestampNs the command's time, ns since the epoch
 * @param uid the user in the command, or 0
 * @param symbol the symbol in the command, or 0
 * @param orderId the order of a trading command; 0 for others
 * @param remaining lots of that order that rest on the book, or are dormant, afterwards; 0 for a refused command, which
 *     leaves the order unchanged
 * @param events what happened, in order
 * @param more whether work is left that the same command again, or a {@link Tick}, continues
 */
public record CommandResult(
        long seq,
        CommandType type,
        ResultCode code,
        long cookie,
        long timestampNs,
        long uid,
        int symbol,
        long orderId,
        long remaining,
        List<OrderEvent> events,
        boolean more) {

    /** Copies the list. */
    public CommandResult {
        events = List.copyOf(events);
    }

    /** Creates a result without work left. */
    public CommandResult(
            final long seq,
            final CommandType type,
            final ResultCode code,
            final long cookie,
            final long timestampNs,
            final long uid,
            final int symbol,
            final long orderId,
            final long remaining,
            final List<OrderEvent> events) {
        this(seq, type, code, cookie, timestampNs, uid, symbol, orderId, remaining, events, false);
    }

    /**
     * Whether the command was carried out. An order that traded nothing was carried out too: see {@link #filled()},
     * {@link #rejected()} and {@link #rests()}.
     */
    public boolean isSuccess() {
        return code == ResultCode.SUCCESS;
    }

    /** How many lots of the command's order traded. */
    public long filled() {
        long lots = 0;
        boolean isOwn = true;
        for (final OrderEvent event : events) {
            isOwn = event instanceof OrderEvent.Act act ? act.cause() == ActCause.COMMAND : isOwn;
            if (isOwn && event instanceof OrderEvent.Trade trade) {
                lots += trade.size();
            }
        }
        return lots;
    }

    /**
     * How many lots of the command's order were rejected without a trade: those of a POST_ONLY that would have traded,
     * the rest of an IOC, all lots of a FOK.
     */
    public long rejected() {
        long lots = 0;
        boolean isOwn = true;
        for (final OrderEvent event : events) {
            isOwn = event instanceof OrderEvent.Act act ? act.cause() == ActCause.COMMAND : isOwn;
            if (isOwn && event instanceof OrderEvent.Reject reject) {
                lots += reject.size();
            }
        }
        return lots;
    }

    /** Whether lots of the order rest on the book, or are dormant, afterwards: {@link #remaining()} is more than 0. */
    public boolean rests() {
        return remaining > 0;
    }
}
