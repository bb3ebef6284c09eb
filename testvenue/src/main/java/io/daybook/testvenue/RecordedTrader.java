package io.daybook.testvenue;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Listing;
import io.daybook.flow.RecordedEvent;
import io.daybook.flow.day.RecordedDay;
import io.daybook.flow.market.MarketCounts;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.wire.json.Json;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A recorded day in a listing: a tick of the listing is 1/10,000 dollar of the file, and a lot is a share. It starts at
 * a time of the day: each event is carried out as long after the start as it came after that time in the file. Any
 * thread.
 */
final class RecordedTrader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedTrader.class);
    private static final int MOST_FILLS = 1_000;

    /** The number of events after which other threads can read the progress, or end the day. */
    private static final int EVENTS_AT_ONCE = 2_000;

    private static final String BEGINS = "begins";
    private static final String TRADES = "trades";

    /** The lock is fair, so that other threads get it while one carries out many events. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Life life;
    private final Listing listing;
    private final RecordedDay day;
    private final DayAhead reader;
    private final VenueGround ground;
    private final RecordedMarket market;
    private final Deque<Fill> fills = new ArrayDeque<>();
    private final long fromNs;
    private long aheadNs;
    private long events;
    private boolean isClosed;
    private String state = BEGINS;

    /** A trade of a user's order with the day. */
    private record Fill(
            String key, long orderId, long price, long size, boolean isMaker, boolean isDoubtful, long ns) {}

    /**
     * Creates a day, which {@link #begin} starts.
     *
     * @param stock the stock of an ITCH file; empty for LOBSTER
     * @param fromNs the time of the start, in ns after midnight; below 0 for the time of the first event
     */
    RecordedTrader(
            final Life life, final Listing listing, final RecordedDay day, final String stock, final long fromNs) {
        this.life = life;
        this.listing = listing;
        this.day = day;
        this.reader = new DayAhead(day, stock, listing.symbol());
        this.ground = new VenueGround(life, listing, life.orders(), this::drainIfIdle);
        this.market = new RecordedMarket(ground, this::filled);
        this.fromNs = fromNs;
    }

    /**
     * Carries out all events up to the time of the start; the later ones are carried out when they are due.
     *
     * @throws io.daybook.server.http.Problem if the files hold no such day, or are damaged before the start; the orders
     *     sent so far rest until {@link #end}
     */
    void begin() {
        final long nowNs = life.time().stampNs();
        boolean isThere = false;
        while (!isThere) {
            final RecordedEvent next = peeked(); // waits for a long file without the lock
            lock.lock();
            try {
                if (events == 0) {
                    aheadNs = nowNs - (fromNs < 0 && next != null ? next.timeNs() : fromNs);
                }
                isThere = !isLive() || isCarriedOut(nowNs, false);
            } finally {
                lock.unlock();
            }
        }
    }

    private @Nullable RecordedEvent peeked() {
        try {
            return reader.peek();
        } catch (RuntimeException e) {
            lock.lock();
            try {
                stop(e);
            } finally {
                lock.unlock();
            }
            throw e;
        }
    }

    /** Whether events before the start are still being carried out. */
    boolean begins() {
        lock.lock();
        try {
            return state.equals(BEGINS);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the files held no such day, so that another day may take its place. */
    boolean isEmpty() {
        lock.lock();
        try {
            return !isLive() && events == 0;
        } finally {
            lock.unlock();
        }
    }

    private void stop(final RuntimeException cause) {
        state = "stopped: " + cause.getMessage();
        if (events == 0) {
            close();
        }
    }

    /**
     * Drains the queue only if the lock is free. The exchange's thread calls this method, and the holder of the lock
     * may be waiting for that thread.
     */
    private void drainIfIdle() {
        if (lock.tryLock()) {
            try {
                ground.drain();
            } finally {
                lock.unlock();
            }
        }
    }

    private void filled(
            final long orderId, final long price, final long size, final boolean isMaker, final boolean isDoubtful) {
        if (fills.size() == MOST_FILLS) {
            fills.remove();
        }
        fills.add(new Fill(life.name(ground.outsider()), orderId, price, size, isMaker, isDoubtful, ground.tradedNs()));
    }

    /** Carries out the events that are due. */
    private void act() {
        lock.lock();
        try {
            if (isLive()) {
                final boolean unused = isCarriedOut(life.time().stampNs(), true);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Carries out the events up to a time; unless {@code all} is set, only some that need no waiting. Returns whether
     * no event up to the time is left.
     */
    private boolean isCarriedOut(final long untilNs, final boolean all) {
        try {
            ground.catchUp();
            for (int i = 0; all || i < EVENTS_AT_ONCE && reader.isReady(); i++) {
                final RecordedEvent next = reader.peek();
                if (next == null || next.timeNs() + aheadNs > untilNs) {
                    market.end();
                    waitFor(next);
                    return true;
                }
                market.onEvent(next);
                events++;
                reader.take();
            }
            return false;
        } catch (ExchangeClosedException e) {
            LOG.debug("the venue of a recorded day has ended", e);
        } catch (RuntimeException e) {
            stop(e);
            LOG.error("the recorded day of {} has stopped", listing.name(), e);
            throw e;
        }
        return true;
    }

    private void waitFor(final @Nullable RecordedEvent next) {
        if (next == null) {
            state = "ended";
            reader.close();
        } else {
            state = TRADES;
            life.agenda().at(next.timeNs() + aheadNs, listing.symbol(), this::act);
        }
    }

    private boolean isLive() {
        return state.equals(BEGINS) || state.equals(TRADES);
    }

    /** Ends the day, and cancels its orders. */
    void end() {
        lock.lock();
        try {
            if (isLive()) {
                state = "deleted";
            }
            RecordedMarket.owners(listing.symbol()).forEach(uid -> life.cancelAll(uid, listing.symbol()));
            catchUp();
            close();
        } finally {
            lock.unlock();
        }
    }

    /** Takes the trades so far, also after the day has ended, because its resting orders still trade. */
    private void catchUp() {
        if (isClosed) {
            return;
        }
        try {
            ground.catchUp();
        } catch (ExchangeClosedException e) {
            LOG.debug("the venue of a recorded day has ended", e);
        }
    }

    void write(final Json json) {
        lock.lock();
        try {
            catchUp();
            writeLocked(json);
        } finally {
            lock.unlock();
        }
    }

    private void writeLocked(final Json json) {
        final MarketCounts counts = market.counts();
        json.object().put("kind", "recorded").put("file", day.messages().toString());
        json.put("state", state).put("events", events);
        json.object("counts")
                .put("displaced", counts.displaced())
                .put("consumed", counts.consumed())
                .put("missed", counts.missed())
                .put("odd", counts.odd())
                .put("doubtful", counts.doubtful())
                .put("unknown", counts.unknown())
                .end();
        json.list("fills");
        for (final Fill fill : fills) {
            json.object()
                    .put("key", fill.key)
                    .put("orderId", fill.orderId)
                    .put("price", listing.price(fill.price).toPlainString())
                    .put("size", listing.quantity(fill.size).toPlainString())
                    .put("role", fill.isMaker ? "maker" : "taker")
                    .put("doubtful", fill.isDoubtful)
                    .put("time", Instant.ofEpochSecond(0, fill.ns).toString())
                    .end();
        }
        json.endList().end();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (isLive()) {
                state = "deleted";
            }
            isClosed = true;
            reader.close();
            ground.close();
        } finally {
            lock.unlock();
        }
    }
}
