package io.daybook.perf.tcp;

import io.daybook.client.ClientListener;
import io.daybook.client.Fill;
import io.daybook.client.Off;

/** A listener for orders that meet no other: each is answered, and a cancel removes it. Any other event is a fault. */
abstract class LoneOrders implements ClientListener {
    @Override
    public final void onFill(final Fill fill) {
        throw new IllegalStateException("an order traded although it was alone");
    }

    @Override
    public final void onOff(final Off off) {
        // called after the answer to each cancel
    }

    @Override
    public final void onNotCarriedOut(final long request) {
        throw new IllegalStateException("request " + request + " was lost");
    }

    @Override
    public final void onHistoryLost(final String why) {
        throw new IllegalStateException(why);
    }
}
