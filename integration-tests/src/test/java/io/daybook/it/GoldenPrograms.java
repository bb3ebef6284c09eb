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
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;

/**
 * Trades over TCP and FIX, as members of a venue that becomes a golden folder: orders with every term, brackets, day
 * orders, replacements, mass cancels, refusals, logons and logouts, and drop copies of all these.
 */
final class GoldenPrograms implements AutoCloseable {
    private static final int TIME_OUT_MS = 20_000;
    private static final int LOOK_MS = 2;
    private static final int SYMBOL = 1;
    private static final long PRICE = 5_710_000;
    private static final String ALL = "7";

    /** The value that takes the place of the user of a session that receives drop copies. */
    private static final long COPIES = 0;

    private final IntFunction<DaybookClient.Builder> clients;
    private final int[] fixPorts;
    private final String secret;
    private final Map<Integer, Fix> fixes = new HashMap<>();
    private int asked;

    /** Creates the members of these doors; all members have the same secret. */
    GoldenPrograms(final IntFunction<DaybookClient.Builder> clients, final int[] fixPorts, final String secret) {
        this.clients = clients;
        this.fixPorts = fixPorts.clone();
        this.secret = secret;
    }

    /** The sessions as JSON; two of them receive drop copies of the accounts {@code copied}. */
    static String[] sessions(final String copied) {
        final String tcp = ",\"protocol\":\"tcp\",\"accounts\":{";
        final String fix = ",\"protocol\":\"fix\",\"venue\":\"DAYBOOK\",\"accounts\":{";
        return new String[] {
            "\"session\":17" + tcp + "\"A\":301},\"may\":[\"trade\",\"admin\"],\"cancelOnDisconnect\":\"none\"",
            "\"session\":18" + tcp + "\"B\":302},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\","
                    + "\"limits\":{\"perSecond\":20,\"burst\":40}",
            "\"session\":19" + tcp + copied + "},\"may\":[\"dropcopy\"]",
            "\"session\":20" + fix + "\"B\":302},\"compId\":\"C20\",\"may\":[\"trade\"],"
                    + "\"cancelOnDisconnect\":\"none\"",
            "\"session\":21" + fix + "\"C\":303},\"compId\":\"C21\",\"may\":[\"trade\",\"admin\"],"
                    + "\"cancelOnDisconnect\":\"none\"",
            "\"session\":22" + fix + copied + "},\"compId\":\"C22\",\"may\":[\"dropcopy\"]",
            "\"session\":23" + tcp + "\"C\":303},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"both\",\"graceMs\":0"
        };
    }

    /** Counts the messages of a TCP session. */
    private static final class Heard implements ClientListener {
        private int answers;
        private int all;

        synchronized void await(final int count) throws InterruptedException {
            final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000L;
            while (answers < count) {
                final long leftMs = (endNs - System.nanoTime()) / 1_000_000;
                if (leftMs <= 0) {
                    throw new AssertionError("answers " + answers + " of " + count);
                }
                wait(leftMs);
            }
        }

        synchronized int all() {
            return all;
        }

        private synchronized void heard(final int more) {
            answers += more;
            all++;
            notifyAll();
        }

        @Override
        public void onAnswer(final Answer answer) {
            heard(1);
        }

        @Override
        public void onFill(final Fill fill) {
            heard(0);
        }

        @Override
        public void onOff(final Off off) {
            heard(0);
        }

        @Override
        public void onNotCarriedOut(final long request) {
            throw new AssertionError("not carried out: " + request);
        }

        @Override
        public void onHistoryLost(final String why) {
            throw new AssertionError(why);
        }
    }

    /** A TCP session that waits for the answer to each request. */
    private final class Tcp implements AutoCloseable {
        private final long uid;
        private final Heard heard = new Heard();
        private final DaybookClient client;
        private int sent;

        Tcp(final int session, final long uid) throws IOException {
            this.uid = uid;
            final DaybookClient.Builder builder =
                    clients.apply(session).reconnectMs(10, 80).nextOut(1).listener(heard);
            client = (uid == COPIES ? builder.dropCopy() : builder).connect();
        }

        OrderHandle place(final Side side, final OrderType type, final long ticks, final long lots)
                throws InterruptedException {
            return place(side, type, ticks, lots, null);
        }

        OrderHandle place(
                final Side side,
                final OrderType type,
                final long ticks,
                final long lots,
                final @Nullable OrderTerms terms)
                throws InterruptedException {
            final OrderHandle handle = new OrderHandle();
            done(client.place(handle, uid, SYMBOL, side, type, PRICE + ticks, lots, 0, terms));
            return handle;
        }

        void done(final long request) throws InterruptedException {
            if (request < 0) {
                throw new AssertionError("not sent: " + request);
            }
            heard.await(++sent);
        }

        /** Sends orders without waiting for answers, so that the rate limit of the session refuses some. */
        void burst(final int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                final OrderHandle handle = new OrderHandle();
                if (client.place(handle, uid, SYMBOL, Side.BID, OrderType.GTC, PRICE - 300 - i, 3, 0, null) > 0) {
                    sent++;
                }
            }
            heard.await(sent);
        }

        @Override
        public void close() {
            client.close();
        }
    }

    private static OrderTerms term(final Term term, final long value) {
        return new OrderTerms().set(term, value);
    }

    /** A FIX session that waits for the answer to each request. */
    private final class Fix {
        private final int session;
        private final FixMember member;

        Fix(final int session) throws Exception {
            this.session = session;
            member = new FixMember(fixPorts, session, secret, session);
            member.stopSending();
            member.start();
        }

        /**
         * Waits until the session is logged on. The session stays while the venue stops and starts, and connects again.
         */
        private void awaitLogon() throws InterruptedException {
            await("no logon of " + session, () -> {
                final Session own = Session.lookupSession(new SessionID("FIX.4.4", "C" + session, "DAYBOOK"));
                return own != null && own.isLoggedOn();
            });
        }

        private void await(final String what, final BooleanSupplier holds) throws InterruptedException {
            final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000L;
            while (!holds.getAsBoolean()) {
                if (System.nanoTime() > endNs) {
                    throw new AssertionError(what + "\n" + member.lastWords());
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        }

        /** Sends a request with fields such as {@code 38=0.5} and waits for its answer; returns its ClOrdID. */
        String send(final String type, final String... fields) throws InterruptedException, SessionNotFound {
            final String clOrdId = "g" + session + "-" + ++asked;
            final Message message = new Message();
            message.getHeader().setString(35, type);
            message.setString(11, clOrdId);
            message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
            for (final String field : fields) {
                final int equals = field.indexOf('=');
                message.setString(Integer.parseInt(field.substring(0, equals)), field.substring(equals + 1));
            }
            Session.sendToTarget(message, new SessionID("FIX.4.4", "C" + session, "DAYBOOK"));
            await("no answer to " + message, () -> member.lastWords()
                    .lines()
                    .anyMatch(line -> line.startsWith("< ") && line.contains("|11=" + clOrdId + "|")));
            return clOrdId;
        }

        String order(final String side, final String price, final String size, final String... more) throws Exception {
            final String[] fields = Arrays.copyOf(more, more.length + 5);
            fields[more.length] = "55=BTC-EUR";
            fields[more.length + 1] = "54=" + side;
            fields[more.length + 2] = "38=" + size;
            fields[more.length + 3] = "44=" + price;
            fields[more.length + 4] = "40=2";
            return send("D", fields);
        }
    }

    private Fix fix(final int session) throws Exception {
        Fix fix = fixes.get(session);
        if (fix == null) {
            fix = new Fix(session);
            fixes.put(session, fix);
        }
        fix.awaitLogon();
        return fix;
    }

    @Override
    public void close() {
        fixes.values().forEach(fix -> fix.member.close());
    }

    /** Sends all kinds of requests over TCP and FIX. */
    void trade() throws Exception {
        final int seen;
        try (Tcp copies = new Tcp(19, COPIES);
                Tcp one = new Tcp(17, 301);
                Tcp two = new Tcp(18, 302)) {
            final Fix fixCopies = fix(22);
            final Fix buyer = fix(20);
            final Fix admin = fix(21);
            plain(one, two);
            terms(one, two);
            fix(buyer, admin, one);
            two.burst(60);
            try (Tcp brief = new Tcp(23, 303)) {
                brief.place(Side.BID, OrderType.GTC, -400, 3); // cancelled when it logs out
                brief.place(Side.ASK, OrderType.GTC, 400, 3);
            }
            one.done(one.client.massCancel(301, SYMBOL, Side.BID, false, false));
            rest(one, buyer);
            seen = copies.heard.all();
            fixCopies.await("no drop copies", () -> !fixCopies.member.fills().isEmpty());
        }
        if (seen == 0) {
            throw new AssertionError("no drop copies over TCP");
        }
    }

    /** Places orders that expire within a second; a later tick must end them before the folder is packed. */
    void expire() throws Exception {
        final Instant end = Instant.now().plusMillis(1_000);
        try (Tcp one = new Tcp(17, 301)) {
            final long endNs = TimeUnit.SECONDS.toNanos(end.getEpochSecond()) + end.getNano();
            one.place(Side.ASK, OrderType.GTC, 85, 21, term(Term.EXPIRE_AT, endNs));
        }
        final String text = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS")
                .withZone(ZoneOffset.UTC)
                .format(end);
        fix(20).order("1", "57009.00", "0.0020", "59=6", "126=" + text);
    }

    private static void plain(final Tcp one, final Tcp two) throws InterruptedException {
        final OrderHandle ask = one.place(Side.ASK, OrderType.GTC, 10, 100);
        one.place(Side.ASK, OrderType.GTC, 12, 50);
        one.place(Side.ASK, OrderType.GTC, 12, 70);
        two.place(Side.BID, OrderType.GTC, 10, 30);
        one.done(one.client.reduce(ask, 20));
        one.done(one.client.move(ask, PRICE + 11));
        one.done(one.client.replace(ask, PRICE + 11, 60)); // smaller: the order keeps its queue position
        one.done(one.client.replace(ask, PRICE + 13, 80)); // larger: the order loses its queue position
        two.place(Side.BID, OrderType.IOC, 12, 60);
        two.place(Side.BID, OrderType.FOK, 12, 5_000); // rejected
        two.place(Side.BID, OrderType.FOK, 13, 90);
        two.place(Side.BID, OrderType.POST_ONLY, 13, 5); // would cross
        final OrderHandle bid = two.place(Side.BID, OrderType.GTC, 5, 40);
        two.done(two.client.cancel(bid));
        two.done(two.client.cancel(bid)); // unknown by now
        two.done(two.client.reduce(two.place(Side.BID, OrderType.GTC, 4, 40), 0)); // refused
        two.place(Side.BID, OrderType.GTC, 4_000_000_000L, 1_000_000_000_000L); // more than the user has
    }

    private static void terms(final Tcp one, final Tcp two) throws InterruptedException {
        final OrderHandle bracketed = one.place(
                Side.BID,
                OrderType.GTC,
                -10,
                50,
                new OrderTerms()
                        .exit()
                        .set(Term.EXIT_PRICE, PRICE + 40)
                        .set(Term.EXIT_TRIGGER, PRICE - 40)
                        .set(Term.EXIT_STOP_PRICE, PRICE - 60));
        two.place(Side.ASK, OrderType.GTC, -10, 20); // the exit order becomes live
        two.place(Side.ASK, OrderType.GTC, -10, 20); // the exit order gets more lots
        one.done(one.client.cancel(bracketed));
        two.place(Side.BID, OrderType.IOC, 40, 500); // trades with the asks up to here, also with the exit
        one.place(
                Side.ASK,
                OrderType.GTC,
                60,
                30,
                new OrderTerms().set(Term.TRIGGER, PRICE - 5).set(Term.WHEN, 2));
        final OrderHandle dormant = two.place(
                Side.BID,
                OrderType.GTC,
                30,
                10,
                new OrderTerms().set(Term.TRIGGER, PRICE + 20).set(Term.WHEN, 1));
        two.done(two.client.replace(dormant, PRICE + 30, 12, 0, PRICE + 25, 0));
        one.place(
                Side.ASK,
                OrderType.GTC,
                55,
                10,
                new OrderTerms()
                        .set(Term.TRIGGER, PRICE - 50)
                        .set(Term.WHEN, 2)
                        .set(Term.TRAIL, 30)
                        .set(Term.TRAIL_STEP, 2));
        one.place(Side.ASK, OrderType.GTC, 25, 90, term(Term.DISPLAY, 20));
        one.place(
                Side.ASK,
                OrderType.GTC,
                70,
                25,
                new OrderTerms()
                        .set(Term.TRIGGER, PRICE - 20)
                        .set(Term.WHEN, 2)
                        .set(Term.STOP_PRICE, PRICE - 45)); // one order with two faces
        one.place(Side.ASK, OrderType.POST_ONLY, -200, 7, term(Term.SLIDE, 1));
        one.place(Side.ASK, OrderType.GTC, 24, 8, term(Term.DISPLAY, 0)); // hidden
        two.place(Side.BID, OrderType.GTC, 25, 45); // trades with the iceberg, and fires triggers
        two.place(Side.BID, OrderType.GTC, -15, 33, term(Term.FLAGGED, 1));
        two.place(Side.BID, OrderType.IOC, 26, 9, term(Term.MIN_SIZE, 1_000)); // rejected
        two.place(Side.BID, OrderType.GTC, 30, 6, term(Term.SLIPPAGE, 3));
        two.place(Side.BID, OrderType.GTC, -16, 11, term(Term.DAY, 1));
        one.place(Side.BID, OrderType.GTC, -6, 15);
        one.place(Side.ASK, OrderType.GTC, -6, 10, term(Term.STP, 1)); // would trade with an order of its own user
        one.place(Side.ASK, OrderType.GTC, -6, 10, term(Term.STP, 4));
        one.place(Side.ASK, OrderType.IOC, -30, 60); // the price falls, and fires the other triggers
    }

    private static void fix(final Fix buyer, final Fix admin, final Tcp seller) throws Exception {
        final String price = "57100.20";
        final String first = buyer.order("1", price, "0.0012", "59=1");
        final String next =
                buyer.send("G", "41=" + first, "55=BTC-EUR", "54=1", "38=0.0015", "40=2", "44=57100.30", "59=1");
        seller.place(Side.ASK, OrderType.GTC, 30, 40);
        buyer.send("F", "41=" + next, "55=BTC-EUR", "54=1");
        buyer.send("F", "41=" + next, "55=BTC-EUR", "54=1"); // too late
        final String day = buyer.order("1", "57090.00", "0.0020", "59=0");
        buyer.order("1", "57089.00", "0.0010", "59=6", "126=20200101-00:00:00"); // it has expired already
        buyer.order("1", "57088.00", "0.0030", "59=1", "18=6");
        buyer.order("2", "57200.00", "0.0030", "59=1", "111=0.0010");
        buyer.order("1", "57300.00", "0.0004", "59=3");
        buyer.order("1", "57088.00", "0.0001", "59=4"); // FOK at a price at which nothing trades
        buyer.send("D", "55=BTC-EUR", "54=1", "38=0.0010", "40=4", "44=57300.00", "99=57250.00", "59=1");
        buyer.send("D", "55=BTC-EUR", "54=1", "38=0.0005", "40=1", "152=10", "59=3");
        buyer.order("1", "57090.003", "0.0020", "59=1"); // not a multiple of the tick
        buyer.send("D", "55=NONE", "54=1", "38=1", "40=2", "44=1", "59=1"); // no such listing
        buyer.send("G", "41=" + day, "55=BTC-EUR", "54=1", "38=0.0010", "40=2", "44=57090.00", "59=0");
        admin.order("2", "57150.00", "0.0100", "59=1");
        admin.order("1", "57080.00", "0.0100", "59=1");
        admin.send("q", "530=1", "55=BTC-EUR", "54=1");
        admin.send("q", "530=" + ALL);
        admin.order("2", "57151.00", "0.0050", "59=1");
        admin.send("q", "530=" + ALL, "1=C"); // all orders of the account, of every door
    }

    /** Places the orders that rest when the venue is stopped or killed. */
    private static void rest(final Tcp one, final Fix buyer) throws Exception {
        one.place(Side.ASK, OrderType.GTC, 90, 60);
        one.place(Side.ASK, OrderType.GTC, 91, 60, term(Term.DISPLAY, 20));
        one.place(
                Side.BID,
                OrderType.GTC,
                -90,
                20,
                new OrderTerms()
                        .exit()
                        .set(Term.EXIT_PRICE, PRICE + 95)
                        .set(Term.EXIT_TRIGGER, PRICE - 120)
                        .set(Term.EXIT_STOP_PRICE, PRICE - 130));
        one.place(
                Side.ASK,
                OrderType.GTC,
                80,
                10,
                new OrderTerms().set(Term.TRIGGER, PRICE - 110).set(Term.WHEN, 2));
        buyer.order("1", "57000.00", "0.0020", "59=1");
        buyer.order("1", "56999.00", "0.0020", "59=0");
    }
}
