package io.daybook.sessions;

import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.SessionStream;
import io.daybook.sessions.outbox.StreamWriter;
import java.util.function.Consumer;

/**
 * The book of one protocol's sessions: a pure fold over results. It depends on no clock, no file and no iteration order
 * of a map.
 */
public interface ProtocolBook extends SessionOrders {

    /** Handles the result of a command. */
    void onResult(ResultView result);

    /** Sets the number of the last result; the book continues after it. */
    void seq(long value);

    /**
     * Begins without a part of a snapshot. The numbers of new sessions follow from this history.
     *
     * @param history see {@link Histories}
     */
    void beginIn(long history);

    /** The messages that the book has made and that are not written yet. */
    StreamWriter streams();

    /** Visits the sessions, by ascending number. */
    void forEach(Consumer<SessionStream> visitor);

    /** Fills the empty book from a part that {@link #encode} wrote. */
    void decode(PartReader part);

    /** Takes from the state of the exchange the data that the part does not contain. */
    default void recall(final StateView state) {}

    /** Returns a copy of the whole book, with the same bytes on every machine. */
    FollowerPart encode();
}
