package io.daybook.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a client looks for its venue: at one address after the other, and where a node says that another leads, there
 * next. Used by the I/O thread.
 */
final class VenueAddresses {
    private final List<VenueAddress> all;
    private int turn;

    /** Where the last node that was asked says that the venue is. */
    private @Nullable VenueAddress told;

    private boolean isTold;

    /** Connections that came to nothing, or ended, since the last welcome. */
    private int losses;

    VenueAddresses(final List<VenueAddress> all) {
        this.all = all;
    }

    /** Where to look now. */
    VenueAddress current() {
        final VenueAddress elsewhere = told;
        return elsewhere == null ? all.get(turn) : elsewhere;
    }

    /** Whether the one to look at now is what a node has said, and not the program. */
    boolean isToldByVenue() {
        return told != null;
    }

    boolean areSeveral() {
        return all.size() > 1;
    }

    /** The node there says who leads; a text that is no address says that it does not know. */
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
            isTold = false; // it goes on with the next address
        }
    }

    void welcomed() {
        losses = 0;
    }

    /**
     * The connection came to nothing, or has ended: goes on to the next address, or to that which was told.
     *
     * @return whether so many were lost as there are addresses, so that a longer pause is due
     */
    boolean lost() {
        if (!isTold) {
            turn = (turn + 1) % all.size(); // also behind one that was told: who told it may be cut off
            told = null;
        }
        isTold = false;
        return ++losses % all.size() == 0;
    }
}
