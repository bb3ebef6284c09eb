package io.daybook.client;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The addresses at which a subscriber tries the venue's door, one after the other; if a node names the leader, the
 * leader is next. Used by the feed client's thread.
 */
final class StreamAddresses {
    private final List<InetSocketAddress> all;
    private int turn;
    private boolean isTold;

    /** The number of connections that failed, or ended, since the last welcome. */
    private int losses;

    StreamAddresses(final List<InetSocketAddress> all) {
        this.all = all;
    }

    /** The address to try now. */
    InetSocketAddress current() {
        return all.get(turn);
    }

    boolean areSeveral() {
        return all.size() > 1;
    }

    /** Called when the node has named the leader, {@code host:port}; an unknown address is ignored. */
    void follow(final String text) {
        final VenueAddress leader;
        try {
            leader = VenueAddress.of(text);
        } catch (final IllegalArgumentException e) {
            return; // the text names no leader: the next node may name it
        }
        for (int i = 0; i < all.size(); i++) {
            final InetSocketAddress address = all.get(i);
            if (address.getPort() == leader.port() && address.getHostString().equals(leader.host())) {
                turn = i;
                isTold = true;
            }
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
            turn = (turn + 1) % all.size();
        }
        isTold = false;
        return ++losses % all.size() == 0;
    }
}
