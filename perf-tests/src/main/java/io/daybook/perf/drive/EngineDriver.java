package io.daybook.perf.drive;

import io.daybook.api.OrderBookType;
import io.daybook.api.ResultCode;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import java.util.Arrays;

/**
 * The engine alone, on the caller's thread: hold, match and settle of a whole stream, without ring, journal or results.
 * Each command takes the next slot of a small array, as it would in a ring.
 */
public final class EngineDriver implements StreamDriver {
    static final int SLOTS = 16_384;

    private final EventRing events = new EventRing(SLOTS);
    private final ExchangeEngine engine;
    private final CommandSlot[] slots = newSlots();

    private int next;

    /** An engine with the symbols and accounts of a workload. */
    public EngineDriver(final GeneratedWorkload workload, final OrderBookType books) {
        engine = new ExchangeEngine(new EngineConfig(books, true, false), events);
        WorkloadCommands.setup(workload.setup(), command -> {
            final CommandSlot slot = new CommandSlot();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            engine.apply(slot);
            require(slot);
        });
    }

    /** Creates the slots of a ring. */
    static CommandSlot[] newSlots() {
        final CommandSlot[] slots = new CommandSlot[SLOTS];
        Arrays.setAll(slots, i -> new CommandSlot());
        return slots;
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
                sum += slot.resultCode() + slot.eventCount();
                if (slot.eventCount() > 0) {
                    events.release(events.position());
                }
            }
        }
        return sum;
    }

    private static void require(final CommandSlot slot) {
        if (!slot.isSuccess()) {
            throw new IllegalStateException("the setup of a workload was refused: " + ResultCode.of(slot.resultCode()));
        }
    }
}
