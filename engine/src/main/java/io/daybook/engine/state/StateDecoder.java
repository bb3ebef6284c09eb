package io.daybook.engine.state;

import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;

/**
 * Unpacks the records of a part, see {@link ContentDescriptor}, and hashes them on the way. For any bytes, it returns
 * records in canonical order or throws {@link SnapshotContentException}. Used by one thread.
 */
public final class StateDecoder implements StateReader {
    private static final int BUFFER_LENGTH = 1 << 16;

    /** Supplies the bytes. */
    public interface Source {
        /** Reads bytes; returns the number that was read: {@code length}, or fewer at the end. */
        int read(byte[] target, int offset, int length);
    }

    private final Source source;
    private final StateHasher hasher = new StateHasher();
    private final long[][] records = ContentDescriptor.newRecords();
    private final byte[] buffer = new byte[BUFFER_LENGTH];

    private int position;
    private int limit;
    private boolean sourceEnded;
    private boolean started;
    private boolean ended;
    private long count;
    private int kind;
    private long[] record = {};

    public StateDecoder(final Source source) {
        this.source = source;
    }

    @Override
    public boolean next() {
        if (ended) {
            return false;
        }
        if (limit - position < ContentDescriptor.MAX_RECORD_LENGTH) {
            fill();
        }
        if (!started) {
            start();
        }
        final int code = nextByte();
        if (code == ContentDescriptor.END) {
            end();
            return false;
        }
        if (!ContentDescriptor.isKind(code)) {
            throw damaged("invalid kind of a record: " + code);
        }
        decode(code);
        return true;
    }

    private void decode(final int code) {
        final boolean first = code != kind;
        if (kind != 0 && ContentDescriptor.kind(code).isBefore(ContentDescriptor.kind(kind))) {
            throw damaged("a record of kind " + code + " must not follow kind " + kind);
        }
        kind = code;
        record = records[code];
        final StateRecordType type = ContentDescriptor.kind(code);
        hasher.begin(type);
        int order = 0;
        for (int i = 0; i < record.length; i++) {
            final long zigzag = nextVarint();
            final long value = record[i] + (zigzag >>> 1 ^ -(zigzag & 1));
            if (order == 0) {
                order = Long.compare(value, record[i]);
            }
            record[i] = value;
            hasher.put(value);
        }
        hasher.end();
        if (!first && order <= 0) {
            throw damaged(type + " records are not in order");
        }
        count++;
    }

    @Override
    public StateRecordType type() {
        return ContentDescriptor.kind(kind);
    }

    @Override
    public long get(final int index) {
        return record[index];
    }

    /** The sum of the hashes of all records so far. */
    public long hashSum() {
        return hasher.sum();
    }

    private void start() {
        final int version = nextByte();
        if (version < 1 || version > ContentDescriptor.VERSION) {
            throw damaged("the version is " + version + ", but this program reads 1 to " + ContentDescriptor.VERSION);
        }
        started = true;
    }

    private void end() {
        final long expected = nextVarint();
        if (expected != count) {
            throw damaged("the part has " + count + " records, but its end counts " + expected);
        }
        if (position < limit || source.read(buffer, 0, 1) > 0) {
            throw damaged("bytes follow the end of the part");
        }
        ended = true;
    }

    private void fill() {
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        if (!sourceEnded) {
            final int wanted = BUFFER_LENGTH - limit;
            final int came = source.read(buffer, limit, wanted);
            limit += came;
            sourceEnded = came < wanted;
        }
    }

    private int nextByte() {
        if (position == limit) {
            throw damaged("the part ends too early");
        }
        return buffer[position++] & 0xFF;
    }

    private long nextVarint() {
        long value = 0;
        for (int shift = 0; shift < 7 * ContentDescriptor.MAX_VARINT_LENGTH; shift += 7) {
            final int next = nextByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw damaged("a number has more than " + ContentDescriptor.MAX_VARINT_LENGTH + " bytes");
    }

    private SnapshotContentException damaged(final String what) {
        return new SnapshotContentException("after " + count + " records: " + what);
    }
}
