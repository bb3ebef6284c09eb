package io.daybook.server.demo;

import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.flow.bots.BotMarket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The market before the first start: commands with invented times in the past. They are the first commands of the
 * exchange, so the exchange keeps these times. Used by one thread.
 */
final class DemoPast implements BotMarket.Sender {
    private static final long LENGTH_NS = TimeUnit.HOURS.toNanos(6);
    private static final int STEPS_A_LOOK = 8;

    private final Exchange exchange;
    private final long untilNs;
    private long timeNs;
    private long lastOrderId;
    private @Nullable CompletableFuture<CommandResult> last;

    DemoPast(final Exchange exchange, final long nowNs) {
        this.exchange = exchange;
        this.untilNs = nowNs;
        this.timeNs = nowNs - LENGTH_NS;
        // The next ids are above those of an interrupted past: each id took a command, so no id exceeds the seq.
        this.lastOrderId = exchange.metrics().deliveredSeq();
    }

    /** Adds the symbols first, with past times: a command with the present time would end the past. */
    boolean addSymbols(final List<Listing> listings, final byte[] tag) {
        final SymbolsReport known = exchange.query(new SymbolsQuery()).join();
        for (final Listing listing : listings) {
            if (known.spec(listing.symbol()) == null) {
                last = exchange.submit(new AddSymbol(listing.spec()), 0, timeNs, tag);
            }
        }
        settle();
        return last != null;
    }

    /**
     * Makes the bots trade, in the same number of steps for each new demonstration.
     *
     * @param fromNs the time at which the past begins, even if an earlier start of the server left it unfinished
     */
    void trade(final BotMarket market, final DemoPeople people, final DemoView view, final long fromNs) {
        timeNs = Math.max(timeNs, fromNs);
        people.arrive().forEach(this::send);
        look(market, view);
        market.fillLadders(this);
        for (long steps = 0; timeNs < untilNs; timeNs += BotMarket.PAST_STEP_NS) {
            if (steps++ % STEPS_A_LOOK == 0) {
                look(market, view);
            }
            market.stepOfThePast(this);
        }
        settle();
    }

    /** Shows the bots the market once it has all their commands, so that the speed of the exchange has no effect. */
    private void look(final BotMarket market, final DemoView view) {
        view.awaitShown(settled(last), () -> false);
        market.look(view);
    }

    @Override
    public void place(final PlaceOrder order) {
        lastOrderId++;
        send(new PlaceOrder(
                order.uid(),
                order.symbol(),
                lastOrderId,
                order.side(),
                order.orderType(),
                order.price(),
                order.reservePrice(),
                order.size(),
                order.terms()));
    }

    @Override
    public void send(final Command command) {
        last = exchange.submit(command, 0, timeNs);
    }

    private void settle() {
        final long unused = settled(last);
    }

    private static long settled(final @Nullable CompletableFuture<CommandResult> sent) {
        return sent == null ? 0 : sent.join().seq();
    }
}
