package io.daybook.client;

import io.daybook.wire.ByeReason;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of a client. All methods are called on the client's one I/O thread, which reads nothing
 * meanwhile, so each call must be short. Views are valid during the call only. A method may send commands. If a method
 * throws, the client stops.
 *
 * <p>Answers, fills and offs come in the order of their numbers, each once, over all connections; after the program was
 * killed, the last of them may come again (see {@link NextOutFile}).
 */
public interface ClientListener {
    /** The outcome of a request; its fills follow. */
    void onAnswer(Answer answer);

    /** A trade of an order. */
    void onFill(Fill fill);

    /** Lots of an order left the book without a trade. */
    void onOff(Off off);

    /**
     * A request of an earlier connection was never carried out, and never will be. Its number, and with it the id of
     * its order, goes to the next request. Called before {@link #onWelcome}, in ascending order.
     */
    void onNotCarriedOut(long request);

    /**
     * The venue has lost messages that it had sent: its power failed without a forced journal, or it was restored from
     * a backup. The client stops; its books have to be compared with the venue's by hand, because the fate of requests
     * without an answer is unknown. Begin the next client without the old position: with {@code nextOut(0)}, or another
     * file.
     */
    void onHistoryLost(String why);

    /** The venue no longer has these numbers of the stream, which continues after them. */
    default void onMissed(long firstOut, long lastOut) {}

    /** The answer to a STATUS. */
    default void onStatus(OrderStatus status) {}

    /** A connection is open for commands. Messages up to the welcome's {@code nextOut} are still to come. */
    default void onWelcome(Welcome welcome) {}

    /** The connection was lost, and the client tries for another; commands are refused until {@link #onWelcome}. */
    default void onDisconnected(String why) {}

    /**
     * The client has ended: the program closed it, the venue's reason will not pass by itself, or the file of the
     * stream's number cannot be written. Nothing is called after this. A listener that threw does not receive this
     * call.
     *
     * @param reason the reason that the venue gave; null if it gave none
     */
    default void onStopped(@Nullable ByeReason reason, String why) {}
}
