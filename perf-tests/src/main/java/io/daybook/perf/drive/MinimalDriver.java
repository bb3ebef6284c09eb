package io.daybook.perf.drive;

import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.minimal.MinimalEngine;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;

/** The minimal engine on the caller's thread, fed as {@link EngineDriver} feeds the full one. */
public final class MinimalDriver implements StreamDriver {
    private final CommandSlot[] slots = EngineDriver.newSlots();
    private final MinimalEngine engine;

    private int next;

    /** An engine with the symbol and users of a workload. */
    public MinimalDriver(final GeneratedWorkload workload) {
        engine = new MinimalEngine(workload.setup());
    }

    /** The engine, for checks of its state. */
    public MinimalEngine engine() {
        return engine;
    }

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
                engine.apply(slot);
                sum += slot.resultCode() + slot.remaining();
            }
        }
        return sum;
    }
}
