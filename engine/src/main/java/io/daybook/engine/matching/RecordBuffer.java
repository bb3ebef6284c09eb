package io.daybook.engine.matching;

import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.Arrays;

/** Keeps records of a state, so that another thread can write them later. */
final class RecordBuffer implements StateWriter {
    private static final int FIRST_LENGTH = 256;

    private long[] values = new long[FIRST_LENGTH];
    private int length;

    @Override
    public void begin(final StateRecordType type) {
        put(type.code());
    }

    @Override
    public void put(final long value) {
        if (length == values.length) {
            values = Arrays.copyOf(values, 2 * length);
        }
        values[length++] = value;
    }

    @Override
    public void end() {
        // the kind determines the number of fields
    }

    /** Writes the records of a kind, in the order in which the buffer received them. */
    void writeTo(final StateRecordType type, final StateWriter writer) {
        int at = 0;
        while (at < length) {
            final StateRecordType kind = StateRecordType.of((int) values[at++]);
            if (kind == type) {
                writer.begin(kind);
                for (int i = 0; i < kind.fieldCount(); i++) {
                    writer.put(values[at + i]);
                }
                writer.end();
            }
            at += kind.fieldCount();
        }
    }
}
