package io.daybook.gateway.fix.order;

import io.daybook.gateway.fix.book.Refusal;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/** Refuses requests of sessions, for instance in a test. Called by the thread that carries requests out. */
@FunctionalInterface
public interface RequestGate {
    /**
     * Checks a request. A refusal is journaled and reported like every refusal of the door.
     *
     * @return the reason to refuse the request; null to let it pass
     */
    @Nullable
    Refusal refusal(int session, Message message);
}
