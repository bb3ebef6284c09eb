package io.daybook.engine.writer;

import io.daybook.api.CommandType;
import io.daybook.api.NopWriter;

/** Hands over a slot as a {@link io.daybook.api.Nop}. */
final class NopSlotWriter extends SlotWriter<NopWriter> implements NopWriter {

    NopSlotWriter(final Claim claim) {
        super(claim, CommandType.NOP);
    }

    @Override
    NopWriter self() {
        return this;
    }
}
