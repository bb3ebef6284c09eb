package io.daybook.perf.drive;

import io.daybook.api.OrderBookType;
import io.daybook.api.ResultView;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The results of a workload as bytes, in the form between the engine and a follower, for repeated delivery. */
public final class RecordedResults {
    private static final int PIECE = 4 << 20;

    private final EngineHost host;
    private final SlotResultView view = new SlotResultView();
    private final CommandSlot slot = new CommandSlot();
    private final List<byte[]> setup = new ArrayList<>();
    private final List<byte[]> timed = new ArrayList<>();
    private final ResultDecoder decoder = new ResultDecoder();
    private List<byte[]> recording = setup;
    private byte[] piece = new byte[PIECE];
    private int length;
    private int timedResults;

    /** Runs a workload: its setup, the orders that rest, and the first of the timed commands. */
    public RecordedResults(final GeneratedWorkload workload, final int commands) {
        host = new EngineHost(
                new ExchangeEngine(new EngineConfig(OrderBookType.LADDER, true, false), new EventRing(1 << 16)));
        WorkloadCommands.setup(workload.setup(), command -> {
            slot.clear();
            CommandRecords.fill(slot, command, CommandRecords.encodePayload(command));
            apply();
        });
        run(workload.prefill(), Integer.MAX_VALUE);
        endPiece();
        recording = timed;
        timedResults = run(workload.timed(), commands);
        endPiece();
    }

    private int run(final CommandStream stream, final int most) {
        int done = 0;
        for (int c = 0; c < stream.chunkCount(); c++) {
            final long[] chunk = stream.chunk(c);
            final int end = stream.chunkLength(c);
            for (int offset = 0; offset < end && done < most; offset += CommandRecord.STRIDE) {
                slot.clear();
                WorkloadCommands.fill(slot, chunk, offset);
                apply();
                done++;
            }
        }
        return done;
    }

    private void apply() {
        host.apply(slot, host.seq() + 1, (applied, seq, timeNs) -> {
            view.wrap(applied, seq, timeNs);
            if (ResultEncoder.encodedLength(view) > piece.length - length - Integer.BYTES) {
                endPiece();
            }
            length += ResultEncoder.encode(view, piece, length);
        });
    }

    /**
     * Ends the piece with a zero byte in the place of a result's version. No result has version 0, so a reader stops
     * there.
     */
    private void endPiece() {
        piece[length] = 0;
        recording.add(piece);
        piece = new byte[PIECE];
        length = 0;
    }

    /** The number of results of {@link #timed}. */
    public int timedResults() {
        return timedResults;
    }

    /** Delivers the results of the setup and of the prefilled orders. */
    public void setup(final Consumer<ResultView> told) {
        tell(setup, told);
    }

    /** Delivers the results of the timed commands. */
    public void timed(final Consumer<ResultView> told) {
        tell(timed, told);
    }

    private void tell(final List<byte[]> pieces, final Consumer<ResultView> told) {
        for (final byte[] bytes : pieces) {
            int at = 0;
            while (bytes[at] != 0) {
                at += decoder.wrap(bytes, at, bytes.length - at);
                told.accept(decoder);
            }
        }
    }
}
