package io.daybook.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which a client tries its venue, one after the other; if a node names the leader, the leader is next.
 * Used by the I/O thread.
 */
final class VenueAddresses {
    private final List<VenueAddress> all;
    private int turn;

    /** The leader that the last node has named. */
    private @Nullable VenueAddress told;

    private boolean isTold;

    /** The number of connections that failed, or ended, since the last welcome. */
    private int losses;

    VenueAddresses(final List<VenueAddress> all) {
        this.all = all;
    }

    /** The address to try now. */
    VenueAddress current() {
        final VenueAddress elsewhere = told;
        return elsewhere == null ? all.get(turn) : elsewhere;
    }

    /** Returns whether a node, and not the program, gave the address to try now. */
    boolean isToldByVenue() {
        return told != null;
    }

    boolean areSeveral() {
        return all.size() > 1;
    }

    /** Called when the node has named the leader; a text that is not an address means that it has no leader. */
    void follow(final String text) {
        try {
            final VenueAddress leader = VenueAddress.of(text);
            final int known = all.indexOf(leader);
            if (known >= 0) {
                turn = known;
            }
            told = known >= 0 ? null : leader;
            isTold = true;
        } catch (final IllegalArgumentException e) {
            isTold = false; // the next address is tried
        }
    }

    void welcomed() {
        losses = 0;
    }

    /**
     * Called when the connection failed, or has ended: moves to the next address, or to the named leader.
     *
     * @return whether as many connections were lost as there are addresses, so that a longer pause is due
     */
    boolean lost() {
        if (!isTold) {
            turn = (turn + 1) % all.size(); // also after a named leader: the node that named it may be cut off
            told = null;
        }
        isTold = false;
        return ++losses % all.size() == 0;
    }
}
