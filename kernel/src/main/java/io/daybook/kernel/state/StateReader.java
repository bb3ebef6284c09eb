package io.daybook.kernel.state;

/**
 * Reads the records of a state, one after the other, as a {@link StateWriter} wrote them: {@code next}, then
 * {@code get} for each field.
 */
public interface StateReader {

    /** Moves on to the next record; false at the end. */
    boolean next();

    /** The kind of the current record. */
    StateRecordType type();

    /** A field of the current record, by its index from 0. */
    long get(int index);
}
