package io.daybook.flow.itch;

/** A new order without a name (A). */
public final class AddOrder extends ItchOrder {
    static final byte TYPE = 'A';

    AddOrder() {}
}
