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
 * The book of one protocol's sessions: a pure fold over results. It depends on no clock, no file and no order of a map.
 */
public interface ProtocolBook extends SessionOrders {

    /** A command was settled. */
    void onResult(ResultView result);

    /** Continues after this result. */
    void seq(long value);

    /**
     * Begins after the first command, without a part of a snapshot. The numbers of new sessions follow from this
     * history.
     *
     * @param history see {@link Histories}
     */
    void beginIn(long history);

    /** The messages that it has made and not written. */
    StreamWriter streams();

    /** Visits its sessions, by ascending number. */
    void forEach(Consumer<SessionStream> visitor);

    /** Fills the empty book with what {@link #encode} gave. */
    void decode(PartReader part);

    /** Takes from the state of the exchange what the part does not contain. */
    default void recall(final StateView state) {}

    /** A copy of the whole book, the same bytes everywhere. */
    FollowerPart encode();
}
