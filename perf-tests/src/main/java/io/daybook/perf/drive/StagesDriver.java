package io.daybook.perf.drive;

import io.daybook.api.Command;
import io.daybook.api.OrderBookType;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.stages.StagesOfOneThread;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.measure.ResultReader;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;

/**
 * What the engine's thread does behind the ring, on the caller's: the stages of engine and delivery, batch after batch,
 * with one listener.
 */
public final class StagesDriver implements StreamDriver {
    private static final int BATCH = 64;

    private final ResultReader reader = new ResultReader();
    private final StagesOfOneThread stages;

    /**
     * Behind a ring, with the symbols and accounts of a workload.
     *
     * @param works false where commands are sent only: what sending costs is subtracted from what all costs
     */
    public StagesDriver(final GeneratedWorkload workload, final OrderBookType books, final boolean works) {
        final EventRing events = new EventRing(EngineDriver.SLOTS);
        final ExchangeEngine engine = new ExchangeEngine(new EngineConfig(books, true, false), events);
        stages = new StagesOfOneThread(EngineDriver.SLOTS, BATCH, engine, events, reader, works);
        WorkloadCommands.setup(workload.setup(), this::carryOut);
    }

    private void carryOut(final Command command) {
        final CommandRing ring = stages.ring();
        final long sequence = ring.claim(1);
        CommandRecords.fill(ring.slot(sequence), command, CommandRecords.encodePayload(command));
        ring.publish(sequence, sequence);
        stages.follow(sequence);
    }

    @Override
    public long run(final CommandStream stream) {
        final CommandRing ring = stages.ring();
        for (int first = 0; first < stream.size(); first += BATCH) {
            final int count = Math.min(BATCH, stream.size() - first);
            final long last = ring.claim(count);
            for (int i = 0; i < count; i++) {
                final int at = first + i;
                WorkloadCommands.fill(ring.slot(last - count + 1 + i), stream.chunkOf(at), stream.offsetOf(at));
            }
            ring.publish(last - count + 1, last);
            stages.follow(last);
        }
        return reader.lots();
    }
}
