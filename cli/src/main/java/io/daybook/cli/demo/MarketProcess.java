package io.daybook.cli.demo;

import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderEvent;
import io.daybook.core.DaybookExchange;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that is killed: an exchange with a journal, and traders that never stop. It reports the number of answers
 * to the watching process, and ends by itself when its output is no longer read.
 */
public final class MarketProcess {
    private static final int DRAWN_LEVELS = 8;
    private static final int IN_FLIGHT = 512;
    private static final int BURST = 64;
    private static final long BURST_NS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long FRAME_NS = TimeUnit.MILLISECONDS.toNanos(80);

    private final Exchange exchange;
    private final TulipMarket market;
    private final OutputStream out;
    private final ArrayDeque<CompletableFuture<CommandResult>> pending = new ArrayDeque<>();
    private long answered;
    private long trades;
    private long lastPrice;

    private MarketProcess(final Exchange exchange, final TulipMarket market, final OutputStream out) {
        this.exchange = exchange;
        this.market = market;
        this.out = out;
    }

    /** Runs until it is killed: {@code FOLDER SEED}. */
    public static void main(final String[] args) throws IOException {
        final OutputStream out = new FileOutputStream(FileDescriptor.out);
        try (Exchange exchange =
                DaybookExchange.start(Demo.config().journal(Path.of(args[0])).build())) {
            new MarketProcess(exchange, new TulipMarket(Long.parseLong(args[1])), out).run();
        }
    }

    private void run() throws IOException {
        long nextFrameNs = System.nanoTime();
        long nextBurstNs = nextFrameNs;
        while (true) {
            for (int i = 0; i < BURST; i++) {
                pending.add(exchange.submit(market.next()));
            }
            // Some commands are always in flight, so the kill always interrupts some of them.
            while (pending.size() > IN_FLIGHT) {
                count(pending.remove().join());
            }
            final long nowNs = System.nanoTime();
            if (nowNs - nextFrameNs >= 0) {
                nextFrameNs = nowNs + FRAME_NS;
                tell();
            }
            nextBurstNs += BURST_NS;
            LockSupport.parkNanos(nextBurstNs - nowNs);
        }
    }

    private void count(final CommandResult result) {
        answered = result.seq();
        for (final OrderEvent event : result.events()) {
            if (event instanceof OrderEvent.Trade trade) {
                trades++;
                lastPrice = trade.price();
            }
        }
    }

    private void tell() throws IOException {
        final MarketFrame frame = MarketFrame.of(
                answered,
                trades,
                lastPrice,
                exchange.query(new OrderBookQuery(TulipMarket.SYMBOL, DRAWN_LEVELS))
                        .join());
        out.write((frame.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
