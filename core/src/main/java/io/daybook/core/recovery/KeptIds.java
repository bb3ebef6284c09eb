package io.daybook.core.recovery;

import io.daybook.api.Term;
import io.daybook.journal.FollowerStat;
import io.daybook.kernel.command.SentCommand;
import io.daybook.wire.OrderNumbers;
import java.util.List;
import java.util.Set;

/**
 * The ids of orders and cookies that every sender may use. In a folder with a follower of a gateway or a server, ids
 * above 2^42 identify the owner of an order and the receiver of an answer: they are reserved for the doors of such
 * followers. Any thread.
 */
public final class KeptIds {
    /** No id is reserved. */
    public static final KeptIds NONE = new KeptIds(Long.MAX_VALUE);

    private static final KeptIds ABOVE = new KeptIds(OrderNumbers.LARGEST_FREE);
    private static final Set<String> KEEPERS = Set.of("gateway", "gateway-fix", "orders");

    private final long largestFree;

    private KeptIds(final long largestFree) {
        this.largestFree = largestFree;
    }

    /** The ids that the followers of a folder reserve, attached or not. */
    public static KeptIds of(final List<FollowerStat> followers) {
        return followers.stream().anyMatch(one -> KEEPERS.contains(one.name())) ? ABOVE : NONE;
    }

    /**
     * Refuses a reserved id.
     *
     * @throws IllegalArgumentException with the number
     */
    public void require(final SentCommand command) {
        if (command.cookie() > largestFree || command.orderId() > largestFree || command.termsMask() != 0) {
            require("cookie", command.cookie());
            require("orderId", command.orderId());
            require("newOrderId", command.term(Term.NEW_ORDER_ID.code()));
            require("exitOrderId", command.term(Term.EXIT_ORDER_ID.code()));
        }
    }

    private void require(final String name, final long value) {
        if (value > largestFree) {
            throw new IllegalArgumentException(
                    name + " must be at most 2^42 in a folder with a gateway or a server: larger"
                            + " ones are reserved for their doors: " + name + "=" + value);
        }
    }
}
