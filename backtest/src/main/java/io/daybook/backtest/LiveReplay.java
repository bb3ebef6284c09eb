package io.daybook.backtest;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.trading.OrderPort;
import io.daybook.trading.TradeEngine;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trader's live run in a simulated market. The venue's journal without the requests of the trader is the
 * flow; the strategy sends the requests again. With the latencies that were measured for each message and each request
 * of the run, the trader sends the same requests and gets the same fills, and the exchange has the same journal as the
 * venue. Used by one thread.
 */
public final class LiveReplay {
    private final LiveVenue venue;
    private final LiveRun run;
    private final int session;
    private final TakenTimes taken;

    /** The seq and the stamp that each request of the trader has in the venue's journal. */
    private final Map<Long, Own> own = new TreeMap<>();

    private record Own(long seq, long stampNs) {}

    /**
     * Reads the venue's part of a run.
     *
     * @throws IOException if a file cannot be read, or does not fit the run
     */
    public LiveReplay(final LiveVenue venue, final LiveRun run) throws IOException {
        this.venue = venue;
        this.run = run;
        this.session = run.session();
        taken = TakenTimes.read(venue, run.epochNs());
        if (taken.of(taken.firstSeq()) > run.moments().get(0).ns()) {
            throw new IOException("the venue must have the time of each command since the trader began; but it has kept"
                    + " only the newest times, from command " + taken.firstSeq() + " on: record a shorter run");
        }
        final List<String> others = new ArrayList<>();
        venue.commands((seq, stampNs, cookie, tag, command) -> {
            if (LiveRun.isRequest(session, cookie)) {
                own.put(OrderNumbers.request(cookie), new Own(seq, stampNs));
                if (!isOfAStrategy(command)) {
                    others.add("command " + seq + " is " + command);
                }
            }
        });
        if (!others.isEmpty()) {
            throw new IOException("the requests of session " + session + " must be orders, replacements and"
                    + " cancels that the venue's door took, because a strategy sends no others; but " + others.get(0));
        }
        for (final long request : own.keySet()) {
            if (run.requestNs(request) == Line.NEVER) {
                throw new IOException("the record must have all requests of session " + session
                        + "; but request " + request + " is in the journal only: a trader that was started again keeps"
                        + " the record of its last run only");
            }
        }
    }

    private static boolean isOfAStrategy(final Command command) {
        return command instanceof PlaceOrder || command instanceof ReplaceOrder || command instanceof CancelOrder;
    }

    /**
     * Replays the run.
     *
     * @param exchange a new exchange without threads
     * @param latency the latencies; null for those that were measured
     * @param trader makes the trader, which sends its requests through the given port
     * @return the trader, after the run
     */
    public TradeEngine play(
            final Exchange exchange, final @Nullable Latency latency, final Function<OrderPort, TradeEngine> trader) {
        final JournalGround ground = new JournalGround(exchange, run, latency == null);
        own.forEach((request, one) -> ground.stamp(request, one.stampNs()));
        final SimulatedMarket market = new SimulatedMarket(ground, latency == null ? new Measured() : latency, trader);
        final long[] lastNs = {run.moments().get(run.moments().size() - 1).ns()};
        venue.commands((seq, stampNs, cookie, tag, command) -> {
            if (!LiveRun.isRequest(session, cookie)) {
                market.moveTo(taken.of(seq));
                ground.carryOut(command, taken.of(seq), stampNs, cookie, tag);
            }
            lastNs[0] = Math.max(lastNs[0], taken.of(seq));
        });
        market.moveTo(lastNs[0] + 1);
        market.end();
        return market.trader();
    }

    /** The latencies that were measured in the run; 0 for a message or a request that the run does not have. */
    private final class Measured implements Latency {
        @Override
        public long orderNs(final long request) {
            final Own one = own.get(request);
            return one == null ? 0 : between(run.requestNs(request), taken.of(one.seq()));
        }

        @Override
        public long answerNs(final long message, final long seq) {
            return between(taken.of(seq), run.answerNs(message));
        }

        @Override
        public long feedNs(final long seq) {
            return between(taken.of(seq), run.groupNs(seq));
        }

        private static long between(final long fromNs, final long toNs) {
            return fromNs == Line.NEVER || toNs == Line.NEVER ? 0 : Math.max(0, toNs - fromNs);
        }
    }
}
