package io.daybook.it;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbols;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Tick;
import io.daybook.api.TriggerWhen;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * Trades in its own symbols, in the process of the exchange: orders with terms, moves and mass cancels. On request it
 * sets off a cascade of stops that is too long for one command, prints {@code backlog} while a part of the cascade is
 * left, and sends nothing more. The next process finishes the cascade.
 */
public final class LocalTrader implements Runnable {
    private static final int FIRST_SYMBOL = 101;
    private static final int SYMBOLS = 4;
    private static final int CASCADES = FIRST_SYMBOL + SYMBOLS - 1;
    private static final long FIRST_UID = 401;
    private static final int USERS = 8;
    private static final int ON_THEIR_WAY = 64;
    private static final int ORDERS_PER_LIFE = 6_000;
    private static final int BIDS = 50;
    private static final int STOPS = 3_100;

    /** The most ticks that continue a cascade before the process leaves the rest of it. */
    private static final int MAX_TICKS_AMID = 1;

    /**
     * The most cascades to try: the exchange's own ticks may finish one first, if this thread waits for a processor.
     */
    private static final int MOST_CASCADES = 20;

    private static final long RICH = 1L << 50;
    private static final long HIGH_PRICE = 5_000;
    private static final long FIRING_PRICE = 3_000;

    private final Exchange exchange;
    private final SplittableRandom random;

    private final CountDownLatch isWanted = new CountDownLatch(1);
    private final CompletableFuture<?>[] sent = new CompletableFuture<?>[ON_THEIR_WAY];

    /** The next id of an order; it is above the ids of all earlier processes. */
    private long nextId;

    /** Trades on the exchange, once {@link #run} is called. */
    public LocalTrader(final Exchange exchange) {
        this.exchange = exchange;
        this.nextId = exchange.recovery().lastSeq() + 1;
        this.random = new SplittableRandom(nextId);
    }

    /** Requests a cascade. Any thread may call it. */
    public void cascade() {
        isWanted.countDown();
    }

    @Override
    public void run() {
        while (submit(new Tick(CASCADES)).join().more()) {
            // carries out the acts that the last process has left
        }
        for (int i = 0; i < ORDERS_PER_LIFE && isWanted.getCount() > 0; i++) {
            submit(any());
        }
        try {
            isWanted.await();
        } catch (InterruptedException e) {
            return;
        }
        boolean isAmid = false;
        for (int i = 0; i < MOST_CASCADES && !isAmid; i++) {
            isAmid = setOffAndStop();
        }
        System.out.println(isAmid ? "backlog" : "no backlog");
    }

    /** Carries out a part of a cascade; returns whether some of it was left. */
    private boolean setOffAndStop() {
        CommandResult fired = setOff();
        for (int ticks = random.nextInt(1 + MAX_TICKS_AMID); ticks > 0 && fired.more(); ticks--) {
            fired = submit(new Tick(CASCADES)).join();
        }
        return fired.more();
    }

    private CompletableFuture<CommandResult> submit(final Command command) {
        final int at = (int) (nextId % ON_THEIR_WAY);
        if (sent[at] != null) {
            sent[at].join();
        }
        final CompletableFuture<CommandResult> result = exchange.submit(command);
        sent[at] = result;
        nextId++;
        return result;
    }

    /** Places stops between two prices, and trades at the lower one. */
    private CommandResult setOff() {
        submit(new MassCancel(0, CASCADES, null, false, false));
        for (int i = 0; i < BIDS; i++) {
            submit(gtc(0, Side.BID, 2_000 + random.nextInt(900), 150));
        }
        trade(HIGH_PRICE);
        for (int i = 0; i < STOPS; i++) {
            final OrderType type = random.nextInt(8) == 0 ? OrderType.GTC : OrderType.IOC;
            submit(new PlaceOrder(uid(), CASCADES, nextId, Side.ASK, type, 1_000, 0, 1 + random.nextInt(3))
                    .withTerms(OrderTerms.builder()
                            .trigger(FIRING_PRICE + 1 + random.nextInt(1_500), TriggerWhen.FALLS)
                            .build()));
        }
        return trade(FIRING_PRICE);
    }

    private CommandResult trade(final long price) {
        submit(gtc(0, Side.BID, price, 1));
        return submit(gtc(1, Side.ASK, price, 1)).join();
    }

    private PlaceOrder gtc(final int user, final Side side, final long price, final long size) {
        return PlaceOrder.gtc(FIRST_UID + user, CASCADES, nextId, side, price, size);
    }

    private long uid() {
        return FIRST_UID + random.nextInt(USERS);
    }

    /** Adds its users and those of the doors, with their money, and its symbols, if this is the first process. */
    public void endow() {
        if (!exchange.recovery().created()) {
            return;
        }
        final TreeMap<Long, Map<Integer, Long>> money = new TreeMap<>();
        for (int i = 0; i < USERS; i++) {
            money.put(FIRST_UID + i, Map.of(10, RICH, 20, RICH));
            money.put(VenueKillTest.FIRST_UID + i, Map.of(1, RICH, 2, RICH));
        }
        exchange.submit(new AddSymbols(List.of(symbol(0), symbol(1), symbol(2), symbol(3))));
        exchange.submit(AddAccounts.of(money)).join();
    }

    private static SymbolSpec symbol(final int index) {
        return SymbolSpec.exchangePair(FIRST_SYMBOL + index, 10, 20).build();
    }

    private Command any() {
        final long uid = uid();
        final int symbol = FIRST_SYMBOL + random.nextInt(SYMBOLS - 1);
        final long recent = nextId - 1 - random.nextInt(20);
        final int kind = random.nextInt(200);
        if (kind < 40) {
            return new CancelOrder(uid, symbol, recent);
        } else if (kind < 60) {
            return new MoveOrder(uid, symbol, recent, 90 + random.nextInt(20));
        } else if (kind == 60) {
            return new MassCancel(uid, 0, null, false, false);
        }
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final long price = 90 + random.nextInt(20);
        final PlaceOrder plain = PlaceOrder.gtc(uid, symbol, nextId, side, price, 4 + random.nextInt(9));
        return switch (random.nextInt(10)) {
            case 0 -> plain.withTerms(OrderTerms.builder().display(2).build());
            case 1 -> plain.withTerms(OrderTerms.builder().hidden().build());
            case 2 ->
                plain.withTerms(OrderTerms.builder()
                        .trigger(price, side == Side.BID ? TriggerWhen.RISES : TriggerWhen.FALLS)
                        .build());
            default -> plain;
        };
    }
}
