package io.daybook.testvenue;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import quickfix.Application;
import quickfix.DefaultMessageFactory;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/** A stock initiator of QuickFIX/J that trades for a trader of a first line, and keeps all that it hears and says. */
final class FixTrader implements Application, AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final SessionID id;
    private final String username;
    private final String password;
    private final SocketInitiator initiator;
    private final BlockingQueue<Message> reports = new LinkedBlockingQueue<>();
    private final StringBuffer words = new StringBuffer();
    private volatile int logons;
    private volatile boolean isLoggedOn;

    FixTrader(final Running venue, final String name) throws Exception {
        final String fix = venue.trader(name).substring(venue.trader(name).indexOf("\"fix\""));
        this.id = new SessionID("FIX.4.4", Running.member(fix, "senderCompId"), Running.member(fix, "targetCompId"));
        this.username = Running.member(fix, "username");
        this.password = Running.member(fix, "password");
        final SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("StartTime", "00:00:00");
        settings.setString("EndTime", "00:00:00");
        settings.setString("NonStopSession", "Y");
        settings.setString("HeartBtInt", "1");
        settings.setString("ReconnectInterval", "1");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString(id, "SocketConnectHost", "127.0.0.1");
        settings.setString(id, "SocketConnectPort", venue.line("fix").replaceAll(".*:", ""));
        this.initiator = new SocketInitiator(
                this,
                new MemoryStoreFactory(),
                settings,
                (LogFactory) ignored -> new Words(),
                new DefaultMessageFactory());
        initiator.start();
        awaitLogon();
    }

    private final class Words implements Log {
        @Override
        public void clear() {}

        @Override
        public void onIncoming(final String message) {
            words.append("< ").append(message.replace('\001', '|')).append('\n');
        }

        @Override
        public void onOutgoing(final String message) {
            words.append("> ").append(message.replace('\001', '|')).append('\n');
        }

        @Override
        public void onEvent(final String text) {
            words.append("  ").append(text).append('\n');
        }

        @Override
        public void onErrorEvent(final String text) {
            onEvent(text);
        }
    }

    /** All messages in both directions, and what QuickFIX/J says of them. */
    String words() {
        return words.toString();
    }

    int logons() {
        return logons;
    }

    void await(final BooleanSupplier condition, final String otherwise) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError(otherwise + ":\n" + words);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Waits until it is logged on. */
    void awaitLogon() {
        await(() -> isLoggedOn, "no logon");
    }

    /** Sends an order with a limit. */
    void place(final String clOrdId, final String side, final String price, final String size) throws Exception {
        final Message message = new Message();
        message.getHeader().setString(35, "D");
        message.setString(11, clOrdId);
        message.setString(55, "BTC-EUR");
        message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        message.setString(54, side);
        message.setString(38, size);
        message.setString(40, "2");
        message.setString(44, price);
        message.setString(59, "1");
        if (!Session.lookupSession(id).send(message)) {
            throw new AssertionError("not sent: " + message);
        }
    }

    /** The next report that is meant, with bars between its fields. */
    String report(final Predicate<String> meant) throws InterruptedException {
        return report(meant, PATIENCE_NS);
    }

    /** The next report that is meant, where it comes within a time. */
    String report(final Predicate<String> meant, final long patienceNs) throws InterruptedException {
        final long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < patienceNs) {
            final Message message = reports.poll(10, TimeUnit.MILLISECONDS);
            if (message != null && meant.test(message.toString().replace('\001', '|'))) {
                return message.toString().replace('\001', '|');
            }
        }
        throw new AssertionError("no such report:\n" + words);
    }

    @Override
    public void onCreate(final SessionID session) {}

    @Override
    public void onLogon(final SessionID session) {
        logons++;
        isLoggedOn = true;
    }

    @Override
    public void onLogout(final SessionID session) {
        isLoggedOn = false;
    }

    @Override
    public void toAdmin(final Message message, final SessionID session) {
        if (message.toString().contains("\00135=A\001")) {
            message.setString(553, username);
            message.setString(554, password);
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID session) {}

    @Override
    public void toApp(final Message message, final SessionID session) {}

    @Override
    public void fromApp(final Message message, final SessionID session) {
        reports.add(message);
    }

    @Override
    public void close() {
        initiator.stop(true);
    }
}
