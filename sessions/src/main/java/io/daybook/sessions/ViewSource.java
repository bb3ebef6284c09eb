package io.daybook.sessions;

import org.jspecify.annotations.Nullable;

/**
 * The source of market data for subscribers: a feed in the same process. Used by the thread that owns the sessions;
 * must not wait.
 */
public interface ViewSource {

    /** Returns whether there is a channel with a stream: 3 is orders, 2 is levels. */
    boolean has(int channel, int stream);

    /**
     * Begins a view.
     *
     * @param channel the channel, which has the stream
     * @param from the number of the first message. 0 means, on the stream of orders, snapshots and the messages after
     *     the oldest of them, and on the stream of levels, the oldest stored message
     * @return null if that message does not exist
     */
    @Nullable
    View subscribe(int channel, int stream, long from);

    /**
     * Sets the action that is called when there are new messages.
     *
     * @param onNews called by any thread; short, and does not throw
     */
    void listen(Runnable onNews);

    /** The view of one subscriber on a channel. */
    interface View {

        /** A result of {@link #next}: the next message is no longer stored. */
        int TOO_OLD = -1;

        /** A result of {@link #next}: this view has ended, and a new one may find more. */
        int ENDED = -2;

        /**
         * Writes the next frame, a BATCH, to the front of an array.
         *
         * @param frame an array of {@link io.daybook.wire.Frame#MAX_LENGTH} bytes
         * @return its length; 0 if there is nothing at the moment; {@link #TOO_OLD}; {@link #ENDED}
         */
        int next(byte[] frame);

        /** Returns about how many bytes are left to read. */
        long behind();

        /**
         * Returns the size of the backlog with which the view began, if it began later than its subscription. This
         * backlog does not count as slow reading. Returned once.
         */
        default long lateBacklog() {
            return 0;
        }

        /** Ends the view. */
        void close();
    }
}
