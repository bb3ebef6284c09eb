package io.daybook.gateway.fix.session;

import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.LogUtil;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.mina.EventHandlingStrategy;

/**
 * Passes input to QuickFIX/J on one thread, in the order of arrival. QuickFIX/J binds a connection to a session when it
 * gets the Logon. When the end of a stream is processed here, QuickFIX/J unbinds whichever connection is bound by then,
 * so the next connection of a session must wait until {@link #isEnding} is false.
 */
public final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    /** The capacity of the queue; producers wait while it is full. */
    private static final int CAPACITY = 10_000;

    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(CAPACITY);

    /** By session, how many ends of its streams are not processed yet. */
    private final Map<SessionID, Integer> ends = new ConcurrentHashMap<>();

    private @Nullable Task task;

    /** A message for a session; an event without a session ends the thread. */
    private record Event(@Nullable Session session, Message message) {}

    /** Starts the thread. Called once. */
    public void start(final Scheduler scheduler) {
        task = scheduler.run("daybook-fix-dispatcher", this::run);
    }

    /**
     * Ends the thread after all earlier input is processed, and waits for that.
     *
     * @param deadlineNs in the clock's monotonic time
     */
    public void stop(final long deadlineNs) {
        final Task own = task;
        if (own != null) {
            task = null;
            put(new Event(null, EventHandlingStrategy.END_OF_STREAM));
            if (!own.join(deadlineNs)) {
                LOG.error("the dispatcher of FIX messages does not end; {} were not begun", events.size());
            }
        }
    }

    /** Queues a message of a session, or the end of its stream. Any thread. */
    public void onMessage(final Session session, final Message message) {
        if (message == EventHandlingStrategy.END_OF_STREAM) {
            ends.merge(session.getSessionID(), 1, Integer::sum);
        }
        put(new Event(session, message));
    }

    private void put(final Event event) {
        boolean interrupted = false;
        while (true) {
            try {
                events.put(event);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns whether the end of a connection of a session, or input before that end, is not processed yet. Any thread.
     */
    boolean isEnding(final SessionID id) {
        return ends.containsKey(id);
    }

    /** The number of messages and ends that are not begun yet. Any thread. */
    public int size() {
        return events.size();
    }

    private void run() {
        Event event = take();
        while (event.session() != null) {
            process(event.session(), event.message());
            event = take();
        }
    }

    private Event take() {
        while (true) {
            try {
                return events.take();
            } catch (InterruptedException e) {
                LOG.debug("an interrupt does not end this thread");
            }
        }
    }

    private void process(final Session session, final Message message) {
        try {
            session.next(message);
        } catch (Throwable t) { // the root of a thread: a failure of one session must not harm another
            LogUtil.logThrowable(session.getSessionID(), "a message failed", t);
        } finally {
            if (message == EventHandlingStrategy.END_OF_STREAM) {
                ends.computeIfPresent(session.getSessionID(), (id, count) -> count == 1 ? null : count - 1);
            }
        }
    }
}
