package io.daybook.sessions.member;

import org.jspecify.annotations.Nullable;

/** Which members count at the doors of a process: the same at all of them. Used by one thread. */
public final class DoorMembers {
    /** A door that takes other members while it is open. */
    @FunctionalInterface
    public interface Door {
        /**
         * Asks whether other members could count; a door that does not know yet what its sessions have been says yes,
         * and so does one that cannot be asked.
         *
         * @throws IllegalArgumentException where they cannot
         */
        default void requireFit(final Members other) {}

        /**
         * Other members count from now on, all of them or none.
         *
         * @throws IllegalArgumentException where they cannot
         */
        void reload(Members other);
    }

    private final @Nullable Door tcp;
    private final @Nullable Door fix;
    private volatile Members counting;

    /**
     * Members that count from the start on.
     *
     * @param tcp the door over TCP, or null
     * @param fix the door beside it, or null
     */
    public DoorMembers(final Members first, final @Nullable Door tcp, final @Nullable Door fix) {
        this.counting = first;
        this.tcp = tcp;
        this.fix = fix;
    }

    /** Those that count. Any thread. */
    public Members counting() {
        return counting;
    }

    /**
     * Other members count from now on, at every door or at none.
     *
     * @throws IllegalArgumentException where a door refuses them; those before go on counting
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
                goBack(e); // what its sessions have been became known between the two
                throw e;
            }
        }
        counting = other;
    }

    private void goBack(final RuntimeException why) {
        Closing.after(why, tcp == null ? null : () -> tcp.reload(counting));
    }
}
