package io.daybook.it;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderTerms;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Term;
import io.daybook.client.Welcome;
import io.daybook.wire.ByeReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A member that trades at random through a {@link DaybookClient}, and keeps a ledger of its stream. It checks that the
 * numbers of the stream have no gaps, that no request is answered twice, and that requests that are handed back were
 * open; {@link #failure} returns the first breach.
 */
final class TradingMember implements ClientListener, AutoCloseable {
    private static final int MAX_OPEN = 48;
    private static final int SYMBOL = 1;
    private static final long PRICE = 100;
    private static final int ORDERS_PER_TRIGGER = 4;
    private static final long RISES = 1;
    private static final long FALLS = 2;

    private final long uid;
    private final SplittableRandom random;
    private final long price;
    private final boolean hasTerms;
    private final Set<Long> open = new TreeSet<>();
    private final Map<Long, MemberLedger.Answered> answers = new TreeMap<>();
    private final List<MemberLedger.Traded> fills = new ArrayList<>();
    private final Map<Long, Long> live = new TreeMap<>();
    private final Map<Long, OrderHandle> handles = new HashMap<>();

    private @Nullable DaybookClient client;
    private long nextOut = 1;
    private long welcomes;
    private boolean isSending = true;
    private boolean isConnected;
    private @Nullable String failure;

    TradingMember(final long uid, final long seed) {
        this(uid, seed, PRICE, false);
    }

    /**
     * Creates a member that trades near a price, in ticks; if it uses terms, some of its orders wait for a price, or
     * show only a part of their lots.
     */
    TradingMember(final long uid, final long seed, final long price, final boolean hasTerms) {
        this.uid = uid;
        this.random = new SplittableRandom(seed);
        this.price = price;
        this.hasTerms = hasTerms;
    }

    /** Connects, and reconnects whenever the venue runs again. */
    void connect(final DaybookClient.Builder builder) throws IOException {
        connect(builder, 30_000);
    }

    /**
     * Connects, and reconnects whenever the venue runs again; a short heartbeat detects soon that a connection is
     * silent.
     */
    void connect(final DaybookClient.Builder builder, final int heartbeatMs) throws IOException {
        final DaybookClient connected = builder.reconnectMs(10, 80)
                .heartbeatMs(heartbeatMs)
                .nextOut(1)
                .listener(this)
                .connect();
        synchronized (this) {
            client = connected;
            send();
        }
    }

    synchronized long answered() {
        return answers.size();
    }

    synchronized long welcomes() {
        return welcomes;
    }

    /** Sends nothing new from now on. */
    synchronized void stopSending() {
        isSending = false;
    }

    /** Waits until a condition holds; returns whether it does. */
    synchronized boolean await(final BooleanSupplier condition, final long timeoutMs) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        while (!condition.getAsBoolean() && failure == null) {
            final long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return failure == null;
    }

    /** Whether the member is connected, and each request has been answered or handed back. */
    synchronized boolean isQuiet() {
        return isConnected && open.isEmpty();
    }

    synchronized @Nullable String failure() {
        return failure;
    }

    /** The ledger of the stream so far. */
    synchronized MemberLedger ledger() {
        return new MemberLedger(new TreeMap<>(answers), List.copyOf(fills), new TreeMap<>(live));
    }

    /** The resting lots of its orders. */
    long resting() {
        return ledger().live().values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized String openRequests() {
        return open.toString();
    }

    @Override
    public void close() {
        final DaybookClient closing;
        synchronized (this) {
            closing = client;
        }
        if (closing != null) {
            closing.close();
        }
    }

    @Override
    public synchronized void onWelcome(final Welcome welcome) {
        welcomes++;
        isConnected = true;
        for (final long request : open) {
            check(
                    request <= welcome.lastRequest(),
                    "request " + request + " is open after a welcome with N=" + welcome.lastRequest());
        }
        send();
        notifyAll();
    }

    @Override
    public synchronized void onDisconnected(final String why) {
        isConnected = false;
        notifyAll();
    }

    @Override
    public synchronized void onStopped(final @Nullable ByeReason reason, final String why) {
        check(reason == ByeReason.LOGGED_OUT || reason == null && !isSending, "stopped: " + reason + " " + why);
        isConnected = false;
        notifyAll();
    }

    @Override
    public synchronized void onNotCarriedOut(final long request) {
        check(open.remove(request), "handed back, but not open: " + request);
    }

    @Override
    public synchronized void onHistoryLost(final String why) {
        check(false, "history lost: " + why);
    }

    @Override
    public synchronized void onMissed(final long firstOut, final long lastOut) {
        check(false, "missed " + firstOut + " to " + lastOut);
    }

    @Override
    public synchronized void onAnswer(final Answer answer) {
        dense(answer.out());
        check(open.remove(answer.request()), "answered, but not open: " + answer.request());
        final MemberLedger.Answered before = answers.put(
                answer.request(), new MemberLedger.Answered(answer.seq(), answer.isOfGateway(), answer.code()));
        check(before == null, "answered twice: " + answer.request());
        if (answer.isSuccess()) {
            rests(answer.orderId(), answer.remaining());
        }
        send();
        notifyAll();
    }

    @Override
    public synchronized void onFill(final Fill fill) {
        dense(fill.out());
        fills.add(new MemberLedger.Traded(fill.seq(), fill.orderId(), fill.tradeId(), fill.price(), fill.size()));
        if (fill.isMaker() || live.containsKey(fill.orderId())) { // a waiting order's fill follows the answer
            rests(fill.orderId(), fill.remaining());
        }
    }

    @Override
    public synchronized void onOff(final Off off) {
        dense(off.out());
        rests(off.orderId(), off.remaining());
    }

    private void rests(final long orderId, final long remaining) {
        if (remaining > 0) {
            live.put(orderId, remaining);
        } else {
            live.remove(orderId);
            handles.remove(orderId);
        }
    }

    private void dense(final long out) {
        check(out == nextOut, "number " + out + " instead of " + nextOut);
        nextOut = out + 1;
    }

    private void check(final boolean holds, final String breach) {
        if (!holds && failure == null) {
            failure = "uid " + uid + ": " + breach;
            notifyAll();
        }
    }

    /** Sends a few requests, so that some are always in flight. */
    private void send() {
        final DaybookClient sender = client;
        if (sender == null || !isSending) {
            return;
        }
        for (int i = 1 + random.nextInt(3); i > 0 && open.size() < MAX_OPEN; i--) {
            final int dice = random.nextInt(10);
            final OrderHandle order = dice < 6 || live.isEmpty() ? null : anyLive();
            if (order == null) {
                place(sender);
            } else {
                final long size = 1 + random.nextInt(5);
                sent(
                        switch (dice) {
                            case 6 -> sender.move(order, anyPrice());
                            case 7 -> sender.reduce(order, size);
                            default -> sender.cancel(order);
                        });
            }
        }
    }

    private @Nullable OrderHandle anyLive() {
        final List<Long> ids = List.copyOf(live.keySet());
        return handles.get(ids.get(random.nextInt(ids.size())));
    }

    private long anyPrice() {
        return price - 10 + random.nextInt(20);
    }

    private void place(final DaybookClient sender) {
        final OrderHandle handle = new OrderHandle();
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final OrderType type = random.nextInt(8) == 0 ? OrderType.IOC : OrderType.GTC;
        final long size = 1 + random.nextInt(40);
        final long id = sender.place(handle, uid, SYMBOL, side, type, anyPrice(), size, 0, terms(side));
        if (id > 0) {
            handles.put(id, handle);
            open.add(id & (1L << 44) - 1);
        }
    }

    private @Nullable OrderTerms terms(final Side side) {
        if (!hasTerms || random.nextInt(ORDERS_PER_TRIGGER) > 0) {
            return null;
        }
        return random.nextBoolean()
                ? new OrderTerms().set(Term.TRIGGER, anyPrice()).set(Term.WHEN, side == Side.BID ? RISES : FALLS)
                : new OrderTerms().set(Term.DISPLAY, 1 + random.nextInt(5));
    }

    /** Notes a request; its number is negative if there is no connection, or the order was handed back. */
    private void sent(final long request) {
        if (request > 0) {
            open.add(request);
        }
    }
}
