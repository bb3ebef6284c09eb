package io.daybook.core.follower;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes of every result; its part of a snapshot consists of all these bytes. Fails if a result is missing or
 * comes twice.
 */
class RecordingFollower implements Follower {
    private final String name;
    private final List<byte[]> heard = new ArrayList<>();

    private long seq = -1;
    private long firstSeq;
    private boolean hadPart;

    RecordingFollower(final String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long atSeq, final StateView state) {
        assertEquals(-1, seq, "restored once");
        assertEquals(atSeq, state.seq(), "the state must be that of its seq");
        seq = atSeq;
        firstSeq = atSeq + 1;
        if (part != null) {
            hadPart = true;
            final byte[] all = new byte[(int) part.length()];
            assertEquals(all.length, part.read(all, 0, all.length));
            final ResultDecoder decoder = new ResultDecoder();
            for (int at = 0; at < all.length; ) {
                final int length = decoder.wrap(all, at, all.length - at);
                heard.add(Arrays.copyOfRange(all, at, at + length));
                at += length;
            }
            firstSeq = atSeq + 1 - heard.size();
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        assertEquals(seq + 1, result.seq(), "each result must come once, in order");
        seq = result.seq();
        final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
        ResultEncoder.encode(result, bytes, 0);
        heard.add(bytes);
    }

    @Override
    public @Nullable FollowerPart capture() {
        final List<byte[]> copy = List.copyOf(heard);
        return out -> {
            final ByteArrayOutputStream all = new ByteArrayOutputStream();
            copy.forEach(all::writeBytes);
            out.write(all.toByteArray(), 0, all.size());
        };
    }

    /** The seq of the last result that it has received; −1 before it was restored. */
    long seq() {
        return seq;
    }

    /** The seq of the first result in {@link #heard}. */
    long firstSeq() {
        return firstSeq;
    }

    /** Whether it was restored from a part of a snapshot. */
    boolean hadPart() {
        return hadPart;
    }

    /** The bytes of all results. */
    List<ByteBuffer> heard() {
        return heard.stream().map(ByteBuffer::wrap).toList();
    }
}
