package io.daybook.testvenue;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import quickfix.Application;
import quickfix.DefaultMessageFactory;
import quickfix.Group;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * A stock initiator of QuickFIX/J that trades for a trader of a first line, and keeps all messages in both directions.
 */
public final class FixTrader implements Application, AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    /** The usual heartbeat interval: long enough that a stall of some seconds does not end a session. */
    private static final int USUAL_HEARTBEAT_S = 30;

    private final SessionID id;
    private final String username;
    private final String password;
    private final SocketInitiator initiator;
    private final BlockingQueue<Message> reports = new LinkedBlockingQueue<>();
    private final StringBuffer words = new StringBuffer();
    private volatile int logons;
    private volatile boolean isLoggedOn;
    private volatile int behindS;

    FixTrader(final Running venue, final String name) throws Exception {
        this(venue, name, USUAL_HEARTBEAT_S);
    }

    /**
     * Creates a trader whose session has a heartbeat every {@code heartbeatS} seconds, and ends if no message comes for
     * about two of these intervals.
     */
    FixTrader(final Running venue, final String name, final int heartbeatS) throws Exception {
        this(
                venue.line("fix"),
                session(venue.trader(name).substring(venue.trader(name).indexOf("\"fix\""))),
                heartbeatS);
    }

    private static Map<String, String> session(final String fix) {
        final Map<String, String> session = new TreeMap<>();
        for (final String key : List.of("senderCompId", "targetCompId", "username", "password")) {
            session.put(key, Running.member(fix, key));
        }
        return session;
    }

    /**
     * Logs on.
     *
     * @param address host and port
     * @param session the settings of the session in the first line of a test venue
     */
    public FixTrader(final String address, final Map<String, String> session) throws Exception {
        this(address, session, USUAL_HEARTBEAT_S);
    }

    private FixTrader(final String address, final Map<String, String> session, final int heartbeatS) throws Exception {
        this.id = new SessionID("FIX.4.4", session.get("senderCompId"), session.get("targetCompId"));
        this.username = session.get("username");
        this.password = session.get("password");
        final SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("StartTime", "00:00:00");
        settings.setString("EndTime", "00:00:00");
        settings.setString("NonStopSession", "Y");
        settings.setString("HeartBtInt", Integer.toString(heartbeatS));
        settings.setString("ReconnectInterval", "1");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString(id, "SocketConnectHost", "127.0.0.1");
        settings.setString(id, "SocketConnectPort", address.replaceAll(".*:", ""));
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

    /** All messages in both directions, and the events of QuickFIX/J. */
    public String words() {
        return words.toString();
    }

    public int logons() {
        return logons;
    }

    public void await(final BooleanSupplier condition, final String otherwise) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError(otherwise + ":\n" + words);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Waits until the trader is logged on. */
    public void awaitLogon() {
        await(() -> isLoggedOn, "no logon");
    }

    /** Sends an order with a limit. */
    public void place(final String clOrdId, final String side, final String price, final String size) throws Exception {
        send("D", "11=" + clOrdId, "54=" + side, "38=" + size, "40=2", "44=" + price, "59=1");
    }

    /** Requests the cancel of an order of 0.1 bitcoin. */
    public void cancel(final String clOrdId, final String order, final String side) throws Exception {
        send("F", "11=" + clOrdId, "41=" + order, "54=" + side);
    }

    /** Sends a message about BTC-EUR, with the time of this machine. */
    public void send(final String type, final String... fields) throws Exception {
        final Message message = new Message();
        message.getHeader().setString(35, type);
        message.setString(55, "BTC-EUR");
        message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        for (final String field : fields) {
            final int equals = field.indexOf('=');
            message.setString(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
        }
        send(message);
    }

    /** Sends a heartbeat before it is due. */
    public void beat() throws Exception {
        final Message heartbeat = new Message();
        heartbeat.getHeader().setString(35, "0");
        send(heartbeat);
    }

    /** A request for the book of BTC-EUR, and for its changes. */
    public static Message book(final String id) {
        final Message request = new Message();
        request.getHeader().setString(35, "V");
        request.setString(262, id);
        request.setString(263, "1");
        request.setString(264, "1");
        request.setString(265, "1");
        for (final String side : List.of("0", "1")) {
            final Group entry = new Group(267, 269);
            entry.setString(269, side);
            request.addGroup(entry);
        }
        final Group listing = new Group(146, 55);
        listing.setString(55, "BTC-EUR");
        request.addGroup(listing);
        return request;
    }

    /** Sends a message as it is. */
    public void send(final Message message) throws Exception {
        if (!Session.lookupSession(id).send(message)) {
            throw new AssertionError("not sent: " + message);
        }
    }

    /** Sets the times of later messages to this many seconds before the time of this machine. */
    public void behind(final int seconds) {
        behindS = seconds;
    }

    /** The next report that matches, with bars between its fields. */
    public String report(final Predicate<String> meant) throws InterruptedException {
        return report(meant, PATIENCE_NS);
    }

    /** The next report that matches, if it comes within a time. */
    public String report(final Predicate<String> meant, final long patienceNs) throws InterruptedException {
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
    public void toApp(final Message message, final SessionID session) {
        if (behindS > 0) {
            message.getHeader()
                    .setUtcTimeStamp(52, LocalDateTime.now(ZoneOffset.UTC).minusSeconds(behindS));
        }
    }

    @Override
    public void fromApp(final Message message, final SessionID session) {
        reports.add(message);
    }

    @Override
    public void close() {
        initiator.stop(true);
    }
}
