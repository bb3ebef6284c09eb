package io.daybook.server.orders;

import io.daybook.api.ResultCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one command; also to a repetition of an order with a client id.
 *
 * @param seq the command's number
 * @param timeNs its time
 * @param code success, or the first check that failed
 * @param order the order after it; null if none is known
 * @param fills the order's trades in it: the first {@value #MAX_FILLS}
 * @param moreFills whether there were more
 * @param more whether work is left that a repetition of the command continues
 * @param cancelled the orders of its sender that a mass cancel has ended, in the order of their ends
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

    /** The most fills of an answer; lists of fills have all. */
    public static final int MAX_FILLS = 20;

    /** Copies the lists. */
    public Outcome {
        fills = List.copyOf(fills);
        cancelled = List.copyOf(cancelled);
    }

    /** Whether the command was carried out. */
    public boolean isSuccess() {
        return code == ResultCode.SUCCESS;
    }
}
