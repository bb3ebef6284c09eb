package io.daybook.core.recovery;

import io.daybook.api.Term;
import io.daybook.journal.FollowerStat;
import io.daybook.kernel.command.SentCommand;
import io.daybook.wire.OrderNumbers;
import java.util.List;
import java.util.Set;

/**
 * Which ids of orders and cookies everybody may use. In a folder that has a follower of a gateway or a server, those
 * above 2^42 say to whom an order belongs and who is answered: they are kept for the doors of such followers. Any
 * thread.
 */
public final class KeptIds {
    /** Everybody may use all. */
    public static final KeptIds NONE = new KeptIds(Long.MAX_VALUE);

    private static final KeptIds ABOVE = new KeptIds(OrderNumbers.LARGEST_FREE);
    private static final Set<String> KEEPERS = Set.of("gateway", "gateway-fix", "orders");

    private final long largestFree;

    private KeptIds(final long largestFree) {
        this.largestFree = largestFree;
    }

    /** What the followers of a folder keep, attached or not. */
    public static KeptIds of(final List<FollowerStat> followers) {
        return followers.stream().anyMatch(one -> KEEPERS.contains(one.name())) ? ABOVE : NONE;
    }

    /**
     * Refuses what is kept for others.
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
                    name + " must be at most 2^42 in a folder with a gateway or a server: what"
                            + " is above is kept for their doors: " + name + "=" + value);
        }
    }
}
