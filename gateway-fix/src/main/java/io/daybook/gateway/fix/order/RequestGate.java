package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.book.Refusal;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/** Refuses requests of sessions, for instance in a test. Called by the thread that carries requests out. */
@FunctionalInterface
public interface RequestGate {
    /**
     * Whether a request is refused, with a journaled report as for every refusal of the door.
     *
     * @return null to let it pass
     */
    @Nullable
    Refusal refusal(int session, Message message);
}
