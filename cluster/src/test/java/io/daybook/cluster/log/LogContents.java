package io.daybook.cluster.log;

import io.daybook.api.CommandResult;
import io.daybook.api.OrderBookType;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.ResultSink;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** All commands of a log from its beginning on, with the request and the result of each. */
public final class LogContents {
    private final SlotResultView view = new SlotResultView();
    private long[] cookies = new long[1 << 10];
    private int[] checksums = new int[1 << 10];
    private int count;

    private LogContents() {}

    /** Reads the log of a stopped node to its end. */
    public static LogContents read(final NodeLog log) throws IOException {
        final LogContents contents = new LogContents();
        final ClusterState state =
                new ClusterState(BookTypes.all(OrderBookType.LADDER), HashSecret.of(3), (slot, seq, timeNs) -> {
                    contents.view.wrap(slot, seq, timeNs);
                    contents.add(contents.view.toResult());
                });
        try (LogReplay replay =
                new LogReplay(state, new LogPrincipals(), new RecordingReader(log.recording(), 0, Long.MAX_VALUE))) {
            while (replay.next()) {
                // add receives each command
            }
        }
        return contents;
    }

    /** Passes all results of the log of a stopped node to a sink. */
    public static void replay(final NodeLog log, final ResultSink results) throws IOException {
        final ClusterState state =
                ClusterState.followed(BookTypes.all(OrderBookType.LADDER), HashSecret.of(4), results);
        try (LogReplay replay =
                new LogReplay(state, new LogPrincipals(), new RecordingReader(log.recording(), 0, Long.MAX_VALUE))) {
            while (replay.next()) {
                // the sink receives each result
            }
        }
    }

    private void add(final CommandResult result) {
        if (result.seq() != count + 1) {
            throw new AssertionError("seq " + result.seq() + " after " + count);
        }
        if (count == cookies.length) {
            cookies = Arrays.copyOf(cookies, 2 * count);
            checksums = Arrays.copyOf(checksums, 2 * count);
        }
        cookies[count] = result.cookie();
        checksums[count] = checksum(result);
        count++;
    }

    /** Computes a checksum of a result without its cookie. */
    public static int checksum(final CommandResult result) {
        final CRC32C crc = new CRC32C();
        final String text = result.seq() + " " + result.type() + result.code() + result.timestampNs() + " "
                + result.uid() + " " + result.symbol() + " " + result.orderId() + " " + result.remaining()
                + result.events() + result.more();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    /** The last seq. */
    public int lastSeq() {
        return count;
    }

    /** The request of a command. */
    public long cookie(final long seq) {
        return cookies[(int) seq - 1];
    }

    /** The checksum of the result of a command. */
    public int checksum(final long seq) {
        return checksums[(int) seq - 1];
    }
}
