package io.daybook.perf.drive;

import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;

/** Runs no engine: measures the cost of filling the slots, which is subtracted when engines are compared. */
public final class FeedDriver implements StreamDriver {
    private final CommandSlot[] slots = EngineDriver.newSlots();

    private int next;

    @Override
    public long run(final CommandStream stream) {
        long sum = 0;
        for (int c = 0; c < stream.chunkCount(); c++) {
            final long[] chunk = stream.chunk(c);
            final int end = stream.chunkLength(c);
            for (int offset = 0; offset < end; offset += CommandRecord.STRIDE) {
                final CommandSlot slot = slots[next++ & slots.length - 1];
                slot.clearCommand();
                WorkloadCommands.fill(slot, chunk, offset);
                sum += slot.type();
            }
        }
        return sum;
    }
}
