package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandType;
import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.OnFailure;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.engine.result.ResultEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a running hash of all results that it receives, in snapshots or in a store. A store survives the end of the
 * process and power cuts, and is updated with each result before the next one arrives.
 */
final class SimulatedFollower implements Follower {
    private static final long PRIME = 1_000_003;

    /** The running hash of a follower's results, with the seqs of the first and the last result. */
    static final class Sum {
        private long firstSeq = 1;
        private long seq = -1;
        private long sum;

        /** The seq of the last result; −1 before the first. */
        long seq() {
            return seq;
        }

        private void set(final Sum other) {
            firstSeq = other.firstSeq;
            seq = other.seq;
            sum = other.sum;
        }
    }

    private final String name;
    private final @Nullable Sum store;
    private final OnFailure onFailure;
    private final Sum own = new Sum();
    private @Nullable Runnable wait;

    /**
     * Creates a follower of a new process.
     *
     * @param store keeps the running hash; null if snapshots keep it
     * @param onFailure the reaction of the exchange if the follower fails
     */
    SimulatedFollower(final String name, final @Nullable Sum store, final OnFailure onFailure) {
        this.name = name;
        this.onFailure = onFailure;
        this.store = store;
        if (store != null) {
            own.set(store);
        }
    }

    /** The hash of one result. The result of a snapshot counts as 1, because it depends on more than the commands. */
    static long hash(final ResultView result) {
        if (result.type() == CommandType.PERSIST_SNAPSHOT) {
            return 1;
        }
        final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
        ResultEncoder.encode(result, bytes, 0);
        return Arrays.hashCode(bytes);
    }

    @Override
    public String name() {
        return name;
    }

    OnFailure onFailure() {
        return onFailure;
    }

    /** Makes the follower hang at its next result, until {@code wait} returns. */
    void hangAtNext(final Runnable wait) {
        this.wait = wait;
    }

    /** Whether the follower hangs, or will hang at its next result. */
    boolean isToHang() {
        return wait != null;
    }

    @Override
    public long mark() {
        return store == null || store.seq < 0 ? 0 : store.seq + 1;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
        assertEquals(atSeq, state.seq(), "the state must be the one after command atSeq");
        if (store != null && store.seq >= 0) {
            assertEquals(atSeq, own.seq, "a follower with a store must continue at the end of the store");
            return;
        }
        own.firstSeq = atSeq + 1;
        own.seq = atSeq;
        own.sum = 0;
        if (part != null) {
            final byte[] bytes = new byte[2 * Long.BYTES];
            assertEquals(bytes.length, part.length());
            assertEquals(bytes.length, part.read(bytes, 0, bytes.length));
            own.firstSeq = ByteBuffer.wrap(bytes).getLong(0);
            own.sum = ByteBuffer.wrap(bytes).getLong(Long.BYTES);
        }
        keep();
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        assertEquals(own.seq + 1, result.seq(), "results must arrive once each, in order");
        if (wait != null) {
            wait.run();
            wait = null;
        }
        own.seq = result.seq();
        own.sum = own.sum * PRIME + hash(result);
        keep();
    }

    private void keep() {
        if (store != null) {
            store.set(own);
        }
    }

    @Override
    public @Nullable FollowerPart capture() {
        if (store != null) {
            return null;
        }
        final byte[] bytes = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(bytes).putLong(0, own.firstSeq).putLong(Long.BYTES, own.sum);
        return out -> out.write(bytes, 0, bytes.length);
    }

    /** Asserts that the follower has received all results of a history, and nothing else. */
    void assertHeard(final History history) {
        assertEquals(history.seq(), own.seq, () -> name + " must have received all results");
        long sum = 0;
        for (long seq = own.firstSeq; seq <= own.seq; seq++) {
            sum = sum * PRIME + history.hash(seq);
        }
        assertEquals(sum, own.sum, () -> name + " must have the hash of all results from seq " + own.firstSeq);
    }
}
