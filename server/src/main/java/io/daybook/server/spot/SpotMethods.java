package io.daybook.server.spot;

import java.util.Map;
import java.util.TreeMap;

/**
 * The routes that carry out the methods of the WebSocket API ({@code /ws-api/v3}), so that each method has only one
 * implementation.
 */
final class SpotMethods {
    /** Methods by name, each with the HTTP method and the path of its route. */
    static final Map<String, String> ROUTES = new TreeMap<>();

    static {
        put("ping", "GET", "ping");
        put("time", "GET", "time");
        put("exchangeInfo", "GET", "exchangeInfo");
        put("depth", "GET", "depth");
        put("trades.recent", "GET", "trades");
        put("trades.historical", "GET", "historicalTrades");
        put("trades.aggregate", "GET", "aggTrades");
        put("klines", "GET", "klines");
        put("avgPrice", "GET", "avgPrice");
        put("ticker.24hr", "GET", "ticker/24hr");
        put("ticker.price", "GET", "ticker/price");
        put("ticker.book", "GET", "ticker/bookTicker");
        put("order.place", "POST", "order");
        put("order.test", "POST", "order/test");
        put("order.status", "GET", "order");
        put("order.cancel", "DELETE", "order");
        put("order.cancelReplace", "POST", "order/cancelReplace");
        put("orderList.place", "POST", "order/oco");
        put("orderList.place.oco", "POST", "orderList/oco");
        put("orderList.status", "GET", "orderList");
        put("orderList.cancel", "DELETE", "orderList");
        put("openOrderLists.status", "GET", "openOrderList");
        put("allOrderLists", "GET", "allOrderList");
        put("openOrders.status", "GET", "openOrders");
        put("openOrders.cancelAll", "DELETE", "openOrders");
        put("allOrders", "GET", "allOrders");
        put("myTrades", "GET", "myTrades");
        put("account.status", "GET", "account");
        put("account.commission", "GET", "account/commission");
        put("account.rateLimits.orders", "GET", "rateLimit/order");
        put("userDataStream.start", "POST", "userDataStream");
        put("userDataStream.ping", "PUT", "userDataStream");
        put("userDataStream.stop", "DELETE", "userDataStream");
    }

    private SpotMethods() {}

    private static void put(final String name, final String method, final String path) {
        ROUTES.put(name, method + " /api/v3/" + path);
    }
}
