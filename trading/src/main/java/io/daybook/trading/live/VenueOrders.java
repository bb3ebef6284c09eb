package io.daybook.trading.live;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.FeedClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderStatus;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.client.Welcome;
import io.daybook.client.book.OrderLevels;
import io.daybook.trading.Execution;
import io.daybook.trading.OrderAnswers;
import io.daybook.trading.OrderPort;
import io.daybook.trading.RequestKind;
import io.daybook.trading.TraderConfig;
import io.daybook.wire.ByeReason;
import io.daybook.wire.Templates;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Orders over TCP. What the client's thread hears goes through a queue to the trader's thread. When a connection ends,
 * the client's thread waits until the trader knows: request numbers that were not carried out are given again on the
 * next connection, so nothing may be sent there before the trader has dropped them.
 */
final class VenueOrders implements ClientListener, OrderPort {
    private static final int ROWS = 1 << 12;
    private static final long WAIT_NS = 20_000;

    /** The columns of a row, of which the first is its kind. */
    private static final int KIND = 0;

    private static final int ANSWER = 1;
    private static final int FILL = 2;
    private static final int OFF = 3;
    private static final int NOT_CARRIED_OUT = 4;
    private static final int STATUS = 5;
    private static final int CONNECTED = 6;
    private static final int DISCONNECTED = 7;

    private static final int BID = 1;

    private final EventQueue queue = new EventQueue(ROWS);
    private final Execution execution = new Execution();
    private final TraderConfig config;
    private final long uid;
    private final LeftOrders left = new LeftOrders();
    private OrderHandle[] handles = {};
    private @Nullable DaybookClient ofTrader;

    /** Whether there is a connection, as far as the trader's thread has heard. */
    private boolean isConnected;

    /** Whether the trader has been told so, and may send. */
    private boolean isOpen;

    private volatile @Nullable DaybookClient client;
    private volatile @Nullable FeedClient feed;
    private volatile @Nullable IOException stopped;
    private volatile boolean isClosed;

    VenueOrders(final TraderConfig config, final long uid) {
        this.config = config;
        this.uid = uid;
    }

    /** Makes room for the orders of a trader. Before it runs. */
    void handles(final int count) {
        handles = new OrderHandle[count];
        for (int i = 0; i < count; i++) {
            handles[i] = new OrderHandle();
        }
    }

    /** Whom answers wake. Before the client runs. */
    void wakes(final FeedClient subscriber) {
        feed = subscriber;
    }

    /** Orders may be sent once the trader's thread hears that it is connected. */
    void open(final DaybookClient opened, final FeedClient subscriber) {
        client = opened;
        subscriber.wake();
    }

    /** The trader's thread reads no more: nothing waits for it. Any thread. */
    void close() {
        isClosed = true;
    }

    /** Why the client has ended without a failure of its own; null while it runs, and after {@link #close}. */
    @Nullable
    IOException stopped() {
        return isClosed ? null : stopped;
    }

    // ---- the client's thread -------------------------------------------------------------------------------------

    private void begin(final int kind) {
        while (queue.isFull() && !isClosed) {
            LockSupport.parkNanos(WAIT_NS);
        }
        queue.put(KIND, kind);
    }

    private void put(final long first, final long second, final long third, final long fourth) {
        queue.put(1, first);
        queue.put(2, second);
        queue.put(3, third);
        queue.put(4, fourth);
    }

    private void publish() {
        if (isClosed && queue.isFull()) {
            return; // nobody reads any more
        }
        queue.publish();
        final FeedClient wakened = feed;
        if (wakened != null) {
            wakened.wake();
        }
    }

    @Override
    public void onAnswer(final Answer answer) {
        final int command = answer.command();
        if (left.isEarlier(answer.out())) {
            if (answer.isSuccess() && answer.orderId() != 0) {
                left.remaining(answer.out(), answer.orderId(), answer.remaining());
            }
            return;
        }
        if (command != Templates.PLACE && command != Templates.REPLACE && command != Templates.CANCEL) {
            return; // not this program's
        }
        begin(ANSWER);
        put(answer.orderId(), command, answer.isOfGateway() ? -answer.code() : answer.code(), answer.remaining());
        queue.put(5, answer.traded());
        publish();
    }

    @Override
    public void onFill(final Fill fill) {
        if (left.isEarlier(fill.out())) {
            left.remaining(fill.out(), fill.orderId(), fill.remaining());
        }
        begin(FILL);
        put(fill.orderId(), fill.symbol(), fill.side() == BID ? OrderLevels.BID : OrderLevels.ASK, fill.price());
        queue.put(5, fill.size());
        queue.put(6, fill.fee());
        queue.put(7, fill.isMaker() ? 1 : 0);
        publish();
    }

    @Override
    public void onOff(final Off off) {
        if (left.isEarlier(off.out())) {
            left.remaining(off.out(), off.orderId(), off.remaining());
            return;
        }
        begin(OFF);
        put(off.orderId(), off.size(), off.remaining(), 0);
        publish();
    }

    @Override
    public void onNotCarriedOut(final long request) {
        begin(NOT_CARRIED_OUT);
        put(request, 0, 0, 0);
        publish();
    }

    @Override
    public void onStatus(final OrderStatus status) {
        begin(STATUS);
        put(status.orderId(), status.isLive() ? 1 : 0, status.remaining(), status.traded());
        publish();
    }

    @Override
    public void onWelcome(final Welcome welcome) {
        left.welcome(welcome.nextOut());
        begin(CONNECTED);
        publish();
    }

    @Override
    public void onDisconnected(final String why) {
        begin(DISCONNECTED);
        publish();
        while (!queue.isRead() && !isClosed) {
            LockSupport.parkNanos(WAIT_NS);
        }
    }

    @Override
    public void onMissed(final long firstOut, final long lastOut) {
        throw new IllegalStateException("the venue keeps messages " + firstOut + " to " + lastOut
                + " of the session no more, so its positions are not known; trade with a new session");
    }

    @Override
    public void onHistoryLost(final String why) {
        stopped = new IOException("the venue has lost history: " + why);
    }

    @Override
    public void onStopped(final @Nullable ByeReason reason, final String why) {
        if (stopped == null) {
            stopped = new IOException(why);
        }
        onDisconnected(why);
    }

    // ---- the trader's thread -------------------------------------------------------------------------------------

    /** Hands on what has come. */
    void drainTo(final OrderAnswers trader) {
        while (queue.hasNext()) {
            handOn(trader);
            queue.next();
        }
        final DaybookClient sender = client;
        if (isConnected && !isOpen && sender != null) {
            ofTrader = sender;
            isOpen = true;
            trader.onConnected();
        }
        if (isOpen && sender != null && left.areToBeCancelled()) {
            left.cancel(sender, uid, config.symbols());
        }
    }

    private void handOn(final OrderAnswers trader) {
        switch ((int) queue.get(KIND)) {
            case ANSWER ->
                trader.onAnswer(queue.get(1), kind((int) queue.get(2)), (int) queue.get(3), queue.get(4), queue.get(5));
            case FILL ->
                trader.onFill(execution
                        .of(queue.get(1), (int) queue.get(2), (int) queue.get(3))
                        .at(queue.get(4), queue.get(5), queue.get(6), queue.get(7) == 1));
            case OFF -> trader.onOff(queue.get(1), queue.get(2), queue.get(3));
            case NOT_CARRIED_OUT -> trader.onNotCarriedOut(queue.get(1));
            case STATUS -> trader.onStatus(queue.get(1), queue.get(2) == 1, queue.get(3), queue.get(4));
            case CONNECTED -> isConnected = true;
            default -> {
                isConnected = false;
                isOpen = false;
                trader.onDisconnected();
            }
        }
    }

    private static RequestKind kind(final int template) {
        return template == Templates.PLACE
                ? RequestKind.PLACE
                : template == Templates.REPLACE ? RequestKind.REPLACE : RequestKind.CANCEL;
    }

    private @Nullable DaybookClient sender() {
        return isOpen ? ofTrader : null;
    }

    @Override
    public long place(
            final int handle,
            final int symbol,
            final int side,
            final OrderType type,
            final long price,
            final long size) {
        final DaybookClient sender = sender();
        return sender == null
                ? NOT_SENT
                : sender.place(
                        handles[handle], uid, symbol, side == OrderLevels.BID ? Side.BID : Side.ASK, type, price, size);
    }

    @Override
    public long replace(final int handle, final long price, final long total) {
        final DaybookClient sender = sender();
        return sender == null ? NOT_SENT : sender.replace(handles[handle], price, total);
    }

    @Override
    public long cancel(final int handle) {
        final DaybookClient sender = sender();
        return sender == null ? NOT_SENT : sender.cancel(handles[handle]);
    }

    @Override
    public boolean status(final int handle) {
        final DaybookClient sender = sender();
        return sender != null && sender.status(handle, handles[handle].orderId()) >= 0;
    }
}
