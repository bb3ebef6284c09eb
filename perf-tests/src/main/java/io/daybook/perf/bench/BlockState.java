package io.daybook.perf.bench;

import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.perf.drive.WorkloadCommands;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.Workload;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The first commands of the margin workload, as slots and as an encoded block. */
@State(Scope.Thread)
public class BlockState {
    static final int COMMANDS = 8192;

    private static final int BLOCK_BYTES = 512 * 1024;
    private static final long FIRST_TIME_NS = 1_700_000_000_000_000_000L;
    private static final long BETWEEN_NS = 100;

    final CommandSlot[] slots = new CommandSlot[COMMANDS];
    final CommandBlockEncoder encoder = new CommandBlockEncoder(BLOCK_BYTES);

    /** The time of a command. */
    static long timeNs(final int index) {
        return FIRST_TIME_NS + index * BETWEEN_NS;
    }

    /** Fills slots and block. */
    @Setup(Level.Trial)
    public void setUp() {
        final CommandStream stream = Workload.MARGIN.generate().timed();
        for (int i = 0; i < COMMANDS; i++) {
            slots[i] = new CommandSlot();
            WorkloadCommands.fill(slots[i], stream.chunkOf(i), stream.offsetOf(i));
            slots[i].timestampNs(timeNs(i));
        }
        encode();
    }

    /** Encodes all commands; gives the length of the block. */
    int encode() {
        encoder.reset();
        for (int i = 0; i < COMMANDS; i++) {
            encoder.append(slots[i], timeNs(i));
        }
        return encoder.length();
    }
}
