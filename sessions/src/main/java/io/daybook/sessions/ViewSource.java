package io.daybook.sessions;

import org.jspecify.annotations.Nullable;

/**
 * The source for subscribers of the public feed: a feed in the same process. Used by the thread that owns the sessions,
 * and must not wait.
 */
public interface ViewSource {

    /** Whether there is a channel with a stream, 3 for orders and 2 for levels. */
    boolean has(int channel, int stream);

    /**
     * Begins a view.
     *
     * @param channel the channel, which has the stream
     * @param from the number of the first message that is wanted; 0, of orders, for snapshots and then the messages
     *     after the oldest of them, and of levels for the oldest stored message
     * @return null if that message does not exist
     */
    @Nullable
    View subscribe(int channel, int stream, long from);

    /**
     * Sets the action that is called when there is something new.
     *
     * @param onNews called by any thread; short, and does not throw
     */
    void listen(Runnable onNews);

    /** The view of one subscriber on a channel. */
    interface View {

        /** A result of {@link #next}: the next message is gone. */
        int TOO_OLD = -1;

        /** The result of {@link #next} if this view has ended, and another one may find more. */
        int ENDED = -2;

        /**
         * Writes the next frame, a BATCH, to the front of an array.
         *
         * @param frame of {@link io.daybook.wire.Frame#MAX_LENGTH} bytes
         * @return its length; 0 if there is nothing at the moment; {@link #TOO_OLD}; {@link #ENDED}
         */
        int next(byte[] frame);

        /** About how many bytes it has yet to give. */
        long behind();

        /**
         * The size of the backlog at its begin, if that was later than its subscription: it does not count as slow
         * reading. Reported once.
         */
        default long lateBacklog() {
            return 0;
        }

        /** Ends it. */
        void close();
    }
}
