package io.daybook.it;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.Term;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import quickfix.Application;
import quickfix.DefaultMessageFactory;
import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/** The FIX door, through an unmodified QuickFIX/J initiator. */
final class WalkFix extends WalkDoor implements Application {
    private final WalkServe venue;
    private final int session;
    private final SessionID id;
    private final SocketInitiator initiator;
    private final CompletableFuture<Boolean> loggedOn = new CompletableFuture<>();
    private final Map<String, CompletableFuture<Message>> answers = new ConcurrentHashMap<>();
    private final Map<Long, PlaceOrder> placed = new HashMap<>();
    private final Map<Long, String> clOrdIds = new HashMap<>();
    private final Map<String, BigDecimal> balances = new ConcurrentHashMap<>();
    private int sent;

    WalkFix(final int number, final WalkServe venue, final int session) throws Exception {
        super(number, "FIX");
        this.venue = venue;
        this.session = session;
        id = new SessionID("FIX.4.4", "C" + session, "DAYBOOK");
        final SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("StartTime", "00:00:00");
        settings.setString("EndTime", "00:00:00");
        settings.setString("NonStopSession", "Y");
        settings.setString("HeartBtInt", "30");
        settings.setString("ReconnectInterval", "1");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString(id, "SocketConnectHost", "127.0.0.1");
        settings.setLong(id, "SocketConnectPort", venue.fixPort);
        initiator = new SocketInitiator(this, new MemoryStoreFactory(), settings, new DefaultMessageFactory());
        initiator.start();
        loggedOn.get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    String send(final Command command) throws Exception {
        if (command instanceof PlaceOrder order) {
            return place(order);
        } else if (command instanceof MoveOrder m) {
            final PlaceOrder order = order(m.symbol(), m.orderId());
            return replace(m.symbol(), m.orderId(), m.price(), order.size());
        } else if (command instanceof ReplaceOrder r) {
            return replace(r.symbol(), r.orderId(), r.price(), r.size());
        } else if (command instanceof CancelOrder c) {
            final Message message = change("F", c.symbol(), c.orderId());
            return outcome(exchange(message));
        } else if (command instanceof MassCancel m && !m.suspend() && !m.flagged()) {
            final Message message = message("q");
            message.setString(530, "1");
            message.setString(55, listing(m.symbol()));
            message.setString(1, account(m.uid()));
            if (m.side() != null) {
                message.setString(54, m.side() == Side.BID ? "1" : "2");
            }
            return outcome(exchange(message));
        }
        return venue.operate(command);
    }

    private PlaceOrder order(final int symbol, final long orderId) {
        return Objects.requireNonNull(placed.get(idOf(symbol, orderId)));
    }

    private Message message(final String type) {
        final Message message = new Message();
        message.getHeader().setString(35, type);
        message.setString(11, "w" + ++sent);
        message.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
        return message;
    }

    private Message change(final String type, final int symbol, final long orderId) throws FieldNotFound {
        final PlaceOrder order = order(symbol, orderId);
        final Message message = message(type);
        message.setString(41, Objects.requireNonNull(clOrdIds.get(idOf(symbol, orderId))));
        message.setString(55, listing(symbol));
        message.setString(54, order.side() == Side.BID ? "1" : "2");
        return message;
    }

    private String replace(final int symbol, final long orderId, final long price, final long size) throws Exception {
        final PlaceOrder order = order(symbol, orderId);
        final Message message = change("G", symbol, orderId);
        message.setString(38, WalkHttp.size(size));
        message.setString(40, "2");
        message.setString(44, WalkHttp.price(price));
        final String outcome = outcome(exchange(message));
        if (outcome.equals("SUCCESS")) {
            final long ownId = idOf(symbol, orderId);
            clOrdIds.put(ownId, message.getString(11));
            placed.put(
                    ownId,
                    new PlaceOrder(order.uid(), symbol, orderId, order.side(), order.orderType(), price, 0, size));
        }
        return outcome;
    }

    private String place(final PlaceOrder order) throws Exception {
        final Message message = message("D");
        message.setString(1, account(order.uid()));
        message.setString(55, listing(order.symbol()));
        message.setString(54, order.side() == Side.BID ? "1" : "2");
        message.setString(38, WalkHttp.size(order.size()));
        final boolean isMarket = order.terms().has(Term.SLIPPAGE);
        if (order.orderType().isBudget()) {
            message.setString(40, "1");
            message.setString(152, BigDecimal.valueOf(order.price(), 5).toPlainString());
        } else if (isMarket) {
            message.setString(40, "1");
            message.setString(9998, WalkHttp.price(order.price()));
        } else {
            message.setString(40, order.terms().has(Term.TRIGGER) ? "4" : "2");
            message.setString(44, WalkHttp.price(order.price()));
        }
        message.setString(59, timeInForce(order));
        if (order.orderType() == OrderType.POST_ONLY) {
            message.setString(18, "6");
        }
        if (order.reservePrice() != 0) {
            message.setString(9998, WalkHttp.price(order.reservePrice()));
        }
        for (final Term term : Term.values()) {
            if (order.terms().has(term)) {
                say(message, term, order.terms().get(term));
            }
        }
        final Message answer = exchange(message);
        final String outcome = outcome(answer);
        if (outcome.equals("SUCCESS")) {
            final long ownId = Long.parseLong(answer.getString(37));
            placed.put(ownId, order);
            clOrdIds.put(ownId, message.getString(11));
            know(order.symbol(), order.orderId(), ownId);
        }
        return outcome;
    }

    private static String timeInForce(final PlaceOrder order) {
        return switch (order.orderType()) {
            case GTC, POST_ONLY -> order.terms().has(Term.EXPIRE_AT) ? "6" : "1";
            case IOC, IOC_BUDGET -> "3";
            case FOK, FOK_BUDGET -> "4";
        };
    }

    private static void say(final Message message, final Term term, final long value) {
        switch (term) {
            case TRIGGER -> message.setString(99, WalkHttp.price(value));
            case WHEN, SLIPPAGE -> {} // field 54 implies WHEN, the venue's file has SLIPPAGE
            case DISPLAY -> message.setString(111, WalkHttp.size(value));
            case MIN_SIZE -> message.setString(110, WalkHttp.size(value));
            case EXPIRE_AT ->
                message.setUtcTimeStamp(
                        126,
                        LocalDateTime.ofInstant(
                                Instant.ofEpochSecond(value / 1_000_000_000, value % 1_000_000_000), ZoneOffset.UTC),
                        true);
            default -> throw new UnsupportedOperationException(term.name());
        }
    }

    private Message exchange(final Message message) throws Exception {
        final String clOrdId = message.getString(11);
        final CompletableFuture<Message> answer = new CompletableFuture<>();
        answers.put(clOrdId, answer);
        final Session own = Objects.requireNonNull(Session.lookupSession(id));
        final long endNs = System.nanoTime() + TIME_OUT_MS * 1_000_000;
        while (!own.isLoggedOn() && System.nanoTime() < endNs) {
            TimeUnit.MILLISECONDS.sleep(20); // the initiator reconnects after a restart of the venue
        }
        own.send(message);
        return answer.get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
    }

    /** {@code SUCCESS}, or the text of a refusal, from field 58, with the whole message. */
    private static String outcome(final Message answer) throws FieldNotFound {
        final boolean isRefused =
                switch (answer.getHeader().getString(35)) {
                    case "8" -> "8".equals(answer.getString(150));
                    case "r" -> "0".equals(answer.getString(531));
                    default -> true;
                };
        return isRefused ? text(answer, 58) + " " + answer : "SUCCESS";
    }

    private static String text(final FieldMap message, final int tag) {
        return message.getOptionalString(tag).orElse("");
    }

    @Override
    public void fromApp(final Message message, final SessionID ignored) throws FieldNotFound {
        final String type = message.getHeader().getString(35);
        final String clOrdId = text(message, 11);
        if ("8".equals(type) && !"8".equals(message.getString(150))) {
            onReport(message);
        } else if ("BA".equals(type)) {
            balances.put(text(message, 909) + text(message, 15), new BigDecimal(message.getString(901)));
        }
        final CompletableFuture<Message> waiting =
                answers.get("j".equals(type) ? text(message, 379) : "BA".equals(type) ? text(message, 909) : clOrdId);
        if (waiting != null && (!"BA".equals(type) || "Y".equals(text(message, 912)))) {
            waiting.complete(message);
        } else if ("j".equals(type)) {
            answers.values().forEach(answer -> answer.complete(message));
        }
    }

    private void onReport(final Message message) throws FieldNotFound {
        final String kind = message.getString(150);
        final String reason = text(message, 378);
        final String word = "150=" + kind + (reason.isEmpty() ? "" : " 378=" + reason)
                + (message.isSetField(58) ? " 58=" + text(message, 58) : "");
        hearState(
                Long.parseLong(message.getString(37)),
                WalkHttp.lots(message.getString(14)),
                WalkHttp.lots(message.getString(151)),
                "0F5I".contains(kind) ? null : word);
    }

    @Override
    String word(final End end) {
        return switch (end) {
            case OWNER -> "150=4";
            case REJECTED -> "150=4 58=.*";
            case MASS -> "150=4.*"; // a mass cancel (35=q) is reported as a cancel of each order
            case STP -> "150=[4D] 378=8 58=.*";
            case EXPIRED -> "150=C.*";
        };
    }

    @Override
    String shown(final long uid, final int symbol, final long orderId) throws Exception {
        final Message message = message("H");
        message.setString(11, Objects.requireNonNull(clOrdIds.get(idOf(symbol, orderId))));
        message.setString(55, listing(symbol));
        message.setString(54, order(symbol, orderId).side() == Side.BID ? "1" : "2");
        message.removeField(60);
        final Message status = exchange(message);
        final String display = text(status, 111);
        final String trigger = text(status, 99);
        return terms(
                "N".equals(text(status, 636)),
                display.isEmpty() ? "" : String.valueOf(WalkHttp.lots(display)),
                status.isSetField(126)
                        ? String.valueOf(status.getUtcTimeStamp(126)
                                .toInstant(ZoneOffset.UTC)
                                .toEpochMilli())
                        : "",
                trigger.isEmpty() ? "" : String.valueOf(WalkHttp.ticks(trigger)));
    }

    @Override
    long balance(final long uid) throws Exception {
        final Message message = message("BB");
        final String inquiry = message.getString(11);
        message.removeField(11);
        message.removeField(60);
        message.setString(909, inquiry);
        message.setString(1, account(uid));
        final CompletableFuture<Message> answer = new CompletableFuture<>();
        answers.put(inquiry, answer);
        Objects.requireNonNull(Session.lookupSession(id)).send(message);
        answer.get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
        return Objects.requireNonNull(balances.get(inquiry + "EUR"))
                .movePointRight(5)
                .longValueExact();
    }

    @Override
    public void onLogon(final SessionID ignored) {
        loggedOn.complete(true);
    }

    @Override
    public void toAdmin(final Message message, final SessionID ignored) {
        try {
            if ("A".equals(message.getHeader().getString(35))) {
                message.setString(553, Integer.toString(session));
                message.setString(554, venue.secret.text());
            }
        } catch (FieldNotFound e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID ignored) throws FieldNotFound {
        if ("3".equals(message.getHeader().getString(35))) {
            answers.values().forEach(answer -> answer.complete(message));
        }
    }

    @Override
    public void onCreate(final SessionID ignored) {}

    @Override
    public void onLogout(final SessionID ignored) {}

    @Override
    public void toApp(final Message message, final SessionID ignored) {}

    @Override
    public void close() {
        initiator.stop(true);
    }
}
