package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.server.api.Markets;

/** An order or a list that a client wants to place. */
interface SpotWish {
    /** The pair. */
    Listing listing();

    /** The command, without an order id. */
    PlaceOrder order(Markets markets, long uid);

    /** Returns whether the sender gives no price. */
    boolean isMarket();

    /** The extent of the answer. */
    SpotOrderForm.Detail detail();
}
