package io.daybook.server.orders;

import io.daybook.api.ResultCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one command; for an order with a client id also to its repetition.
 *
 * @param seq the command's number
 * @param timeNs its time
 * @param code success, or the first check that failed
 * @param order the order after it; null where none is known
 * @param fills what the order traded in it: the first {@value #MAX_FILLS}
 * @param moreFills whether there were more
 * @param more whether work is left that the same command continues
 * @param cancelled of a mass cancel the orders of its sender that it has ended, in the order in which it did
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

    /** An answer has no more fills; a list of them has all. */
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
