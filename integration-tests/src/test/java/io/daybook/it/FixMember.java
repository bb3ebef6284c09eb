package io.daybook.it;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * A member with a stock QuickFIX/J initiator, which sends orders, replacements and cancels as long as it is logged on,
 * and keeps a ledger of its reports. It keeps running while the venue is killed.
 */
final class FixMember implements Application, AutoCloseable {
    private static final int LOOK_MS = 5;
    private static final int MAX_OPEN = 200;
    private static final int LAST_WORDS = 60;

    /** A trade, with the fields of its report. */
    record Traded(long orderId, long tradeId, String price, String size) {}

    private final int session;
    private final String prefix;
    private final SessionID id;
    private final SocketInitiator initiator;
    private final SplittableRandom random;
    private final Set<String> execIds = new HashSet<>();
    private final Set<String> unanswered = new HashSet<>();
    private final List<String> live = new ArrayList<>();
    private final Map<Long, String> leaves = new TreeMap<>();
    private final Map<String, String> execTypes = new TreeMap<>();
    private final List<Traded> fills = new ArrayList<>();
    private final ArrayDeque<String> lastWords = new ArrayDeque<>();
    private long lowestPlaced = Long.MAX_VALUE;
    private long highestPlaced;
    private int sent;
    private int logons;
    private boolean isSending = true;
    private @Nullable String failure;

    FixMember(final int port, final int session, final String secret, final long seed) throws ConfigError {
        this(new int[] {port}, session, secret, seed);
    }

    /**
     * Creates a member that resets its numbers at each Logon, as a client is configured after a restore of its venue.
     */
    static FixMember anew(final int port, final int session, final String secret, final long seed) throws ConfigError {
        return new FixMember(new int[] {port}, session, secret, seed, true);
    }

    /** Creates a member with several doors: when its connection ends, it connects to the next door. */
    FixMember(final int[] ports, final int session, final String secret, final long seed) throws ConfigError {
        this(ports, session, secret, seed, false);
    }

    private FixMember(final int[] ports, final int session, final String secret, final long seed, final boolean isAnew)
            throws ConfigError {
        this.session = session;
        this.prefix = isAnew ? "n" : "c"; // the venue would refuse the ClOrdIDs of the earlier member
        this.id = new SessionID("FIX.4.4", "C" + session, "DAYBOOK");
        this.random = new SplittableRandom(seed);
        this.secret = secret;
        final SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("StartTime", "00:00:00");
        settings.setString("EndTime", "00:00:00");
        settings.setString("NonStopSession", "Y");
        settings.setString("HeartBtInt", "30");
        settings.setString("ReconnectInterval", "1");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString("ResetOnLogon", isAnew ? "Y" : "N");
        for (int i = 0; i < ports.length; i++) {
            final String next = i == 0 ? "" : Integer.toString(i);
            settings.setString(id, "SocketConnectHost" + next, "127.0.0.1");
            settings.setLong(id, "SocketConnectPort" + next, ports[i]);
        }
        initiator = new SocketInitiator(
                this,
                new MemoryStoreFactory(),
                settings,
                new quickfix.LogFactory() {
                    @Override
                    public quickfix.Log create(final SessionID ignored) {
                        return new LastWords();
                    }
                },
                new DefaultMessageFactory());
    }

    private final String secret;

    /** Keeps the last lines of the log, which show why the member does not continue. */
    private final class LastWords implements quickfix.Log {
        @Override
        public void clear() {}

        @Override
        public void onIncoming(final String message) {
            keep("< " + message);
        }

        @Override
        public void onOutgoing(final String message) {
            keep("> " + message);
        }

        @Override
        public void onEvent(final String text) {
            keep(text);
        }

        @Override
        public void onErrorEvent(final String text) {
            keep(text);
        }

        private void keep(final String line) {
            synchronized (lastWords) {
                if (lastWords.size() == LAST_WORDS) {
                    lastWords.removeFirst();
                }
                lastWords.add(line.replace('\001', '|'));
            }
        }
    }

    /** The last lines of the log. */
    String lastWords() {
        synchronized (lastWords) {
            return String.join("\n", lastWords);
        }
    }

    void start() throws ConfigError {
        initiator.start();
    }

    @Override
    public synchronized void onLogon(final SessionID ignored) {
        logons++;
        sendSome();
    }

    private synchronized void sendSome() {
        boolean isLoggedOn = true;
        while (isSending && isLoggedOn && unanswered.size() < 10 && live.size() < MAX_OPEN) {
            isLoggedOn = sendOne();
        }
    }

    /** Sends a request; returns false if the session is not logged on, and has to log on again. */
    private boolean sendOne() {
        final Session own = Session.lookupSession(id);
        if (own == null || !own.isLoggedOn()) {
            return false;
        }
        final String clOrdId = prefix + session + "-" + ++sent;
        final Message message = new Message();
        final int choice = live.isEmpty() ? 0 : random.nextInt(6);
        message.setString(11, clOrdId);
        message.setString(55, "BTC-EUR");
        message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        message.setString(54, session % 2 == 0 ? "1" : "2");
        if (choice <= 3) {
            message.getHeader().setString(35, "D");
            message.setString(38, "0.000" + (10 + random.nextInt(80)));
            message.setString(40, "2");
            message.setString(44, "57" + (100 + random.nextInt(4)) + ".25");
            message.setString(59, random.nextInt(5) == 0 ? "3" : "1");
        } else {
            final String orig = live.get(random.nextInt(live.size()));
            message.getHeader().setString(35, choice == 4 ? "F" : "G");
            message.setString(41, orig);
            if (choice == 5) {
                message.setString(38, "0.000" + (10 + random.nextInt(80)));
                message.setString(40, "2");
                message.setString(44, "57" + (100 + random.nextInt(4)) + ".25");
            }
        }
        unanswered.add(clOrdId);
        own.send(message);
        return true;
    }

    /**
     * Places a bid that ends at a time (59=6), in addition to the random requests.
     *
     * @return whether the order was sent; false while the member is logged off
     */
    synchronized boolean bidUntil(
            final String clOrdId, final String price, final String size, final LocalDateTime expireTime) {
        final Message message = new Message();
        message.setString(59, "6");
        message.setUtcTimeStamp(126, expireTime, true);
        return bid(message, clOrdId, price, size);
    }

    /** Places a bid in a message that is marked as one that may have been sent before (97=Y). */
    synchronized boolean bidAgain(final String clOrdId, final String price, final String size) {
        final Message message = new Message();
        message.getHeader().setString(97, "Y");
        return bid(message, clOrdId, price, size);
    }

    private boolean bid(final Message message, final String clOrdId, final String price, final String size) {
        final Session own = Session.lookupSession(id);
        if (own == null || !own.isLoggedOn()) {
            return false;
        }
        message.getHeader().setString(35, "D");
        message.setString(11, clOrdId);
        message.setString(55, "BTC-EUR");
        message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        message.setString(54, "1");
        message.setString(38, size);
        message.setString(40, "2");
        message.setString(44, price);
        unanswered.add(clOrdId);
        return own.send(message);
    }

    /** The ExecType (150) of the last report of an order; empty if there was none. */
    synchronized String execType(final String clOrdId) {
        return execTypes.getOrDefault(clOrdId, "");
    }

    @Override
    public void fromApp(final Message message, final SessionID ignored) throws FieldNotFound {
        synchronized (this) {
            final String type = message.getHeader().getString(35);
            final String clOrdId = message.isSetField(11) ? message.getString(11) : "";
            if ("8".equals(type)) {
                onReport(message, clOrdId);
            } else if (!"9".equals(type)) {
                failure = "unexpected: " + message;
            }
            if (!"9".equals(type) || message.isSetField(102)) {
                unanswered.remove(clOrdId);
            }
        }
        sendSome();
    }

    private void onReport(final Message message, final String clOrdId) throws FieldNotFound {
        final String execId = message.getString(17);
        final boolean isAgain = !execIds.add(execId);
        final boolean saysAgain =
                message.getHeader().isSetField(43) || message.getHeader().isSetField(97);
        if (isAgain && !saysAgain) {
            failure = "a repeated report has neither PossDupFlag nor PossResend: " + message;
        }
        if (isAgain) {
            return;
        }
        execTypes.put(clOrdId, message.getString(150));
        final String status = message.getString(39);
        final long orderId = Long.parseLong(message.getString(37));
        if ("0".equals(message.getString(150))) {
            lowestPlaced = Math.min(lowestPlaced, orderId);
            highestPlaced = Math.max(highestPlaced, orderId);
        }
        final boolean isOpen = "0".equals(status) || "1".equals(status);
        if (!"8".equals(status)) {
            if (isOpen) {
                leaves.put(orderId, message.getString(151));
            } else {
                leaves.remove(orderId);
            }
        }
        final String orig = message.isSetField(41) ? message.getString(41) : clOrdId;
        live.remove(orig);
        live.remove(clOrdId);
        if (isOpen) {
            live.add(clOrdId);
        }
        if ("F".equals(message.getString(150))) {
            fills.add(new Traded(
                    orderId, Long.parseLong(message.getString(527)), message.getString(31), message.getString(32)));
        }
    }

    synchronized void stopSending() {
        isSending = false;
    }

    synchronized boolean isQuiet() {
        return unanswered.isEmpty();
    }

    synchronized int answered() {
        return sent - unanswered.size();
    }

    /** The lowest OrderID (37) of the new orders that were reported to the member. */
    synchronized long lowestPlaced() {
        return lowestPlaced;
    }

    synchronized long highestPlaced() {
        return highestPlaced;
    }

    synchronized int logons() {
        return logons;
    }

    synchronized @Nullable String failure() {
        return failure;
    }

    synchronized String open() {
        return unanswered.toString();
    }

    /** The member's trades, in the order of their reports. */
    synchronized List<Traded> fills() {
        return List.copyOf(fills);
    }

    /** The remaining quantities of the member's open orders, by OrderID. */
    synchronized Map<Long, String> leaves() {
        return Map.copyOf(leaves);
    }

    boolean await(final BooleanSupplier condition, final long timeoutMs) throws InterruptedException {
        final long endNs = System.nanoTime() + timeoutMs * 1_000_000;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs || failure() != null) {
                return condition.getAsBoolean();
            }
            Thread.sleep(LOOK_MS);
        }
        return true;
    }

    @Override
    public void toAdmin(final Message message, final SessionID ignored) {
        try {
            if ("A".equals(message.getHeader().getString(35))) {
                message.setString(553, Integer.toString(session));
                message.setString(554, secret);
            }
        } catch (FieldNotFound e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void onCreate(final SessionID ignored) {}

    @Override
    public void onLogout(final SessionID ignored) {}

    @Override
    public void fromAdmin(final Message message, final SessionID ignored) {}

    @Override
    public void toApp(final Message message, final SessionID ignored) {}

    @Override
    public void close() {
        initiator.stop(false);
    }
}
