package io.daybook.engine.matching.book;

import io.daybook.api.Limits;

/** The rules of the books of one thread that depend on the version of the semantics. Changed between commands only. */
public final class MatchingRules {
    private int maxLook = Limits.MAX_LOOK;

    /** The most levels that a FOK or FOK_BUDGET order may need. */
    public int maxLook() {
        return maxLook;
    }

    /** Sets {@link #maxLook()}, which is at least 1. */
    public void maxLook(final int levels) {
        maxLook = levels;
    }
}
