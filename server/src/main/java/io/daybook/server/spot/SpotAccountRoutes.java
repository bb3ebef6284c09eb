package io.daybook.server.spot;

import io.daybook.api.Listing;
import io.daybook.api.ResultCode;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.VenueTime;
import io.daybook.server.api.Decimals;
import io.daybook.server.api.Markets;
import io.daybook.server.api.Waiting;
import io.daybook.server.config.Offer;
import io.daybook.server.http.Access;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Limiter;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.orders.Fill;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.wire.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The routes of a key's account in the dialect: balances, fills, fees and limits, and the requests that clients send at
 * their start.
 */
final class SpotAccountRoutes {
    private static final int ITEMS = 500;
    private static final int MAX_ITEMS = 1_000;
    private static final long MAX_MS = Long.MAX_VALUE / 1_000_000;
    private static final long PPM_PER_BASIS_POINT = 100;

    private final Markets markets;
    private final Offer offer;
    private final SpotSymbols symbols;
    private final OrdersBook book;
    private final Waiting waiting;
    private final Limiter limiter;
    private final VenueTime time;

    SpotAccountRoutes(
            final Markets markets,
            final Offer offer,
            final OrdersBook book,
            final Waiting waiting,
            final Limiter limiter,
            final VenueTime time) {
        this.markets = markets;
        this.offer = offer;
        this.symbols = new SpotSymbols(markets);
        this.book = book;
        this.waiting = waiting;
        this.limiter = limiter;
        this.time = time;
    }

    void addTo(final Router router) {
        add(router, "/api/v3/account", "The caller's balances", this::account);
        add(router, "/api/v3/account/commission", "The fees of a pair", this::commission);
        add(
                router.serving(offer.orders(), Offer.ORDERS),
                "/api/v3/myTrades",
                "The caller's fills of a pair",
                this::fills);
        add(router, "/api/v3/rateLimit/order", "The number of orders that were sent", this::orderLimit);
        add(router, "/sapi/v1/capital/config/getall", "All currencies with the caller's balances", this::coins);
        add(router, "/sapi/v1/asset/tradeFee", "The fees of pairs", this::fees);
        add(router, "/sapi/v1/asset/assetDetail", "Currencies that can be deposited: none", this::assets);
        add(router, "/sapi/v1/account/apiRestrictions", "The rights of the key", this::restrictions);
        add(router, "/sapi/v1/margin/allPairs", "Pairs on margin: none", this::none);
        add(router, "/sapi/v1/margin/isolated/allPairs", "Pairs on isolated margin: none", this::none);
    }

    private static void add(final Router router, final String path, final String summary, final Route.Handler handler) {
        router.add(Route.of("GET " + path, Access.TRADER, summary, handler));
    }

    private CompletionStage<Response> account(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final boolean omitsZeros = given.flag("omitZeroBalances");
        given.finish();
        return report(request).thenApply(report -> {
            final Json json = given.json()
                    .object()
                    .put("makerCommission", highest(listing -> listing.spec().makerFee()) / PPM_PER_BASIS_POINT)
                    .put("takerCommission", highest(listing -> listing.spec().takerFee()) / PPM_PER_BASIS_POINT)
                    .put("buyerCommission", 0)
                    .put("sellerCommission", 0)
                    .object("commissionRates")
                    .put("maker", SpotRates.text(highest(listing -> listing.spec()
                            .makerFee())))
                    .put("taker", SpotRates.text(highest(listing -> listing.spec()
                            .takerFee())))
                    .put("buyer", SpotRates.text(0))
                    .put("seller", SpotRates.text(0))
                    .end()
                    .put("canTrade", offer.orders())
                    .put("canWithdraw", false)
                    .put("canDeposit", false)
                    .put("brokered", false)
                    .put("requireSelfTradePrevention", false)
                    .put("preventSor", false)
                    .putTime("updateTime", SpotMarketShapes.nanos(time.epochMillis()))
                    .put("accountType", "SPOT");
            balances(json, markets, report, omitsZeros);
            json.list("permissions").item("SPOT").endList().put("uid", report.uid());
            return Response.json(json.end()).seq(report.seq());
        });
    }

    /** Writes the balances of a report, as a member. */
    static void balances(final Json json, final Markets markets, final UserReport report, final boolean omitsZeros) {
        json.list("balances");
        for (final UserReport.Account one : report.accounts()) {
            final Listing.Currency currency = markets.currency(one.currency());
            if (currency != null && !(omitsZeros && one.balance() == 0)) {
                json.object()
                        .put("asset", currency.name())
                        .put("free", Decimals.amount(currency, one.available()))
                        .put("locked", Decimals.amount(currency, one.held()))
                        .end();
            }
        }
        json.endList();
    }

    private long highest(final ToLongFunction<Listing> fee) {
        return symbols.all().stream()
                .filter(SpotRates::areShares)
                .mapToLong(fee)
                .max()
                .orElse(0);
    }

    /** Queries the report of the key's user; completes on the event loop. */
    private CompletionStage<UserReport> report(final Request request) {
        return waiting.ask(new UserReportQuery(SpotOrders.uid(request.caller())))
                .thenApplyAsync(
                        report -> {
                            if (report.code() != ResultCode.SUCCESS) {
                                throw SpotErrors.refused(report.code(), SpotErrors.REFUSED);
                            }
                            return report;
                        },
                        request.loop());
    }

    private CompletionStage<Response> commission(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        given.finish();
        final Json json = new Json().object().put("symbol", SpotSymbols.name(listing));
        SpotRates.commissions(json, "standardCommission", "taxCommission", listing);
        return Response.json(json.end()).now();
    }

    private CompletionStage<Response> fills(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final Listing listing = given.symbol(symbols);
        final Long orderId = given.whole("orderId");
        final Long fromId = given.whole("fromId");
        final boolean hasStart = given.has("startTime");
        final long start = given.time("startTime", 0);
        final long end = given.time("endTime", MAX_MS);
        final int limit = (int) given.whole("limit", ITEMS, 1, MAX_ITEMS);
        given.finish();
        final List<Fill> found = new ArrayList<>();
        final long uid = SpotOrders.uid(request.caller());
        final Map<Long, Optional<OrderView>> lists = new HashMap<>();
        for (final Fill fill : book.fills(uid)) {
            final long ms = SpotMarketShapes.millis(fill.timeNs());
            if (fill.symbol() == listing.symbol()
                    && isNullOrEqual(orderId, SpotOrderShapes.orderId(fill, list(lists, uid, fill)))
                    && (fromId == null || fill.tradeId() >= fromId)
                    && ms >= start
                    && ms <= end) {
                found.add(fill);
            }
        }
        Collections.reverse(found);
        final Json json = given.json().list();
        page(found, limit, fromId != null || hasStart)
                .forEach(fill -> SpotOrderShapes.fill(json, listing, fill, list(lists, uid, fill)));
        return Response.json(json.endList()).now();
    }

    /** The list whose order has a fill; null for none. */
    private @Nullable OrderView list(final Map<Long, Optional<OrderView>> known, final long uid, final Fill fill) {
        return known.computeIfAbsent(fill.orderId(), orderId -> book.find(uid, orderId).stream()
                        .filter(order -> order.symbol() == fill.symbol() && SpotLists.isOfList(order))
                        .findFirst())
                .orElse(null);
    }

    /**
     * The first or the last fills of a list, up to a limit. If a user traded with itself, both fills are on one page,
     * which may then have one more than the limit: they have the same id, and a request for the next page begins with
     * the next id.
     */
    private static List<Fill> page(final List<Fill> all, final int limit, final boolean isFirst) {
        if (all.size() <= limit) {
            return all;
        }
        final int cut = isFirst ? limit : all.size() - limit;
        final Fill before = all.get(cut - 1);
        final Fill after = all.get(cut);
        final boolean isOneTrade = before.seq() == after.seq() && before.tradeId() == after.tradeId();
        if (isFirst) {
            return all.subList(0, isOneTrade ? cut + 1 : cut);
        }
        return all.subList(isOneTrade ? cut - 1 : cut, all.size());
    }

    private static boolean isNullOrEqual(final @Nullable Long wanted, final long value) {
        return wanted == null || wanted == value;
    }

    private CompletionStage<Response> orderLimit(final Request request) {
        new SpotParameters(request.parameters()).finish();
        final Json json = new Json().list().object();
        SpotOrderShapes.limit(json, "ORDERS", limiter.limit(Cost.ORDER));
        json.put("count", limiter.used(request.caller(), Cost.ORDER)).end();
        return Response.json(json.endList()).now();
    }

    // ---- requests at the start -----------------------------------------------------------------------------------

    private CompletionStage<Response> coins(final Request request) {
        new SpotParameters(request.parameters()).finish();
        return report(request).thenApply(report -> {
            final Json json = new Json().list();
            for (final String name : markets.currencyNames()) {
                final Listing.Currency currency = markets.currency(name);
                if (currency != null) {
                    coin(json, currency, report.account(currency.id()));
                }
            }
            return Response.json(json.endList()).seq(report.seq());
        });
    }

    private static void coin(final Json json, final Listing.Currency currency, final UserReport.Account own) {
        final String none = Decimals.amount(currency, 0);
        json.object()
                .put("coin", currency.name())
                .put("name", currency.name())
                .put("depositAllEnable", false)
                .put("withdrawAllEnable", false)
                .put("trading", true)
                .put("isLegalMoney", false)
                .put("free", Decimals.amount(currency, own.available()))
                .put("locked", Decimals.amount(currency, own.held()))
                .put("freeze", none)
                .put("withdrawing", none)
                .put("ipoing", none)
                .put("ipoable", none)
                .put("storage", none)
                .list("networkList")
                .endList()
                .end();
    }

    private CompletionStage<Response> fees(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final List<Listing> pairs = given.has("symbol") ? List.of(given.symbol(symbols)) : symbols.all();
        given.finish();
        final Json json = new Json().list();
        for (final Listing listing : pairs) {
            if (SpotRates.areShares(listing)) {
                json.object()
                        .put("symbol", SpotSymbols.name(listing))
                        .put("makerCommission", SpotRates.maker(listing))
                        .put("takerCommission", SpotRates.taker(listing))
                        .end();
            }
        }
        return Response.json(json.endList()).now();
    }

    private CompletionStage<Response> assets(final Request request) {
        final SpotParameters given = new SpotParameters(request.parameters());
        final String only = given.optional("asset");
        given.finish();
        final Json json = new Json().object();
        for (final String name : markets.currencyNames()) {
            if (only == null || only.equals(name)) {
                json.object(name)
                        .put("minWithdrawAmount", "0")
                        .put("depositStatus", false)
                        .put("withdrawFee", "0")
                        .put("withdrawStatus", false)
                        .end();
            }
        }
        return Response.json(json.end()).now();
    }

    private CompletionStage<Response> none(final Request request) {
        new SpotParameters(request.parameters()).finish();
        return Response.json(new Json().list().endList()).now();
    }

    private CompletionStage<Response> restrictions(final Request request) {
        new SpotParameters(request.parameters()).finish();
        final ApiKey key = request.caller().key();
        final Json json = new Json()
                .object()
                .put("ipRestrict", key != null && !key.from().isEmpty())
                .put("enableReading", true)
                .put("enableSpotAndMarginTrading", offer.orders())
                .put("enableWithdrawals", false)
                .put("enableInternalTransfer", false)
                .put("permitsUniversalTransfer", false)
                .put("enableMargin", false)
                .put("enableFutures", false)
                .put("enableVanillaOptions", false);
        if (key != null && key.expiresMs() > 0) {
            json.put("tradingAuthorityExpirationTime", key.expiresMs());
        }
        return Response.json(json.end()).now();
    }
}
