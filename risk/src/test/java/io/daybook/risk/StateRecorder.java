package io.daybook.risk;

import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** Keeps the records of a state in memory, so that tests can compare them and read them back. */
final class StateRecorder implements StateWriter {

    record Entry(StateRecordType type, List<Long> fields) {}

    final List<Entry> records = new ArrayList<>();
    private List<Long> fields = new ArrayList<>();
    private StateRecordType current;

    @Override
    public void begin(final StateRecordType type) {
        current = type;
        fields = new ArrayList<>();
    }

    @Override
    public void put(final long value) {
        fields.add(value);
    }

    @Override
    public void end() {
        if (fields.size() != current.fieldCount()) {
            throw new IllegalStateException(current + " must have " + current.fieldCount() + " fields: " + fields);
        }
        records.add(new Entry(current, fields));
    }

    static StateRecorder of(final RiskEngine risk) {
        final StateRecorder recorder = new StateRecorder();
        risk.writeState(recorder);
        return recorder;
    }

    void add(final StateRecordType type, final long... values) {
        begin(type);
        for (final long value : values) {
            put(value);
        }
        end();
    }

    /** Restores these records in a new engine. */
    RiskEngine restore() {
        return restore(new RiskEngine(new RiskConfig(true, true)));
    }

    /** Restores these records in a given engine, which must be new. */
    RiskEngine restore(final RiskEngine restored) {
        final StateReader reader = reader();
        while (reader.next()) {
            restored.restore(reader);
        }
        return restored;
    }

    private StateReader reader() {
        return new StateReader() {
            private int index = -1;

            @Override
            public boolean next() {
                return ++index < records.size();
            }

            @Override
            public StateRecordType type() {
                return records.get(index).type();
            }

            @Override
            public long get(final int field) {
                return records.get(index).fields().get(field);
            }
        };
    }
}
