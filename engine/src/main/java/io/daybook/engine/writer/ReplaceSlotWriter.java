package io.daybook.engine.writer;

import io.daybook.api.CommandType;
import io.daybook.api.ReplaceOrderWriter;
import io.daybook.api.Term;

/** Fills a slot with a {@link io.daybook.api.ReplaceOrder}. */
final class ReplaceSlotWriter extends SlotWriter<ReplaceOrderWriter> implements ReplaceOrderWriter {

    ReplaceSlotWriter(final Claim claim) {
        super(claim, CommandType.REPLACE_ORDER);
    }

    @Override
    ReplaceOrderWriter self() {
        return this;
    }

    @Override
    public ReplaceOrderWriter uid(final long value) {
        slot().uid(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter symbol(final int value) {
        slot().symbol(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter orderId(final long value) {
        slot().orderId(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter newOrderId(final long value) {
        return say(Term.NEW_ORDER_ID, value);
    }

    @Override
    public ReplaceOrderWriter price(final long value) {
        slot().price(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter size(final long value) {
        slot().size(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter reservePrice(final long value) {
        slot().sentReservePrice(value);
        return this;
    }

    @Override
    public ReplaceOrderWriter trigger(final long value) {
        return say(Term.TRIGGER, value);
    }

    @Override
    public ReplaceOrderWriter stopPrice(final long value) {
        return say(Term.STOP_PRICE, value);
    }

    /**
     * Sets a term. The value 0 leaves an unset term unset, as in the command record; a term that was set before becomes
     * 0.
     */
    private ReplaceOrderWriter say(final Term term, final long value) {
        if (value != slot().term(term.code())) {
            slot().term(term.code(), value);
        }
        return this;
    }
}
