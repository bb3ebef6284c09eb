package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The native HTTP door, through a key that trades and gets the updates of its orders over a WebSocket. */
final class WalkHttp extends WalkDoor {
    static final String USERS = "ABCDEFGHN";
    private static final int PRICE_DECIMALS = 2;
    private static final int SIZE_DECIMALS = 3;
    private static final Pattern LEVEL = Pattern.compile("\\[\"([0-9.]+)\",\"([0-9.]+)\"]");

    private final WalkServe venue;
    private final String token;
    private final WebSocket stream;

    WalkHttp(final int number, final WalkServe venue) throws Exception {
        super(number, "HTTP");
        this.venue = venue;
        final List<String> accounts = USERS.chars()
                .mapToObj(user -> (char) user + "=" + uid((char) user))
                .toList();
        token = "Bearer " + venue.keyByCommand("http", "bearer", accounts).secret();
        venue.untilKnown(() -> venue.send("GET", "/v1/account?account=A", token, ""));
        stream = venue.http
                .newWebSocketBuilder()
                .header("Authorization", token)
                .buildAsync(URI.create(venue.url().replace("http:", "ws:") + "/v1/stream"), new Texts(this::onText))
                .get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
        for (final char user : USERS.toCharArray()) {
            stream.sendText("{\"op\":\"subscribe\",\"channels\":[\"orders:" + user + "\"]}", true)
                    .get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
        }
    }

    static String accounts(final WalkDoor door) {
        final StringBuilder accounts = new StringBuilder();
        for (final char user : USERS.toCharArray()) {
            accounts.append(accounts.isEmpty() ? "" : ",")
                    .append('"')
                    .append(user)
                    .append("\":")
                    .append(door.uid(user));
        }
        return accounts.toString();
    }

    static String price(final long ticks) {
        return BigDecimal.valueOf(ticks, PRICE_DECIMALS).toPlainString();
    }

    static String size(final long lots) {
        return BigDecimal.valueOf(lots, SIZE_DECIMALS).toPlainString();
    }

    static long lots(final String size) {
        return new BigDecimal(size).movePointRight(SIZE_DECIMALS).longValueExact();
    }

    private void onText(final String text) {
        if (text.contains("\"type\":\"update\"")) {
            final String state = WalkExec.text("state", text);
            hearState(
                    Long.parseLong(WalkExec.text("orderId", text)),
                    lots(WalkExec.text("filled", text)),
                    lots(WalkExec.text("remaining", text)),
                    state.contains("open") || state.contains("filled") ? null : state);
        }
    }

    @Override
    String send(final Command command) throws Exception {
        if (command instanceof PlaceOrder order) {
            return place(order);
        } else if (command instanceof MoveOrder m) {
            return change(m.uid(), m.symbol(), m.orderId(), "\"price\":\"" + price(m.price()) + "\"");
        } else if (command instanceof ReplaceOrder r) {
            return change(
                    r.uid(),
                    r.symbol(),
                    r.orderId(),
                    "\"price\":\"" + price(r.price()) + "\",\"size\":\"" + size(r.size()) + "\"");
        } else if (command instanceof CancelOrder c) {
            return WalkServe.outcome(venue.send(
                    "DELETE",
                    "/v1/orders/" + idOf(c.symbol(), c.orderId()) + "?account=" + account(c.uid()),
                    token,
                    ""));
        } else if (command instanceof MassCancel m && !m.suspend() && !m.flagged()) {
            final String side = m.side() == null ? "" : "&side=" + (m.side() == Side.BID ? "buy" : "sell");
            return WalkServe.outcome(venue.send(
                    "DELETE",
                    "/v1/orders?account=" + account(m.uid()) + "&symbol=" + listing(m.symbol()) + side,
                    token,
                    ""));
        }
        return venue.operate(command);
    }

    private String change(final long uid, final int symbol, final long id, final String what) throws Exception {
        return WalkServe.outcome(venue.send(
                "PATCH",
                "/v1/orders/" + idOf(symbol, id),
                token,
                "{\"account\":\"" + account(uid) + "\"," + what + "}"));
    }

    private String place(final PlaceOrder order) throws Exception {
        final StringBuilder body = new StringBuilder("{\"account\":\"" + account(order.uid()) + "\"");
        said("account");
        say(body, "symbol", listing(order.symbol()));
        say(body, "side", order.side() == Side.BID ? "buy" : "sell");
        if (order.orderType() == OrderType.IOC_BUDGET) {
            say(body, "type", "market");
            say(body, "money", BigDecimal.valueOf(order.price(), 5).toPlainString());
        } else {
            say(body, "type", "limit");
            say(body, "size", size(order.size()));
            final boolean isBudget = order.orderType() == OrderType.FOK_BUDGET;
            say(body, "timeInForce", isBudget ? "fok" : order.orderType().name().toLowerCase(Locale.ROOT));
            say(
                    body,
                    isBudget ? "budget" : "price",
                    isBudget ? BigDecimal.valueOf(order.price(), 5).toPlainString() : price(order.price()));
        }
        if (order.reservePrice() != 0) {
            say(body, "reservePrice", price(order.reservePrice()));
        }
        for (final Term term : Term.values()) {
            if (order.terms().has(term) && !term.name().startsWith("EXIT_")) {
                say(body, term, order.terms().get(term));
            }
        }
        if (order.terms().has(Term.EXIT_ORDER_ID)) {
            exit(body, order.terms());
        }
        final HttpResponse<String> answer =
                venue.send("POST", "/v1/orders", token, body.append('}').toString());
        if (answer.statusCode() / 100 == 2) {
            know(order.symbol(), order.orderId(), Long.parseLong(WalkExec.text("orderId", answer.body())));
            final long exit = order.terms().get(Term.EXIT_ORDER_ID);
            if (exit != 0) {
                final String numbered = answer.body().substring(answer.body().indexOf("\"exit\":"));
                know(order.symbol(), exit, Long.parseLong(WalkExec.text("orderId", numbered)));
            }
        }
        return WalkServe.outcome(answer);
    }

    private void say(final StringBuilder body, final Term term, final long value) {
        switch (term) {
            case TRIGGER -> say(body, "trigger", price(value));
            case WHEN -> say(body, "when", TriggerWhen.of((int) value).name().toLowerCase(Locale.ROOT));
            case STOP_PRICE -> say(body, "stopPrice", price(value));
            case TRAIL -> say(body, "trail", price(value));
            case TRAIL_STEP -> say(body, "trailStep", price(value));
            case SLIPPAGE -> say(body, "slippage", price(value));
            case DISPLAY -> {
                if (value == 0) {
                    flag(body, "hidden");
                } else {
                    say(body, "display", size(value));
                }
            }
            case MIN_SIZE -> say(body, "minSize", size(value));
            case SLIDE -> flag(body, "slide");
            case FLAGGED -> flag(body, "flagged");
            case EXPIRE_AT -> {
                said("expireAt");
                body.append(",\"expireAt\":").append(value / 1_000);
            }
            case STP -> say(body, "stp", StpMode.of((int) value).name().toLowerCase(Locale.ROOT));
            default -> throw new UnsupportedOperationException(term.name());
        }
    }

    private void exit(final StringBuilder body, final OrderTerms terms) {
        said("exit");
        final List<String> prices = new ArrayList<>();
        Map.of("price", Term.EXIT_PRICE, "trigger", Term.EXIT_TRIGGER, "stopPrice", Term.EXIT_STOP_PRICE)
                .forEach((key, term) -> {
                    if (terms.get(term) != 0) {
                        prices.add("\"" + key + "\":\"" + price(terms.get(term)) + "\"");
                    }
                });
        body.append(",\"exit\":{").append(String.join(",", prices)).append('}');
    }

    private void say(final StringBuilder body, final String key, final String value) {
        said(key);
        body.append(",\"").append(key).append("\":\"").append(value).append('"');
    }

    private void flag(final StringBuilder body, final String key) {
        said(key);
        body.append(",\"").append(key).append("\":true");
    }

    @Override
    List<String> ownWords() throws Exception {
        final String api = venue.send("GET", "/v1/openapi.json", token, "").body();
        final int form = api.indexOf("\"properties\":", api.indexOf("\"post\":", api.indexOf("\"/v1/orders\":")));
        assertTrue(form > 0, api);
        final List<String> words = new ArrayList<>();
        final Matcher key = Pattern.compile("\"(\\w+)\":\\{\"type\"")
                .matcher(api.substring(form, api.indexOf("\"required\":[", form)));
        while (key.find()) {
            words.add(key.group(1));
        }
        return words;
    }

    @Override
    String word(final End end) {
        return end == End.REJECTED ? "rejected|cancelled" : "cancelled";
    }

    @Override
    String book(final int symbol) throws Exception {
        final String book =
                venue.send("GET", "/v1/book/" + listing(symbol), token, "").body();
        final StringBuilder levels = new StringBuilder();
        for (final String side : new String[] {"asks", "bids"}) {
            final Matcher level = LEVEL.matcher(book.replaceFirst(".*\"" + side + "\":(\\[(?:\\[[^]]*],?)*]).*", "$1"));
            while (level.find()) {
                levels.append(new BigDecimal(level.group(1))
                                .movePointRight(PRICE_DECIMALS)
                                .longValueExact())
                        .append('x')
                        .append(lots(level.group(2)))
                        .append(' ');
            }
        }
        return levels.toString().strip();
    }

    @Override
    String shown(final long uid, final int symbol, final long id) throws Exception {
        final String order = venue.send("GET", "/v1/orders/" + idOf(symbol, id) + "?account=" + account(uid), token, "")
                .body();
        final String display = said("display", order);
        final String expireAt = said("expireAt", order);
        final String trigger = said("trigger", order);
        return terms(
                order.contains("\"dormant\":true"),
                display.isEmpty() ? "" : String.valueOf(lots(display)),
                expireAt.isEmpty() ? "" : String.valueOf(Long.parseLong(expireAt) / 1_000),
                trigger.isEmpty() ? "" : String.valueOf(ticks(trigger)));
    }

    static long ticks(final String price) {
        return new BigDecimal(price).movePointRight(PRICE_DECIMALS).longValueExact();
    }

    /** The value of a key in JSON; empty if there is none. */
    static String said(final String key, final String json) {
        return json.contains("\"" + key + "\":") ? WalkExec.text(key, json) : "";
    }

    @Override
    long balance(final long uid) throws Exception {
        final String account = venue.send("GET", "/v1/account?account=" + account(uid), token, "")
                .body();
        return new BigDecimal(WalkExec.text("balance", account.substring(account.indexOf("\"EUR\""))))
                .movePointRight(5)
                .longValueExact();
    }

    @Override
    public void close() {
        stream.abort();
    }

    /** Joins the pieces of each text message. */
    static final class Texts implements WebSocket.Listener {
        private final Consumer<String> reader;
        private final StringBuilder pieces = new StringBuilder();

        Texts(final Consumer<String> reader) {
            this.reader = reader;
        }

        @Override
        public CompletionStage<?> onText(final WebSocket socket, final CharSequence data, final boolean isLast) {
            pieces.append(data);
            if (isLast) {
                reader.accept(pieces.toString());
                pieces.setLength(0);
            }
            return WebSocket.Listener.super.onText(socket, data, isLast);
        }
    }
}
