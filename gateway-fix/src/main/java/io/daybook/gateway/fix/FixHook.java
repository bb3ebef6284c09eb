package io.daybook.gateway.fix;

import io.daybook.gateway.fix.book.Refusal;
import io.daybook.gateway.fix.order.RequestGate;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.jspecify.annotations.Nullable;
import quickfix.Message;

/** Lets an assembly add filters to the connections of the FIX door, and refuse its requests. */
public interface FixHook extends RequestGate {
    /** The hook of an ordinary venue, which does nothing. */
    FixHook NONE = new FixHook() {};

    /** Adds filters to a new connection, between the decoder and the door. */
    default void connected(final IoFilterChain chain) {}

    @Override
    default @Nullable Refusal refusal(final int session, final Message message) {
        return null;
    }
}
