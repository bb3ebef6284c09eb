package io.daybook.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import io.daybook.kernel.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** Records in memory. */
final class Tape implements StateWriter, StateReader {
    final List<Row> rows;
    private int at = -1;

    private Tape(final List<Row> rows) {
        this.rows = rows;
    }

    static Tape of(final ExchangeEngine engine) {
        final Tape tape = new Tape(new ArrayList<>());
        engine.writeState(tape);
        return tape;
    }

    Tape again() {
        return new Tape(rows);
    }

    @Override
    public void begin(final StateRecordType type) {
        rows.add(new Row(type, new ArrayList<>()));
    }

    @Override
    public void put(final long value) {
        rows.get(rows.size() - 1).fields.add(value);
    }

    @Override
    public void end() {
        final Row row = rows.get(rows.size() - 1);
        assertEquals(row.type.fieldCount(), row.fields.size());
    }

    @Override
    public boolean next() {
        return ++at < rows.size();
    }

    @Override
    public StateRecordType type() {
        return rows.get(at).type;
    }

    @Override
    public long get(final int index) {
        return rows.get(at).fields.get(index);
    }

    /** A record whose fields tests can spoil. */
    record Row(StateRecordType type, List<Long> fields) {}
}
