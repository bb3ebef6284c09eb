package io.daybook.engine;

import io.daybook.api.Limits;

/**
 * The meaning of commands by the semantics version of their segment: the rules of all versions side by side, as in
 * docs/semantics.md. A rule of a later version is written as a limit that earlier versions never reach, so that the hot
 * path has no branch on the version.
 *
 * @param version from 1
 * @param maxLook the number of levels that a FOK or FOK_BUDGET order may need
 * @param maxLiveOrders the number of live orders that a user may have
 * @param hasTerms whether orders may have terms, and whether the commands that were introduced with them exist
 */
record Semantics(int version, int maxLook, int maxLiveOrders, boolean hasTerms) {
    static final int NEWEST = 3;

    /**
     * The rules of a version.
     *
     * @throws IllegalArgumentException when it is not known
     */
    static Semantics of(final int version) {
        return switch (version) {
            case 1 -> new Semantics(1, Integer.MAX_VALUE, Integer.MAX_VALUE, false);
            case 2 -> new Semantics(2, Limits.MAX_LOOK, Limits.MAX_LIVE_ORDERS, false);
            case 3 -> new Semantics(3, Limits.MAX_LOOK, Limits.MAX_LIVE_ORDERS, true);
            default ->
                throw new IllegalArgumentException(
                        "semanticsVersion must be from 1 to " + NEWEST + ": semanticsVersion=" + version);
        };
    }
}
