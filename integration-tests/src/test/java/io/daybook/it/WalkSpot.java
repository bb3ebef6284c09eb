package io.daybook.it;

import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.MassCancel;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.Term;
import io.daybook.api.TriggerWhen;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The spot dialect, through a key for each user, with the stream of that user. */
final class WalkSpot extends WalkDoor {
    private static final Pattern LEVEL = Pattern.compile("\\[\"([0-9.]+)\",\"([0-9.]+)\"]");

    private record Key(String apiKey, String secret, WebSocket stream) {}

    private final WalkServe venue;
    private final Map<Long, Key> keys = new HashMap<>();

    /** The traded lots of each order that belongs to an order list. */
    private final Map<Long, Long> ofLists = new ConcurrentHashMap<>();

    private long lastMs;

    WalkSpot(final int number, final WalkServe venue) {
        super(number, "spot");
        this.venue = venue;
    }

    private static String pair(final int symbol) {
        return listing(symbol).replace("-", "");
    }

    private Key key(final long uid) throws Exception {
        final Key known = keys.get(uid);
        if (known != null) {
            return known;
        }
        final WalkServe.NewKey made = uid == uid('N')
                ? venue.keyByCommand("spot" + uid, "hmac", List.of("A=" + uid))
                : venue.key("spot" + uid, uid);
        final String apiKey = made.apiKey();
        final String listenKey = WalkExec.text(
                "listenKey",
                venue.untilKnown(() -> request("POST", "/api/v3/userDataStream", apiKey))
                        .body());
        final WebSocket stream = venue.http
                .newWebSocketBuilder()
                .buildAsync(
                        URI.create(venue.url().replace("http:", "ws:") + "/ws/" + listenKey),
                        new WalkHttp.Texts(this::onText))
                .get(TIME_OUT_MS, TimeUnit.MILLISECONDS);
        final Key key = new Key(apiKey, made.secret(), stream);
        keys.put(uid, key);
        return key;
    }

    private void onText(final String text) {
        if (text.contains("\"e\":\"executionReport\"")) {
            final String type = WalkExec.text("x", text);
            final long traded = WalkHttp.lots(WalkExec.text("z", text));
            final String status = WalkExec.text("X", text);
            final boolean isLive = status.equals("NEW") || status.equals("PARTIALLY_FILLED");
            final long id = Long.parseLong(WalkExec.text("i", text));
            final long list = Long.parseLong(WalkExec.text("g", text));
            if (list >= 0) {
                ofLists.put(id, traded);
                hearState(list, ofLists.getOrDefault(list, 0L) + ofLists.getOrDefault(list + 1, 0L), -1, null);
                return;
            }
            hearState(
                    id,
                    traded,
                    isLive ? WalkHttp.lots(WalkExec.text("q", text)) - traded : 0,
                    isLive || type.equals("TRADE") ? null : type + " " + status);
        }
    }

    private HttpResponse<String> request(final String method, final String path, final String apiKey) throws Exception {
        return venue.http.send(
                HttpRequest.newBuilder(URI.create(venue.url() + path))
                        .timeout(Duration.ofMillis(TIME_OUT_MS))
                        .header("X-MBX-APIKEY", apiKey)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> signed(final long uid, final String method, final String path, final String parameters)
            throws Exception {
        final Key key = key(uid);
        lastMs = Math.max(System.currentTimeMillis(), lastMs + 1);
        final String text = parameters + (parameters.isEmpty() ? "" : "&") + "recvWindow=60000&timestamp=" + lastMs;
        final Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.secret().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
        final String sign = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        return request(method, path + "?" + text + "&signature=" + sign, key.apiKey());
    }

    @Override
    String send(final Command command) throws Exception {
        if (command instanceof PlaceOrder order) {
            final boolean isList = order.terms().has(Term.STOP_PRICE);
            final HttpResponse<String> answer = isList
                    ? signed(order.uid(), "POST", "/api/v3/orderList/oco", list(order))
                    : signed(order.uid(), "POST", "/api/v3/order", order(order));
            if (answer.statusCode() / 100 == 2) {
                final String id = WalkExec.text(isList ? "orderListId" : "orderId", answer.body());
                know(order.symbol(), order.orderId(), Long.parseLong(id));
            }
            return WalkServe.outcome(answer);
        } else if (command instanceof CancelOrder c) {
            return WalkServe.outcome(signed(
                    c.uid(),
                    "DELETE",
                    "/api/v3/order",
                    "symbol=" + pair(c.symbol()) + "&orderId=" + idOf(c.symbol(), c.orderId())));
        } else if (command instanceof MassCancel m && !m.suspend() && !m.flagged()) {
            return WalkServe.outcome(signed(m.uid(), "DELETE", "/api/v3/openOrders", "symbol=" + pair(m.symbol())));
        }
        return venue.operate(command);
    }

    @Override
    List<String> ownWords() throws Exception {
        final String order = "symbol=" + pair(symbol(0)) + "&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=1";
        final String unknown =
                signed(uid('A'), "POST", "/api/v3/order", order + "&none=1").body();
        return List.of(
                unknown.replaceFirst(".*Known: ", "").replaceFirst("\\..*", "").split(", "));
    }

    private String order(final PlaceOrder order) {
        final StringBuilder text = new StringBuilder("symbol=" + pair(order.symbol()));
        text.append("&side=").append(order.side() == Side.BID ? "BUY" : "SELL");
        if (order.orderType() == OrderType.IOC_BUDGET) {
            text.append("&type=MARKET&quoteOrderQty=")
                    .append(BigDecimal.valueOf(order.price(), 5).toPlainString());
        } else if (order.orderType() == OrderType.POST_ONLY) {
            text.append("&type=LIMIT_MAKER");
        } else if (order.terms().has(Term.TRIGGER)) {
            final boolean rises = order.terms().get(Term.WHEN) == TriggerWhen.RISES.code();
            text.append(rises == (order.side() == Side.BID) ? "&type=STOP_LOSS_LIMIT" : "&type=TAKE_PROFIT_LIMIT")
                    .append("&timeInForce=")
                    .append(order.orderType())
                    .append("&stopPrice=")
                    .append(WalkHttp.price(order.terms().get(Term.TRIGGER)));
        } else {
            text.append("&type=LIMIT&timeInForce=").append(order.orderType());
        }
        if (order.orderType() != OrderType.IOC_BUDGET) {
            text.append("&quantity=").append(WalkHttp.size(order.size()));
            text.append("&price=").append(WalkHttp.price(order.price()));
        }
        if (order.terms().has(Term.STP)) {
            final StpMode mode = StpMode.of((int) order.terms().get(Term.STP));
            text.append("&selfTradePreventionMode=").append(mode.name().replace("CANCEL_", "EXPIRE_"));
        }
        if (order.terms().has(Term.DISPLAY)) {
            text.append("&icebergQty=").append(WalkHttp.size(order.terms().get(Term.DISPLAY)));
        }
        for (final String parameter : text.toString().split("&")) {
            said(parameter.replaceFirst("=.*", ""));
        }
        return text.toString();
    }

    /** The parameters of an order list, for an ask with two faces. */
    private static String list(final PlaceOrder order) {
        return "symbol=" + pair(order.symbol()) + "&side=SELL&quantity=" + WalkHttp.size(order.size())
                + "&aboveType=LIMIT_MAKER&abovePrice=" + WalkHttp.price(order.price())
                + "&belowType=STOP_LOSS_LIMIT&belowTimeInForce=IOC&belowStopPrice="
                + WalkHttp.price(order.terms().get(Term.TRIGGER))
                + "&belowPrice=" + WalkHttp.price(order.terms().get(Term.STOP_PRICE));
    }

    /** Whether the answer is any refusal: the dialect has fewer codes, and reports other refusals by a text. */
    @Override
    boolean refuses(final String answer, final ResultCode code) {
        return answer.contains("\"code\":-20") || answer.contains("MAX_NUM_ORDERS");
    }

    @Override
    String word(final End end) {
        return switch (end) {
            case REJECTED -> "EXPIRED EXPIRED|REJECTED REJECTED";
            case OWNER, STP, EXPIRED, MASS -> "CANCELED CANCELED";
        };
    }

    @Override
    String book(final int symbol) throws Exception {
        final String book =
                request("GET", "/api/v3/depth?symbol=" + pair(symbol), "none").body();
        final StringBuilder levels = new StringBuilder();
        for (final String side : new String[] {"asks", "bids"}) {
            final Matcher level = LEVEL.matcher(book.replaceFirst(".*\"" + side + "\":(\\[(?:\\[[^]]*],?)*]).*", "$1"));
            while (level.find()) {
                levels.append(new BigDecimal(level.group(1)).movePointRight(2).longValueExact())
                        .append('x')
                        .append(WalkHttp.lots(level.group(2)))
                        .append(' ');
            }
        }
        return levels.toString().strip();
    }

    @Override
    long balance(final long uid) throws Exception {
        final String account = signed(uid, "GET", "/api/v3/account", "").body();
        final String euros = account.substring(account.indexOf("\"asset\":\"EUR\""));
        return new BigDecimal(WalkExec.text("free", euros))
                .add(new BigDecimal(WalkExec.text("locked", euros)))
                .movePointRight(5)
                .longValueExact();
    }

    @Override
    public void close() {
        keys.values().forEach(key -> key.stream().abort());
    }
}
