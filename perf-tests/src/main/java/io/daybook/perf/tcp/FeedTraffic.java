package io.daybook.perf.tcp;

import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandBatch;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a fixed number of orders at rest in many symbols, and replaces the oldest with a new one at a fixed rate: two
 * messages of the feed per command. Runs on a separate thread.
 */
final class FeedTraffic implements AutoCloseable {
    /** The number of symbols, from {@link LocalVenue#SYMBOL} on. */
    static final int SYMBOLS = 64;

    private static final long UID = 1;
    private static final int BATCH = 64;
    private static final int SEED = 7;
    private static final int MIDDLE = 10_000;
    private static final int SPREAD = 500;
    private static final long JOIN_MS = 10_000;

    private final Exchange exchange;
    private final CommandDoor door;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int orders;
    private final int commandsPerSecond;
    private final Thread sender = new Thread(this::send, "traffic");
    private long newest;
    private long oldest = 1;
    private long behind;
    private final long restingSeq;
    private volatile boolean isStopped;
    private volatile @Nullable Throwable failure;

    /** Opens the symbols, and places the orders that rest. */
    FeedTraffic(final Exchange exchange, final int orders, final int commandsPerSecond) {
        this.exchange = exchange;
        this.orders = orders;
        this.commandsPerSecond = commandsPerSecond;
        for (int symbol = LocalVenue.SYMBOL + 1; symbol <= SYMBOLS; symbol++) {
            done(new AddSymbol(SymbolSpec.exchangePair(symbol, LocalVenue.BASE, LocalVenue.QUOTE)
                    .build()));
        }
        door = exchange.newDoor();
        while (newest < orders) {
            batch();
        }
        restingSeq = exchange.submit(unknownOrder()).join().seq();
    }

    /** A seq after which all orders rest. */
    long restingSeq() {
        return restingSeq;
    }

    /** A cancel that the exchange refuses and the feed does not publish. */
    private static CancelOrder unknownOrder() {
        return new CancelOrder(UID, LocalVenue.SYMBOL, Long.MAX_VALUE >> 24);
    }

    private void done(final Command command) {
        if (!exchange.submit(command).join().isSuccess()) {
            throw new IllegalStateException(command + " was refused");
        }
    }

    void start() {
        sender.start();
    }

    private static int symbolOf(final long order) {
        return LocalVenue.SYMBOL + (int) (order % SYMBOLS);
    }

    private void batch() {
        final CommandBatch batch = door.batch(BATCH);
        for (int i = 0; i < BATCH; i++) {
            if (newest - oldest + 1 >= orders) {
                batch.cancel()
                        .uid(UID)
                        .symbol(symbolOf(oldest))
                        .orderId(oldest++)
                        .publish();
            } else {
                final boolean isBid = random.nextBoolean();
                final int distance = 1 + random.nextInt(SPREAD);
                newest++;
                batch.place()
                        .uid(UID)
                        .symbol(symbolOf(newest))
                        .orderId(newest)
                        .side(isBid ? Side.BID : Side.ASK)
                        .type(OrderType.GTC)
                        .price(isBid ? MIDDLE - distance : MIDDLE + distance)
                        .reservePrice(MIDDLE)
                        .size(1)
                        .publish();
            }
        }
        batch.publish();
    }

    private void send() {
        try {
            final long beganNs = System.nanoTime();
            for (long sent = 0; !isStopped; sent += BATCH) {
                batch();
                final long dueNs = beganNs + TimeUnit.SECONDS.toNanos(1) * sent / commandsPerSecond;
                behind = Math.max(behind, System.nanoTime() - dueNs);
                while (dueNs - System.nanoTime() > 0 && !isStopped) {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
            }
        } catch (final RuntimeException e) {
            failure = e;
        }
    }

    /** The largest delay of the sender, compared with its schedule, in ns. Called after {@link #close}. */
    long behindNs() {
        return behind;
    }

    @Override
    public void close() {
        isStopped = true;
        try {
            sender.join(JOIN_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        final Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException("the traffic has failed", thrown);
        }
    }
}
