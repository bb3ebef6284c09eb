package io.daybook.engine.writer;

import io.daybook.api.CommandType;
import io.daybook.api.TickWriter;

/** Fills a slot with a {@link io.daybook.api.Tick}. */
final class TickSlotWriter extends SlotWriter<TickWriter> implements TickWriter {

    TickSlotWriter(final Claim claim) {
        super(claim, CommandType.TICK);
    }

    @Override
    TickWriter self() {
        return this;
    }

    @Override
    public TickWriter symbol(final int value) {
        slot().symbol(value);
        return this;
    }
}
