package io.daybook.core.stages;

import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import org.jspecify.annotations.Nullable;

/** Releases what slots hold once no stage reads them: events, spills, references. Used by one thread. */
final class SlotFreeing {
    private @Nullable EventRing events;
    private long upToPosition;
    private int spilled;

    /** Frees a slot, after all slots before it. {@link #release} releases its events at the latest. */
    void free(final CommandSlot slot) {
        if (slot.eventCount() > 0) {
            final EventRing eventsOfSlot = slot.eventRing();
            if (eventsOfSlot != events) {
                release();
                events = eventsOfSlot;
            }
            upToPosition = eventsOfSlot.endPosition(slot);
            spilled += EventRing.spilledEvents(slot);
        }
        slot.clearReferences();
    }

    /** Releases the events of all freed slots. */
    void release() {
        final EventRing ring = events;
        if (ring != null) {
            ring.release(upToPosition);
            if (spilled > 0) {
                ring.releaseSpill(spilled);
                spilled = 0;
            }
            events = null;
        }
    }
}
