package io.daybook.sessions.member;

import org.jspecify.annotations.Nullable;

/** The current members at the doors of a process. All doors have the same members. Used by one thread. */
public final class DoorMembers {
    /** A door whose members can be replaced while it is open. */
    @FunctionalInterface
    public interface Door {
        /**
         * Checks whether other members could take effect. A door accepts them if it has not recovered its sessions yet,
         * or has no such check.
         *
         * @throws IllegalArgumentException if they cannot
         */
        default void requireFit(final Members other) {}

        /**
         * Replaces the members, all of them or none.
         *
         * @throws IllegalArgumentException if they cannot be replaced
         */
        void reload(Members other);
    }

    private final @Nullable Door tcp;
    private final @Nullable Door fix;
    private volatile Members counting;

    /**
     * Creates an object with the members with which the venue starts.
     *
     * @param first the members in effect until the first replacement
     * @param tcp the TCP door, or null
     * @param fix the FIX door, or null
     */
    public DoorMembers(final Members first, final @Nullable Door tcp, final @Nullable Door fix) {
        this.counting = first;
        this.tcp = tcp;
        this.fix = fix;
    }

    /** The members that are in effect. Any thread. */
    public Members counting() {
        return counting;
    }

    /**
     * Replaces the members at every door, or at none.
     *
     * @throws IllegalArgumentException if a door refuses the new members; the old ones stay in effect
     */
    public void reload(final Members other) {
        if (fix != null) {
            fix.requireFit(other);
        }
        if (tcp != null) {
            tcp.reload(other);
        }
        if (fix != null) {
            try {
                fix.reload(other);
            } catch (final RuntimeException e) {
                goBack(e); // sessions were recovered since the check, and the members do not fit them
                throw e;
            }
        }
        counting = other;
    }

    private void goBack(final RuntimeException why) {
        Closing.after(why, tcp == null ? null : () -> tcp.reload(counting));
    }
}
