package io.daybook.gateway.fix;

import io.daybook.gateway.fix.session.Dispatcher;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import org.apache.mina.core.service.IoAcceptor;
import org.jspecify.annotations.Nullable;
import quickfix.ConfigError;
import quickfix.Message;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.mina.EventHandlingStrategy;
import quickfix.mina.SessionConnector;
import quickfix.mina.acceptor.AbstractSocketAcceptor;

/**
 * An acceptor of QuickFIX/J whose messages our {@link Dispatcher} processes. QuickFIX/J's own {@code SocketAcceptor}
 * has a thread for messages, which would be idle here, and its stop waits up to 250 ms for that thread.
 */
final class DoorAcceptor extends AbstractSocketAcceptor {
    private static final long END_NS = 5_000_000_000L;

    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final Clock clock;
    private final Strategy strategy = new Strategy();
    private @Nullable SocketAddress last;

    DoorAcceptor(
            final SessionFactory factory,
            final SessionSettings settings,
            final Dispatcher dispatcher,
            final Scheduler scheduler,
            final Clock clock)
            throws ConfigError {
        super(settings, factory);
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.clock = clock;
    }

    @Override
    public void start() throws ConfigError, RuntimeError {
        dispatcher.start(scheduler);
        boolean isStarted = false;
        try {
            startAcceptingConnections();
            isStarted = true;
        } finally {
            if (!isStarted) {
                dispatcher.stop(clock.nanoTime() + END_NS);
            }
        }
    }

    /** Ends the connections before the dispatcher, which processes their ends. */
    @Override
    public void stop(final boolean force) {
        try {
            logoutAllSessions(force);
            stopAcceptingConnections();
        } finally {
            stopSessionTimer();
            getSessions().forEach(DoorAcceptor::forget);
            clearConnectorSessions();
            dispatcher.stop(clock.nanoTime() + END_NS);
        }
    }

    /** Removes a session from QuickFIX/J's process-wide registry, because its id may be used again. */
    private static void forget(final SessionID id) {
        final Session session = Session.lookupSession(id);
        try {
            if (session != null) {
                session.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the files of a session cannot be closed: " + id, e);
        }
    }

    /** The address that the acceptor listens on; if it does not listen at the moment, the last one. */
    SocketAddress address() {
        final SocketAddress bound = endpoint().getLocalAddress();
        final SocketAddress now = bound == null ? last : bound;
        if (now == null) {
            throw new IllegalStateException("the acceptor must have been started");
        }
        return now;
    }

    private IoAcceptor endpoint() {
        return getEndpoints().iterator().next();
    }

    /** Starts or stops accepting connections; while stopped, the port is closed. Existing connections stay. */
    void listens(final boolean value) throws IOException {
        if (value) {
            endpoint().bind(address());
        } else {
            last = address();
            endpoint().unbind();
        }
    }

    @Override
    protected EventHandlingStrategy getEventHandlingStrategy() {
        return strategy;
    }

    private final class Strategy implements EventHandlingStrategy {

        @Override
        public void onMessage(final Session session, final Message message) {
            dispatcher.onMessage(session, message);
        }

        @Override
        public SessionConnector getSessionConnector() {
            return DoorAcceptor.this;
        }

        @Override
        public int getQueueSize() {
            return dispatcher.size();
        }

        @Override
        public int getQueueSize(final SessionID id) {
            return getQueueSize();
        }
    }
}
