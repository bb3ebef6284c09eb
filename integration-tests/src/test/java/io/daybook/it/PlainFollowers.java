package io.daybook.it;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.engine.result.ResultEncoder;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Two followers for a process that is killed: one is fast and keeps its state in the snapshots, the other is slow and
 * keeps its state in a file. Each fails if a result is missing, or arrives twice.
 */
public final class PlainFollowers {
    private PlainFollowers() {}

    /** The checksum of a result's bytes. */
    static int crc(final ResultView result) {
        final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
        ResultEncoder.encode(result, bytes, 0);
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /** The sum over all results after one more result. */
    static long sum(final long sum, final long seq, final int crc) {
        return (sum * 31 + seq) * 31 + crc;
    }

    private static void require(final boolean holds, final String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Keeps a sum over all results in the snapshots. */
    public static final class Summing implements Follower {
        private final String name;

        private long seq;
        private long sum;

        /** Creates a follower with this name. */
        public Summing(final String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
            seq = atSeq;
            if (part != null) {
                final byte[] bytes = new byte[2 * Long.BYTES];
                require(part.read(bytes, 0, bytes.length) == bytes.length, "the part is incomplete");
                require(ByteBuffer.wrap(bytes).getLong() == atSeq, "the part is of another seq");
                sum = ByteBuffer.wrap(bytes).getLong(Long.BYTES);
            } else {
                require(atSeq == 0, "a follower without a part must begin at the first result");
            }
        }

        @Override
        public void onResult(final ResultView result, final boolean replayed) {
            require(result.seq() == seq + 1, "seq " + result.seq() + " after " + seq);
            seq = result.seq();
            sum = PlainFollowers.sum(sum, seq, crc(result));
        }

        @Override
        public FollowerPart capture() {
            final byte[] bytes = new byte[2 * Long.BYTES];
            ByteBuffer.wrap(bytes).putLong(seq).putLong(sum);
            return out -> out.write(bytes, 0, bytes.length);
        }

        long seq() {
            return seq;
        }

        long sum() {
            return sum;
        }
    }

    /** Appends seq and checksum of each result to a file. */
    public static final class Filing implements Follower {
        static final int RECORD_LENGTH = Long.BYTES + Integer.BYTES;
        private static final long PARK_NS = 50_000;

        private final String name;
        private final RandomAccessFile file;
        private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(batch);
        private final long storedSeq;

        private long seq;

        /** Creates a follower with this name, which appends to the file. */
        public Filing(final String name, final Path path) throws IOException {
            this.name = name;
            this.file = new RandomAccessFile(path.toFile(), "rw");
            file.setLength(file.length() / RECORD_LENGTH * RECORD_LENGTH); // the last record may be incomplete
            this.storedSeq = lastSeq();
        }

        private long lastSeq() throws IOException {
            if (file.length() == 0) {
                return 0;
            }
            file.seek(file.length() - RECORD_LENGTH);
            return file.readLong();
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public synchronized long mark() {
            return Math.max(seq, storedSeq) + 1 - batched();
        }

        private long batched() {
            return batch.size() / RECORD_LENGTH;
        }

        @Override
        public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
            require(part == null && atSeq == storedSeq, "the follower must go on at the end of its file");
            seq = atSeq;
        }

        @Override
        public synchronized void onResult(final ResultView result, final boolean replayed) {
            require(result.seq() == seq + 1, "seq " + result.seq() + " after " + seq);
            seq = result.seq();
            try {
                out.writeLong(seq);
                out.writeInt(crc(result));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (seq % 16 == 0) {
                LockSupport.parkNanos(PARK_NS);
            }
        }

        @Override
        public synchronized void onBatchEnd() {
            try {
                file.seek(file.length());
                file.write(batch.toByteArray());
                batch.reset();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long seq() {
            return seq;
        }
    }
}
