package io.daybook.perf.workload;

/**
 * The users of one group: uids {@code 1 + index, 1 + index + groups, …} up to {@code users}.
 *
 * @param index of the group, from 0
 * @param groups the number of groups
 * @param users the number of all users, at least {@code groups}
 */
record UserGroup(int index, int groups, int users) {
    /** Draws one of its users, all equally likely. */
    long draw(final SplitMix64 random) {
        final int size = (users - 1 - index) / groups + 1;
        return 1L + index + (long) groups * random.nextInt(size);
    }
}
