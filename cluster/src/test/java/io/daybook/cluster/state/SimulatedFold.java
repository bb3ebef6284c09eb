package io.daybook.cluster.state;

import static io.daybook.cluster.state.ClusterSimulation.require;

import io.daybook.engine.result.ResultDecoder;
import io.daybook.wire.Bytes;
import io.daybook.wire.OrderNumbers;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A follower of {@link ClusterSimulation}. It keeps the last request of each session, the number of its fences, and a
 * stream of numbered messages, one for each result, as a sum. Its state depends on every result and on their order.
 */
final class SimulatedFold implements ResultSink {
    static final String NAME = "gateway";
    private static final int ROW = 5;

    /** By session: the last request, the numbers of fences and messages, and the sum of the messages. */
    private final Map<Long, long[]> sessions = new TreeMap<>();

    private final ResultDecoder result = new ResultDecoder();
    private long seq;

    @Override
    public void onResult(final byte[] bytes, final int offset, final int length) {
        result.wrap(bytes, offset, length);
        require(result.seq() == seq + 1, () -> "a follower at seq " + seq + " received seq " + result.seq());
        seq++;
        final CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        final long[] known = sessions.computeIfAbsent(result.cookie() >>> 44, session -> new long[ROW - 1]);
        final long request = result.cookie() & OrderNumbers.MAX_REQUEST;
        if (request == 0) {
            known[1]++;
        } else {
            require(request == known[0] + 1, () -> "request " + request + " comes after " + known[0]);
            known[0] = request;
        }
        known[2]++;
        known[3] = Carrier.mix(known[3] ^ crc.getValue() ^ known[2]);
    }

    long last(final int session) {
        return sessions.getOrDefault((long) session, new long[ROW - 1])[0];
    }

    long fences(final int session) {
        return sessions.getOrDefault((long) session, new long[ROW - 1])[1];
    }

    /** 64 bits over the whole state. */
    long digest() {
        final long[] digest = {seq};
        sessions.forEach((session, row) -> digest[0] = Carrier.mix(digest[0] ^ session ^ Arrays.hashCode(row)));
        return digest[0];
    }

    StatePart part() {
        final byte[] bytes = new byte[(1 + ROW * sessions.size()) * Long.BYTES];
        Bytes.putI64(bytes, 0, seq);
        int at = Long.BYTES;
        for (final Map.Entry<Long, long[]> session : sessions.entrySet()) {
            Bytes.putI64(bytes, at, session.getKey());
            for (int i = 0; i < ROW - 1; i++) {
                Bytes.putI64(bytes, at + (1 + i) * Long.BYTES, session.getValue()[i]);
            }
            at += ROW * Long.BYTES;
        }
        return new StatePart(NAME, bytes);
    }

    void restore(final StatePart part, final long restoredSeq) {
        final byte[] bytes = part.bytes();
        seq = Bytes.getI64(bytes, 0);
        require(seq == restoredSeq, "the part of a follower is at seq " + seq + ", its snapshot at seq " + restoredSeq);
        for (int at = Long.BYTES; at < bytes.length; at += ROW * Long.BYTES) {
            final long[] row = new long[ROW - 1];
            for (int i = 0; i < ROW - 1; i++) {
                row[i] = Bytes.getI64(bytes, at + (1 + i) * Long.BYTES);
            }
            sessions.put(Bytes.getI64(bytes, at), row);
        }
    }
}
