package io.daybook.gateway.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.Dictionary;
import quickfix.FieldNotFound;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.MessageStoreFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.MsgType;

/**
 * A client that was not made for this venue: an initiator of QuickFIX/J with its own settings, which validates with the
 * stock dictionary. It records session-level rejects of either direction.
 */
public final class StockInitiator implements Application, AutoCloseable {
    static final int PATIENCE_S = 60;
    private static final long LOOK_NS = 1_000_000;

    private final SessionID id;
    private final int session;
    private final String secret;
    private final SocketInitiator initiator;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<Message> refusals = new LinkedBlockingQueue<>();
    private volatile boolean isLoggedOn;

    /** Creates a client that logs on, with its numbers in memory. */
    public StockInitiator(
            final int port, final String compId, final int session, final String secret, final Path folder)
            throws IOException, ConfigError {
        this(port, compId, session, secret, folder, new MemoryStoreFactory(), Map.of());
    }

    /** Creates a client that logs on, with a given store of numbers, and more settings of QuickFIX/J. */
    public StockInitiator(
            final int port,
            final String compId,
            final int session,
            final String secret,
            final Path folder,
            final MessageStoreFactory store,
            final Map<String, String> more)
            throws IOException, ConfigError {
        this.id = new SessionID("FIX.4.4", compId, "DAYBOOK");
        this.session = session;
        this.secret = secret;
        final Dictionary all = new Dictionary("client");
        all.setString("ConnectionType", "initiator");
        all.setString("SocketConnectHost", "127.0.0.1");
        all.setString("SocketConnectPort", Integer.toString(port));
        all.setString("HeartBtInt", "30");
        all.setString("ReconnectInterval", "1");
        all.setString("NonStopSession", "Y");
        all.setString("DataDictionary", StockDictionary.write(folder).toString());
        more.forEach(all::setString);
        final SessionSettings settings = new SessionSettings();
        settings.set(all);
        settings.setString(id, "BeginString", "FIX.4.4");
        settings.setString(id, "ConnectionType", "initiator");
        initiator = new SocketInitiator(this, store, settings, (LogFactory) null, new DefaultMessageFactory());
        initiator.start();
    }

    /** Waits until the client is logged on. */
    public StockInitiator loggedOn() throws InterruptedException {
        await(() -> isLoggedOn, "the client is not logged on");
        return this;
    }

    /** Waits until a condition holds. */
    public void await(final BooleanSupplier condition, final String otherwise) throws InterruptedException {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(otherwise + "; refusals " + refusals + ", received " + received);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Returns whether the client is logged on now. */
    public boolean isLoggedOn() {
        return isLoggedOn;
    }

    /** Sends a message. */
    public void send(final Message message) {
        final Session own = Session.lookupSession(id);
        if (own == null || !own.send(message)) {
            throw new AssertionError("not sent: " + message);
        }
    }

    /** The next application message. */
    public Message receive() throws InterruptedException {
        final Message message = received.poll(PATIENCE_S, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("nothing came; refusals " + refusals);
        }
        return message;
    }

    /** The next application message that matches; earlier ones are dropped. */
    public Message receive(final Predicate<Message> meant) throws InterruptedException {
        Message message = receive();
        while (!meant.test(message)) {
            message = receive();
        }
        return message;
    }

    /** The next application message, or null if none has come yet. */
    public @Nullable Message poll() {
        return received.poll();
    }

    /** The session-level rejects of either side. */
    public BlockingQueue<Message> refusals() {
        return refusals;
    }

    /** The underlying session. */
    public Session session() {
        return Session.lookupSession(id);
    }

    /** The type of a message. */
    public static String type(final Message message) {
        try {
            return message.getHeader().getString(MsgType.FIELD);
        } catch (FieldNotFound e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void toAdmin(final Message message, final SessionID sessionId) {
        if (type(message).equals(MsgType.LOGON)) {
            message.setString(553, Integer.toString(session));
            message.setString(554, secret);
        } else if (type(message).equals(MsgType.REJECT)) {
            refusals.add(message);
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID sessionId) {
        if (type(message).equals(MsgType.REJECT)) {
            refusals.add(message);
        }
    }

    @Override
    public void fromApp(final Message message, final SessionID sessionId) {
        received.add(message);
    }

    @Override
    public void onLogon(final SessionID sessionId) {
        isLoggedOn = true;
    }

    @Override
    public void onLogout(final SessionID sessionId) {
        isLoggedOn = false;
    }

    @Override
    public void onCreate(final SessionID sessionId) {}

    @Override
    public void toApp(final Message message, final SessionID sessionId) {}

    @Override
    public void close() {
        initiator.stop(true);
    }
}
