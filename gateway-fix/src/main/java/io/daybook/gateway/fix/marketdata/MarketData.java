package io.daybook.gateway.fix.marketdata;

import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.gateway.fix.order.RequestHandler;
import io.daybook.gateway.fix.session.FixSession;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.FieldNotFound;
import quickfix.Message;

/**
 * Market data for sessions with the right to view: answers V with W, X and Y. A subscriber that does not read gets no
 * more changes, and once its connection has drained gets a W, which includes the missed changes.
 *
 * <p>All books and subscriptions belong to one thread of this class. Other threads put their input into a queue: if
 * changes fill it, they are dropped, and all books start again from snapshots; a V is refused with 281=2.
 */
public final class MarketData implements RequestHandler, AutoCloseable {
    /** The most tasks that wait for the thread; ends of connections are not limited. */
    static final int QUEUE_LIMIT = 65_536;

    private static final long TICK_MS = 10;
    private static final int TASKS_A_REFRESH = 256;
    private static final long END_MS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger(MarketData.class);

    private final Map<String, Listing> listings = new HashMap<>();
    private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final Subscriptions subscriptions;
    private final BookListener listener;
    private final Scheduler scheduler;
    private final Clock clock;
    private @Nullable Task task;
    private volatile boolean isClosed;
    private volatile @Nullable Exchange exchange;

    /** Creates market data of the given listings; requests before {@link #open} are refused. */
    public MarketData(final List<Listing> listed, final Scheduler scheduler, final Clock clock) {
        listed.forEach(listing -> listings.put(listing.name(), listing));
        this.subscriptions = new Subscriptions(this::offer);
        this.listener = new BookListener(queue, subscriptions);
        this.scheduler = scheduler;
        this.clock = clock;
    }

    /** Begins to follow a running exchange. Called before the first connection. */
    public void open(final Exchange running) {
        exchange = running;
        subscriptions.open(running, listener);
        task = scheduler.run("daybook-fix-market-data", this::run);
    }

    @Override
    public void onMessage(final Message message, final FixSession session) throws FieldNotFound {
        final MdRequest request = MdRequest.of(message, session, listings);
        if (request.isRefused()) {
            session.send(MdMessages.reject(request));
        } else if (exchange == null || queue.size() >= QUEUE_LIMIT) {
            session.send(MdMessages.reject(MdRequest.refused(
                    request.id(), MdRequest.INSUFFICIENT_BANDWIDTH, "too much waits to be told: ask again later")));
        } else {
            offer(() -> subscriptions.request(request, session));
        }
    }

    @Override
    public void onLogout(final FixSession session) {
        offer(() -> subscriptions.end(session));
    }

    private void offer(final Runnable task) {
        queue.add(task);
    }

    private void run() {
        int tasks = 0;
        while (!isClosed) {
            try {
                final Runnable task = queue.poll(TICK_MS, TimeUnit.MILLISECONDS);
                if (listener.hasDropped()) {
                    subscriptions.restartAll();
                }
                if (task != null) {
                    task.run();
                }
                if (task == null || queue.isEmpty() || ++tasks >= TASKS_A_REFRESH) {
                    tasks = 0;
                    subscriptions.refresh();
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("market data failed; all books start again", e);
                subscriptions.restartAll();
            }
        }
    }

    /** Ends all subscriptions. */
    @Override
    public void close() {
        isClosed = true;
        subscriptions.close();
        final Task own = task;
        if (own != null) {
            own.join(clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MS));
        }
    }
}
