package io.daybook.backtest;

import io.daybook.backtest.LiveRun.Moment;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.trading.TradeEngine;
import io.daybook.trading.live.RunEvent;
import java.util.List;

/**
 * Wakes a trader as in a live run: the trader joins a market that is under way, and retires before the market ends.
 * Timers fire as late as they did in the run, or on time.
 */
final class LiveWakes implements Wakes {
    private final LiveRun run;
    private final boolean isMeasured;
    private final TradeEngine engine;
    private final ChannelBooks books;
    private final Runnable connected;
    private final List<Moment> moments;
    private int next;

    /**
     * Creates the wakes of a run that has not begun.
     *
     * @param isMeasured whether timers fire as late as in the run
     * @param connected called when requests may be sent
     */
    LiveWakes(
            final LiveRun run,
            final boolean isMeasured,
            final TradeEngine engine,
            final ChannelBooks books,
            final Runnable connected) {
        this.run = run;
        this.isMeasured = isMeasured;
        this.engine = engine;
        this.books = books;
        this.connected = connected;
        moments = run.moments().stream()
                .filter(moment -> isMeasured || moment.event() != RunEvent.TURN)
                .toList();
    }

    @Override
    public void begin(final long timeNs) {}

    @Override
    public long nextNs() {
        final long momentNs = next < moments.size() ? moments.get(next).ns() : Line.NEVER;
        return isMeasured || next == 0 ? momentNs : Math.min(momentNs, engine.nextTimerNs());
    }

    @Override
    public void wake(final long nowNs) {
        engine.at(nowNs);
        if (next == moments.size() || moments.get(next).ns() > nowNs) {
            return;
        }
        final Moment moment = moments.get(next++);
        switch (moment.event()) {
            case FRESH -> {
                final int symbol = Math.toIntExact(moment.value());
                engine.onFresh(symbol, books.levels(), books.bookOf(symbol));
            }
            case STALE -> engine.onStale(Math.toIntExact(moment.value()));
            case CONNECTED -> {
                connected.run();
                engine.onConnected();
            }
            case RETIRE -> engine.retire();
            default -> {} // a turn only sets the time
        }
    }

    @Override
    public boolean isSeen(final long seq) {
        return isMeasured ? run.hasSeen(seq) : next > 0;
    }
}
