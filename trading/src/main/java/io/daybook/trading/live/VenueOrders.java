package io.daybook.trading.live;

import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
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
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Orders over TCP. The client's thread passes all that it receives through a queue to the trader's thread. When a
 * connection ends, the client's thread waits until the trader has read everything: the numbers of requests that were
 * not carried out are given again on the next connection, so nothing may be sent there before the trader has dropped
 * these requests. The trader sends nothing until it has all messages before the welcome's {@code nextOut}, and the
 * orders of an earlier run have ended.
 */
final class VenueOrders implements ClientListener, OrderPort {
    private static final int ROWS = 1 << 12;
    private static final long WAIT_NS = 20_000;
    private static final long CANCEL_NS = 1_000_000_000;

    /** The column of a row that holds its kind; the kinds follow. */
    private static final int KIND = 0;

    private static final int ANSWER = 1;
    private static final int FILL = 2;
    private static final int OFF = 3;
    private static final int NOT_CARRIED_OUT = 4;
    private static final int STATUS = 5;
    private static final int CAUGHT_UP = 6;
    private static final int DISCONNECTED = 7;

    /** A fill of an earlier run. */
    private static final int EARLIER_FILL = 8;

    /** The remaining lots of an order that an earlier run left. */
    private static final int LEFT = 9;

    /** The bit of a maker in the third column of a fill; the lowest bit of the column is the side. */
    private static final int MAKER = 2;

    private static final int BID = 1;

    private final EventQueue queue = new EventQueue(ROWS);
    private final Execution execution = new Execution();
    private final long uid;
    private final LeftOrders left;
    private OrderHandle[] handles = {};
    private @Nullable DaybookClient ofTrader;

    /**
     * Whether a connection is open and all messages before its welcome's {@code nextOut} are passed on. Used by the
     * trader's thread.
     */
    private boolean isCaughtUp;

    /** Whether the trader may send. */
    private boolean isOpen;

    /** The number of the last message that was received. Used by the client's thread, like the two fields below. */
    private long lastOut;

    /** The number of the last message that the venue had at its latest welcome. */
    private long lastOfHistory;

    /** Whether the messages of earlier runs have all been received. */
    private boolean isOfThisRun;

    private volatile @Nullable DaybookClient client;
    private volatile Runnable wakening = () -> {};
    private volatile @Nullable IOException stopped;
    private volatile boolean isClosed;

    VenueOrders(final TraderConfig config, final long uid) {
        this.uid = uid;
        left = new LeftOrders(uid, config.symbols());
    }

    /** Makes room for the orders of a trader. Called before the trader runs. */
    void handles(final int count) {
        handles = new OrderHandle[count];
        for (int i = 0; i < count; i++) {
            handles[i] = new OrderHandle();
        }
    }

    /** Sets the task that wakes the trader's thread. Called before the client runs. */
    void wakes(final Runnable trader) {
        wakening = trader;
    }

    /**
     * Sets the client. Orders may be sent once the trader's thread has the history, and the orders of an earlier run
     * have ended.
     */
    void open(final DaybookClient opened) {
        client = opened;
        wakening.run();
    }

    /**
     * Cancels each order that was placed, after the trader's thread has failed. A cancel of an order that has ended is
     * refused, which does no harm.
     */
    void cancelAll(final DaybookClient sender) {
        final long endNs = System.nanoTime() + CANCEL_NS;
        for (final OrderHandle handle : handles) {
            while (handle.orderId() != 0
                    && sender.cancel(handle) == DaybookClient.FULL
                    && System.nanoTime() - endNs < 0) {
                LockSupport.parkNanos(WAIT_NS);
            }
        }
    }

    /** Ends all waiting for the trader's thread, which reads no more. Any thread. */
    void close() {
        isClosed = true;
    }

    /** The reason why the client has ended without a failure; null while it runs, and after {@link #close}. */
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
            return; // the trader's thread has ended
        }
        queue.publish();
        wakening.run();
    }

    /** Notes a message that was put into the queue, or that is not for the trader. */
    private void received(final long out) {
        lastOut = out;
        if (out == lastOfHistory) {
            caughtUp();
        }
    }

    private void caughtUp() {
        isOfThisRun = true;
        begin(CAUGHT_UP);
        publish();
    }

    private void left(final long orderId, final long remaining) {
        begin(LEFT);
        put(orderId, remaining, 0, 0);
        publish();
    }

    @Override
    public void onAnswer(final Answer answer) {
        final int command = answer.command();
        if (!isOfThisRun) {
            if (answer.isSuccess() && answer.orderId() != 0) {
                left(answer.orderId(), answer.remaining());
            }
        } else if (command == Templates.PLACE || command == Templates.REPLACE || command == Templates.CANCEL) {
            putAnswer(answer, command);
        }
        received(answer.out());
    }

    private void putAnswer(final Answer answer, final int command) {
        begin(ANSWER);
        put(answer.orderId(), command, answer.isOfGateway() ? -answer.code() : answer.code(), answer.remaining());
        queue.put(5, answer.traded());
        publish();
    }

    @Override
    public void onFill(final Fill fill) {
        if (!isOfThisRun) {
            left(fill.orderId(), fill.remaining());
        }
        final int side = fill.side() == BID ? OrderLevels.BID : OrderLevels.ASK;
        begin(isOfThisRun ? FILL : EARLIER_FILL);
        put(fill.orderId(), fill.symbol(), side | (fill.isMaker() ? MAKER : 0), fill.price());
        queue.put(5, fill.size());
        queue.put(6, fill.fee());
        queue.put(7, fill.timeNs());
        publish();
        received(fill.out());
    }

    @Override
    public void onOff(final Off off) {
        if (isOfThisRun) {
            begin(OFF);
            put(off.orderId(), off.size(), off.remaining(), 0);
            publish();
        } else {
            left(off.orderId(), off.remaining());
        }
        received(off.out());
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
        lastOfHistory = welcome.nextOut() - 1;
        if (lastOut == lastOfHistory) {
            caughtUp();
        }
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
        throw new IllegalStateException("the venue no longer has messages " + firstOut + " to " + lastOut
                + " of the session, so its positions are not known; trade with a new session");
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

    /**
     * Passes on the events that have come.
     *
     * @param arriving called before each event, with its kind
     */
    void drainTo(final OrderAnswers trader, final IntConsumer arriving) {
        while (queue.hasNext()) {
            final int kind = (int) queue.get(KIND);
            if (kind != CAUGHT_UP && kind != LEFT) {
                arriving.accept(kind);
            }
            handOn(trader);
            queue.next();
        }
        final DaybookClient sender = client;
        if (isCaughtUp && !isOpen && sender != null && left.haveEnded(sender)) {
            arriving.accept(CAUGHT_UP);
            ofTrader = sender;
            isOpen = true;
            trader.onConnected();
        }
    }

    /** The event in a record that stands for a kind. */
    static RunEvent eventOf(final int kind) {
        return switch (kind) {
            case ANSWER, FILL, OFF -> RunEvent.ANSWER;
            case CAUGHT_UP -> RunEvent.CONNECTED;
            default -> RunEvent.OTHER;
        };
    }

    private void handOn(final OrderAnswers trader) {
        switch ((int) queue.get(KIND)) {
            case ANSWER -> answer(trader, kind((int) queue.get(2)), (int) queue.get(3));
            case FILL -> trader.onFill(fill());
            case EARLIER_FILL -> trader.onEarlierFill(fill(), queue.get(7));
            case LEFT -> left.remaining(queue.get(1), queue.get(2));
            case OFF -> {
                left.remainingOfKnown(queue.get(1), queue.get(3));
                trader.onOff(queue.get(1), queue.get(2), queue.get(3));
            }
            case NOT_CARRIED_OUT -> trader.onNotCarriedOut(queue.get(1));
            case STATUS -> trader.onStatus(queue.get(1), queue.get(2) == 1, queue.get(3), queue.get(4));
            case CAUGHT_UP -> {
                isCaughtUp = true;
                left.connected();
            }
            default -> {
                isCaughtUp = false;
                isOpen = false;
                trader.onDisconnected();
            }
        }
    }

    private void answer(final OrderAnswers trader, final RequestKind kind, final int code) {
        final long orderId = queue.get(1);
        if (kind == RequestKind.CANCEL && !left.cancelled(orderId, code)) {
            stopped = new IOException("order " + orderId + ", which an earlier run of the session left, cannot be"
                    + " cancelled: the venue answers with code " + code + "; cancel it by hand and start again");
        }
        trader.onAnswer(orderId, kind, code, queue.get(4), queue.get(5));
    }

    private Execution fill() {
        final int flags = (int) queue.get(3);
        return execution
                .of(queue.get(1), (int) queue.get(2), flags & ~MAKER)
                .at(queue.get(4), queue.get(5), queue.get(6), (flags & MAKER) != 0);
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
