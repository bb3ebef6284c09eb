package io.daybook.cluster.node;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.engine.result.ResultEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A follower that writes a row for each result, at the place of its seq: a sum of its bytes, and a sum over all rows so
 * far. After a restart, a repeated row must equal the row in the file; if not, the follower throws.
 */
final class TapeFollower implements Follower {
    static final String NAME = "tape";
    static final String SUFFIX = ".tape";

    private final Path path;
    private final ByteBuffer row = ByteBuffer.allocate(2 * Long.BYTES);
    private final ByteBuffer known = ByteBuffer.allocate(2 * Long.BYTES);
    private byte[] bytes = new byte[1 << 12];
    private @Nullable FileChannel file;
    private long seq;
    private long sum;

    TapeFollower(final Path path) {
        this.path = path;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long restoredSeq, final StateView state) {
        seq = restoredSeq;
        if (part != null) {
            final ByteBuffer read = ByteBuffer.allocate(2 * Long.BYTES);
            if (part.read(read.array(), 0, read.capacity()) != read.capacity() || read.getLong() != restoredSeq) {
                throw new IllegalStateException("the part does not belong to seq " + restoredSeq);
            }
            sum = read.getLong();
        }
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        if (result.seq() != ++seq) {
            throw new IllegalStateException("seq " + result.seq() + " came instead of " + seq);
        }
        final int length = ResultEncoder.encodedLength(result);
        bytes = length > bytes.length ? new byte[2 * length] : bytes;
        ResultEncoder.encode(result, bytes, 0);
        sum = next(row, sum, bytes, 0, length);
        final long at = (seq - 1) * row.capacity();
        try {
            known.clear();
            if (file.read(known, at) == known.capacity() && !known.flip().equals(row) && known.getLong(0) != 0) {
                throw new IllegalStateException("seq " + seq + " had another result before");
            }
            file.write(row, at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills a row, and returns the sum over all rows so far. */
    static long next(final ByteBuffer row, final long before, final byte[] bytes, final int offset, final int length) {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        final long sum = 31 * before + crc.getValue();
        row.clear();
        row.putLong(crc.getValue()).putLong(sum).flip();
        return sum;
    }

    @Override
    public FollowerPart capture() {
        final byte[] copy =
                ByteBuffer.allocate(2 * Long.BYTES).putLong(seq).putLong(sum).array();
        return out -> out.write(copy, 0, copy.length);
    }
}
