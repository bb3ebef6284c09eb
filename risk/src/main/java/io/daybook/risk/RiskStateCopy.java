package io.daybook.risk;

import io.daybook.kernel.state.StateWriter;

/**
 * A copy of risk's state at one moment, made array by array, so that another thread can write it in canonical order
 * while the engine continues. Used by one thread at a time.
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
