package io.daybook.server.demo;

import io.daybook.api.AddSymbol;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.server.orders.OrdersBook;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The market before the first start: commands stamped with the time at which they might have come. Nothing was sent
 * before them, so their stamps count. Used by one thread.
 */
final class DemoPast implements Bots.Sender {
    private static final long LENGTH_NS = TimeUnit.HOURS.toNanos(6);
    private static final long STEP_NS = TimeUnit.SECONDS.toNanos(2);
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int ACTS_A_STEP = 2;
    private static final int STEPS_A_LOOK = 8;
    private static final long WAIT_NS = 20_000;

    private final Exchange exchange;
    private long timeNs;
    private long lastOrderId;
    private @Nullable CompletableFuture<CommandResult> last;
    private @Nullable CompletableFuture<CommandResult> lastOfLook;

    DemoPast(final Exchange exchange, final long nowNs) {
        this.exchange = exchange;
        this.timeNs = nowNs - LENGTH_NS;
        // Above the ids of a past that was broken off: none was used for less than a command.
        this.lastOrderId = exchange.metrics().deliveredSeq();
    }

    /** The symbols come first: a command of today would end the past. */
    void addSymbols(final List<Listing> listings) {
        final SymbolsReport known = exchange.query(new SymbolsQuery()).join();
        for (final Listing listing : listings) {
            if (known.spec(listing.symbol()) == null) {
                send(new AddSymbol(listing.spec()));
            }
        }
        settle();
    }

    /**
     * Lets the bots trade until a time.
     *
     * @param fromNs from when; the past of a start that was broken off goes on there
     */
    void trade(
            final Bots bots,
            final FairPrices prices,
            final DemoPeople people,
            final OrdersBook book,
            final long fromNs,
            final long untilNs) {
        timeNs = Math.max(timeNs, fromNs);
        people.arrive().forEach(this::send);
        settle();
        bots.fillLadders(this);
        int steps = 0;
        for (; timeNs < untilNs; timeNs += STEP_NS) {
            prices.step(STEP_NS / NS_PER_SECOND);
            for (int i = 0; i < ACTS_A_STEP; i++) {
                bots.act(1, this);
            }
            if (++steps % STEPS_A_LOOK == 0) {
                awaitShown(book);
            }
        }
        settle();
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

    /** The bots see what was sent before their last look: the ring is never empty while they think. */
    private void awaitShown(final OrdersBook book) {
        final long seq = settled(lastOfLook);
        lastOfLook = last;
        while (book.seq() < seq) {
            LockSupport.parkNanos(WAIT_NS);
        }
    }

    private void settle() {
        final long unused = settled(last);
    }

    private static long settled(final @Nullable CompletableFuture<CommandResult> sent) {
        return sent == null ? 0 : sent.join().seq();
    }
}
