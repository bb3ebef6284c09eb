package io.daybook.flow.itch;

/** A new order with the name of its participant (F). */
public final class AddAttributedOrder extends ItchOrder {
    static final byte TYPE = 'F';
    static final int LENGTH = ItchOrder.TERMS_LENGTH + Integer.BYTES;

    AddAttributedOrder() {}

    /** The market participant: four characters; {@link ItchText} makes them text. */
    public int participant() {
        return i32(ItchOrder.TERMS_LENGTH);
    }
}
