package io.daybook.server.orders;

import io.daybook.api.ResultCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one command. A repetition of an order with a client id gets the same answer.
 *
 * @param seq the command's number
 * @param timeNs the time of the command, ns since the epoch
 * @param code success, or the first check that failed
 * @param order the order after the command; null if none is known
 * @param fills the first {@value #MAX_FILLS} trades of the order in the command
 * @param moreFills whether there were more trades
 * @param more whether work is left, which a repetition of the command continues
 * @param cancelled the orders of the sender that a mass cancel has ended, in the order in which they ended
 */
public record Outcome(
        long seq,
        long timeNs,
        ResultCode code,
        @Nullable OrderView order,
        List<Fill> fills,
        boolean moreFills,
        boolean more,
        List<OrderView> cancelled) {

    /** The largest number of fills in an answer; lists of fills have all. */
    public static final int MAX_FILLS = 20;

    /** Copies the lists. */
    public Outcome {
        fills = List.copyOf(fills);
        cancelled = List.copyOf(cancelled);
    }

    /** Returns whether the command was carried out. */
    public boolean isSuccess() {
        return code == ResultCode.SUCCESS;
    }
}
