package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.StpMode;
import io.daybook.api.TriggerWhen;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Converts requests that place orders into commands. */
final class OrderWords {
    static final Map<String, Side> SIDES = new TreeMap<>(Map.of("buy", Side.BID, "sell", Side.ASK));

    private static final Map<String, Boolean> IS_MARKET = new TreeMap<>(Map.of("limit", false, "market", true));
    private static final Map<String, OrderType> TIMES_IN_FORCE = new TreeMap<>(
            Map.of("gtc", OrderType.GTC, "ioc", OrderType.IOC, "fok", OrderType.FOK, "post_only", OrderType.POST_ONLY));
    private static final Map<String, TriggerWhen> WHEN = words(TriggerWhen.values());
    static final Map<String, StpMode> STP = words(StpMode.values());
    private static final long MAX_EXPIRY_MICROS = Long.MAX_VALUE / 1_000;

    private final Markets markets;

    OrderWords(final Markets markets) {
        this.markets = markets;
    }

    /** Returns whether a request asks for a market order. */
    static boolean isMarket(final Body body) {
        return required(body, "type", IS_MARKET);
    }

    /** Makes the order, without an id. */
    PlaceOrder order(final long uid, final Body body) {
        final Listing listing = markets.listing(body.text("symbol"));
        final Side side = required(body, "side", SIDES);
        final boolean isMarket = isMarket(body);
        final OrderType timeInForce = body.choice("timeInForce", TIMES_IN_FORCE);
        final String price = body.optionalText("price");
        final String size = body.optionalText("size");
        final String money = body.optionalText("money");
        final String budget = body.optionalText("budget");
        final String reserve = body.optionalText("reservePrice");
        final OrderTerms terms = terms(listing, body);
        body.finish();
        if (isMarket) {
            if (price != null || budget != null || reserve != null || timeInForce != null) {
                throw Problem.badForm(
                        "/type", "a market order must have size or money, and no price, budget or timeInForce");
            }
            return market(uid, listing, side, size, money).withTerms(terms);
        }
        if (money != null) {
            throw Problem.badForm("/money", "money is only for market orders");
        }
        if (size == null) {
            throw Problem.badForm("/size", "size must be given, as a text");
        }
        final long lots = Decimals.lots(listing, "size", size);
        if (budget != null) {
            if (timeInForce != OrderType.FOK || price != null) {
                throw Problem.badForm("/budget", "a budget needs timeInForce fok, and replaces the price");
            }
            return PlaceOrder.fokBudget(uid, listing.symbol(), 0, side, ticksTimesLots(listing, "budget", budget), lots)
                    .withTerms(terms);
        }
        if (price == null) {
            throw Problem.badForm("/price", "price must be given, as a text");
        }
        return new PlaceOrder(
                uid,
                listing.symbol(),
                0,
                side,
                timeInForce == null ? OrderType.GTC : timeInForce,
                Decimals.ticks(listing, "price", price),
                reserve == null ? 0 : Decimals.ticks(listing, "reservePrice", reserve),
                lots,
                terms);
    }

    private PlaceOrder market(
            final long uid,
            final Listing listing,
            final Side side,
            final @Nullable String size,
            final @Nullable String money) {
        if ((size == null) == (money == null)) {
            throw Problem.badForm("/size", "a market order must have either size or money");
        }
        if (money == null) {
            return MarketOrders.bySize(
                    markets, listing, uid, side, Decimals.lots(listing, "size", Objects.requireNonNull(size)));
        }
        if (side == Side.ASK || listing.spec().isFutures()) {
            throw Problem.badForm("/money", "money is only for orders that buy a pair: give a size");
        }
        return MarketOrders.byMoney(markets, listing, uid, Decimals.minorUnits(listing.quote(), "money", money));
    }

    private static long ticksTimesLots(final Listing listing, final String key, final String text) {
        return Decimals.minorUnits(listing.quote(), key, text) / listing.spec().tickValue();
    }

    private static OrderTerms terms(final Listing listing, final Body body) {
        final OrderTerms.Builder terms = OrderTerms.builder();
        final String trigger = body.optionalText("trigger");
        final TriggerWhen when = body.choice("when", WHEN);
        if ((trigger == null) != (when == null)) {
            throw Problem.badForm("/when", "trigger and when must be given together");
        }
        if (trigger != null && when != null) {
            terms.trigger(Decimals.ticks(listing, "trigger", trigger), when);
        }
        final String stopPrice = body.optionalText("stopPrice");
        if (stopPrice != null) {
            terms.stopPrice(Decimals.ticks(listing, "stopPrice", stopPrice));
        }
        trail(terms, listing, body);
        final String slippage = body.optionalText("slippage");
        if (slippage != null) {
            terms.slippage(Decimals.distance(listing, "slippage", slippage));
        }
        if (body.has("exit")) {
            exit(terms, listing, body.object("exit"));
        }
        final String display = body.optionalText("display");
        if (display != null) {
            terms.display(Decimals.lots(listing, "display", display));
        }
        if (body.flag("hidden")) {
            terms.hidden();
        }
        final String minSize = body.optionalText("minSize");
        if (minSize != null) {
            terms.minSize(Decimals.lots(listing, "minSize", minSize));
        }
        if (body.flag("slide")) {
            terms.slide();
        }
        if (body.flag("flagged")) {
            terms.flagged();
        }
        final long expireAt = body.whole("expireAt", 0, 0, MAX_EXPIRY_MICROS);
        if (expireAt > 0) {
            terms.expireAt(TimeUnit.MICROSECONDS.toNanos(expireAt));
        }
        final StpMode stp = body.choice("stp", STP);
        if (stp != null) {
            terms.stp(stp);
        }
        return terms.build();
    }

    private static void trail(final OrderTerms.Builder terms, final Listing listing, final Body body) {
        final String trail = body.optionalText("trail");
        final String step = body.optionalText("trailStep");
        if ((trail == null) != (step == null)) {
            throw Problem.badForm("/trailStep", "trail and trailStep must be given together");
        }
        if (trail != null && step != null) {
            terms.trail(Decimals.ticks(listing, "trail", trail), Decimals.ticks(listing, "trailStep", step));
        }
    }

    /** Adds the exit, without its id, which the door assigns. */
    private static void exit(final OrderTerms.Builder terms, final Listing listing, final Body exit) {
        terms.exit(
                0,
                exitPrice(listing, exit, "price"),
                exitPrice(listing, exit, "trigger"),
                exitPrice(listing, exit, "stopPrice"));
        exit.finish();
    }

    private static long exitPrice(final Listing listing, final Body exit, final String key) {
        final String text = exit.optionalText(key);
        return text == null ? 0 : Decimals.ticks(listing, "exit/" + key, text);
    }

    private static <T> T required(final Body body, final String key, final Map<String, T> words) {
        final T chosen = body.choice(key, words);
        if (chosen == null) {
            throw Problem.badForm("/" + key, key + " must be given: one of " + String.join(", ", words.keySet()));
        }
        return chosen;
    }

    private static <E extends Enum<E>> Map<String, E> words(final E[] values) {
        final Map<String, E> words = new TreeMap<>();
        for (final E value : values) {
            words.put(value.name().toLowerCase(Locale.ROOT), value);
        }
        return words;
    }
}
