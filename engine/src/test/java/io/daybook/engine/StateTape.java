package io.daybook.engine;

import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** The records of a state, which tests tamper with and read back. */
final class StateTape implements StateWriter, StateReader {

    /** A record whose fields tests can change. */
    record Row(StateRecordType type, List<Long> fields) {

        /** Whether the record is of a kind, and its first fields have these values. */
        boolean begins(final StateRecordType wanted, final long... values) {
            boolean same = type == wanted;
            for (int i = 0; same && i < values.length; i++) {
                same = fields.get(i) == values[i];
            }
            return same;
        }

        void add(final int field, final long change) {
            fields.set(field, fields.get(field) + change);
        }
    }

    final List<Row> rows = new ArrayList<>();
    private int at = -1;

    void add(final StateRecordType type, final long... values) {
        begin(type);
        for (final long value : values) {
            put(value);
        }
        end();
    }

    Row find(final StateRecordType type, final long... values) {
        return rows.stream()
                .filter(row -> row.begins(type, values))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + type + " in " + rows));
    }

    @Override
    public void begin(final StateRecordType type) {
        rows.add(new Row(type, new ArrayList<>()));
    }

    @Override
    public void put(final long value) {
        rows.get(rows.size() - 1).fields().add(value);
    }

    @Override
    public void end() {
        final Row last = rows.get(rows.size() - 1);
        if (last.fields().size() != last.type().fieldCount()) {
            throw new IllegalStateException("record must be complete: " + last);
        }
    }

    @Override
    public boolean next() {
        return ++at < rows.size();
    }

    @Override
    public StateRecordType type() {
        return rows.get(at).type();
    }

    @Override
    public long get(final int field) {
        return rows.get(at).fields().get(field);
    }
}
