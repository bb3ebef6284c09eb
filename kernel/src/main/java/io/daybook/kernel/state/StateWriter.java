package io.daybook.kernel.state;

/**
 * Receives the records of a state, one after the other: {@code begin}, then exactly
 * {@link StateRecordType#fieldCount()} times {@code put}, then {@code end}. Used by the engine's thread.
 */
public interface StateWriter {

    /** Starts a record. */
    void begin(StateRecordType type);

    /** Adds the next field. */
    void put(long value);

    /** Ends the record. */
    void end();
}
