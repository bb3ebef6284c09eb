package io.daybook.engine.matching;

import io.daybook.api.Limits;

/** The rules of the books of one thread that depend on the version of the semantics. Changed between commands only. */
final class MatchingRules {
    private int maxLook = Limits.MAX_LOOK;

    /** How many levels a FOK or FOK_BUDGET order may need. */
    int maxLook() {
        return maxLook;
    }

    /** Sets {@link #maxLook()}, which is at least 1. */
    void maxLook(final int levels) {
        maxLook = levels;
    }
}
