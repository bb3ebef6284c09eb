package io.daybook.sessions;

import io.daybook.api.Follower;
import io.daybook.api.FollowerPart;
import io.daybook.api.PartReader;
import io.daybook.api.PartWriter;
import io.daybook.api.RestingOrder;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.host.Clock;
import io.daybook.sessions.hops.VenueHops;
import io.daybook.sessions.outbox.Histories;
import io.daybook.sessions.outbox.Outbox;
import io.daybook.sessions.outbox.Outboxes;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Passes each result to the book of a protocol once, and keeps the book in the snapshots of the exchange. */
public final class BookFollower implements Follower {
    private static final int NAMED_ORDERS = 5;

    private final String name;
    private final ProtocolBook book;
    private final Outboxes outboxes;
    private final IntPredicate isKnownElsewhere;

    /** Writes and sends the messages that the book made, at the end of a batch. */
    private Runnable onBatchEnd;

    private VenueHops hops = VenueHops.none();
    private Clock clock = Clock.system();
    private @Nullable Part captured;
    private boolean isPartRequired;
    private Histories.Current history = Histories.Current.FIRST;

    /** A copy of the book, and the files to force before a snapshot with this copy gets its name. */
    private static final class Part implements FollowerPart {
        private final FollowerPart copy;
        private final List<Outbox.Segment> unforced;
        private volatile boolean isWritten;

        private Part(final FollowerPart copy, final List<Outbox.Segment> unforced) {
            this.copy = copy;
            this.unforced = unforced;
        }

        @Override
        public void writeTo(final PartWriter out) {
            try {
                for (final Outbox.Segment segment : unforced) {
                    segment.force();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            copy.writeTo(out);
            isWritten = true;
        }
    }

    /**
     * Creates a follower with an empty book.
     *
     * @param isKnownElsewhere whether the book of another protocol, attached before this one, has a session
     */
    public BookFollower(
            final String name, final ProtocolBook book, final Outboxes outboxes, final IntPredicate isKnownElsewhere) {
        this.name = name;
        this.book = book;
        this.outboxes = outboxes;
        this.isKnownElsewhere = isKnownElsewhere;
        this.onBatchEnd = book.streams()::writeAll;
    }

    /** Sets the action that writes and sends from now on. */
    public void onBatchEnd(final Runnable action) {
        onBatchEnd = action;
    }

    /** Requires that each snapshot contains the part of this follower: the log before the snapshot may be gone. */
    public void requirePart() {
        isPartRequired = true;
    }

    /** Sets the history that the folder is in. Called before the follower is restored. */
    public void in(final Histories.Current present) {
        history = present;
    }

    /** Times results from now on. */
    public void timedBy(final VenueHops other, final Clock by) {
        hops = other;
        clock = by;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void restore(final @Nullable PartReader part, final long seq, final StateView state) {
        book.seq(seq);
        if (part == null) {
            requireNoOrders(state);
            book.beginIn(history.beginningBehind(seq));
            return;
        }
        book.decode(part);
        book.recall(state);
        book.forEach(outboxes::open);
    }

    /** Refuses orders whose ids belong to sessions that no book has: such orders would trade without a report. */
    private void requireNoOrders(final StateView state) {
        final List<String> alien = new ArrayList<>();
        state.forEachOrder((final RestingOrder order) -> {
            if (OrderNumbers.isOfSession(order.orderId())
                    && !isKnownElsewhere.test(OrderNumbers.session(order.orderId()))
                    && alien.size() < NAMED_ORDERS) {
                alien.add("symbol " + order.symbol() + " order " + order.orderId() + " of user " + order.uid());
            }
        });
        if (!alien.isEmpty()) {
            throw new IllegalStateException("live orders have ids that belong to sessions of gateways, and no gateway"
                    + " was attached when they were placed: " + String.join(", ", alien)
                    + "; cancel them before you attach a gateway");
        }
    }

    @Override
    public void onResult(final ResultView result, final boolean replayed) {
        if (hops.isDue(result.seq()) && !replayed) {
            hops.onHeard(result.seq(), result.cookie(), clock.nanoTime());
        }
        book.onResult(result);
        if (book.streams().isWide()) {
            onBatchEnd.run();
        }
    }

    @Override
    public void onBatchEnd() {
        onBatchEnd.run();
    }

    @Override
    public @Nullable FollowerPart capture() {
        onBatchEnd.run();
        if (book.streams().dirtyCount() > 0) {
            if (isPartRequired) {
                throw new IllegalStateException(
                        "the outboxes of sessions cannot be written, and a snapshot must not lack them");
            }
            return null; // the book is ahead of its files: a start from this part would lack their messages
        }
        final List<Outbox.Segment> unforced = new ArrayList<>();
        final Part before = captured;
        book.forEach(
                session -> session.outbox().captured(session.nextOut, before != null && before.isWritten, unforced));
        final Part part = new Part(book.encode(), unforced);
        captured = part;
        return part;
    }
}
