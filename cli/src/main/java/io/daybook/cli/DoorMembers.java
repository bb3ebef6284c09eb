package io.daybook.cli;

import io.daybook.gateway.session.Members;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which members count at the doors of a node: the same at all of them. Used by one thread. */
final class DoorMembers {
    /** A door that can be asked before another takes members. */
    interface Door {
        /**
         * Asks whether other members could count; a door that does not know yet what its sessions have been says yes.
         *
         * @throws IllegalArgumentException where they cannot
         */
        void requireFit(Members other);

        /**
         * Other members count from now on, all of them or none.
         *
         * @throws IllegalArgumentException where they cannot
         */
        void reload(Members other);
    }

    private final Consumer<Members> tcp;
    private final @Nullable Door fix;
    private Members counting;

    /**
     * Members that count from the start on.
     *
     * @param tcp takes other members, all of them or none, or throws {@link IllegalArgumentException}
     * @param fix the door beside it, or null
     */
    DoorMembers(final Members first, final Consumer<Members> tcp, final @Nullable Door fix) {
        this.counting = first;
        this.tcp = tcp;
        this.fix = fix;
    }

    /** Those that count. */
    Members counting() {
        return counting;
    }

    /**
     * Other members count from now on, at every door or at none.
     *
     * @throws IllegalArgumentException where a door refuses them; those before go on counting
     */
    void reload(final Members other) {
        final Door second = fix;
        if (second == null) {
            tcp.accept(other);
        } else {
            second.requireFit(other);
            tcp.accept(other);
            try {
                second.reload(other);
            } catch (final RuntimeException e) {
                goBack(e); // the log became ready between the two, and with it what the sessions have been
                throw e;
            }
        }
        counting = other;
    }

    private void goBack(final RuntimeException why) {
        try {
            tcp.accept(counting);
        } catch (final RuntimeException e) {
            why.addSuppressed(e);
        }
    }
}
