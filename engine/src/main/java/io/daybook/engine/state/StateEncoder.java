package io.daybook.engine.state;

import io.daybook.kernel.state.StateHasher;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;

/** Packs the records of a state, see {@link ContentDescriptor}, and hashes them on the way. Used by one thread. */
public final class StateEncoder implements StateWriter {
    private static final int BUFFER_LENGTH = 1 << 16;

    /** Receives the bytes; may throw to stop the writing. */
    public interface Sink {
        /** Receives at least one byte; the encoder overwrites the bytes after the call. */
        void write(byte[] buffer, int offset, int length);
    }

    private final Sink sink;
    private final StateHasher hasher = new StateHasher();
    private final long[][] records = ContentDescriptor.newRecords();
    private final byte[] buffer = new byte[BUFFER_LENGTH];

    private int position;
    private long count;
    private long[] record = {};
    private int field;

    /** Creates an encoder of the kinds of records that version 1 of the content has. */
    public StateEncoder(final Sink sink) {
        this(sink, false);
    }

    /**
     * Creates an encoder.
     *
     * @param hasNewKinds whether there are records of kinds that version 1 of the content does not have
     */
    public StateEncoder(final Sink sink, final boolean hasNewKinds) {
        this.sink = sink;
        buffer[position++] = (byte) (hasNewKinds ? ContentDescriptor.VERSION : ContentDescriptor.FIRST_VERSION);
    }

    @Override
    public void begin(final StateRecordType type) {
        if (position > BUFFER_LENGTH - ContentDescriptor.MAX_RECORD_LENGTH) {
            flush();
        }
        buffer[position++] = (byte) type.code();
        record = records[type.code()];
        field = 0;
        hasher.begin(type);
    }

    @Override
    public void put(final long value) {
        final long delta = value - record[field];
        record[field++] = value;
        putVarint(delta << 1 ^ delta >> 63);
        hasher.put(value);
    }

    @Override
    public void end() {
        if (field != record.length) {
            throw new IllegalStateException("a record must have " + record.length + " fields: fields=" + field);
        }
        hasher.end();
        count++;
    }

    /** Ends the part; returns the sum of its records' hashes. */
    public long finish() {
        if (position > BUFFER_LENGTH - ContentDescriptor.MAX_RECORD_LENGTH) {
            flush();
        }
        buffer[position++] = ContentDescriptor.END;
        putVarint(count);
        flush();
        return hasher.sum();
    }

    private void putVarint(final long value) {
        long left = value;
        int at = position;
        while ((left & ~0x7FL) != 0) {
            buffer[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        buffer[at++] = (byte) left;
        position = at;
    }

    private void flush() {
        sink.write(buffer, 0, position);
        position = 0;
    }
}
