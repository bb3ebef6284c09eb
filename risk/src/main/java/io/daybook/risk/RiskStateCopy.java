package io.daybook.risk;

import io.daybook.kernel.state.StateWriter;

/**
 * What risk knew at one moment, copied array by array, so that another thread can write it down in canonical order
 * while the engine goes on. Used by one thread at a time.
 */
public final class RiskStateCopy {
    private final RiskState state;

    RiskStateCopy(final RiskState source) {
        this.state = new RiskState(source);
    }

    /** Whether users have settings of their own. */
    public boolean hasSettings() {
        return state.users.haveSettings();
    }

    /** Writes the records of {@link RiskEngine#writeState}. */
    public void writeState(final StateWriter writer) {
        new StateRecords(state).writeSorted(writer);
    }

    /** The uid of the user at an index. */
    public long uid(final int userIndex) {
        return state.users.uid(userIndex);
    }
}
