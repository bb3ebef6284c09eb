package io.daybook.engine;

import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.Arrays;

/**
 * Receives records one by one; a subclass reads each whole record with the descriptor of its kind. Used by one thread.
 */
abstract class RecordTaker implements StateWriter, StateReader {
    private final long[] fields = new long[StateRecordType.maxFieldCount()];

    private StateRecordType type = StateRecordType.BOOK;
    private int count;

    /** Called when a record is complete. */
    abstract void onRecord();

    @Override
    public final void begin(final StateRecordType begun) {
        type = begun;
        count = 0;
    }

    @Override
    public final void put(final long value) {
        fields[count++] = value;
    }

    @Override
    public final void end() {
        onRecord();
    }

    /** Returns false, because the writer passes each record, and none is read ahead. */
    @Override
    public final boolean next() {
        return false;
    }

    @Override
    public final StateRecordType type() {
        return type;
    }

    @Override
    public final long get(final int index) {
        return fields[index];
    }

    /** A copy of the fields of the record. */
    final long[] copy() {
        return Arrays.copyOf(fields, count);
    }
}
