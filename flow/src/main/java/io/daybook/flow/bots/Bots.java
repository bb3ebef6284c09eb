package io.daybook.flow.bots;

import io.daybook.api.Listing;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.flow.bots.BotMarket.Sender;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides the bots' next orders. A maker of each listing keeps a ladder of orders about the fair price; takers buy and
 * sell at random; an arbitrageur trades when three pairs, or a future and its underlying, contradict each other. The
 * bots use only the market of the last {@link #look}. Used by one thread.
 */
public final class Bots {
    /** The bots that take. */
    public static final List<Long> TAKERS = List.of(9_011L, 9_012L, 9_013L, 9_014L);

    /** The bot that trades when prices contradict each other. */
    public static final long ARBITRAGEUR = 9_021;

    private static final int LEVELS = 18;
    private static final int MAKER_SHARE = 72;
    private static final int PERCENT = 100;
    private static final double HALF_SPREAD = 1.2e-4;
    private static final double DEPTH = 6e-3;
    private static final double PATIENCE = 4e-4;
    private static final double REACH = 3e-3;
    private static final double FEES = 1.6e-3; // the fees of three takers, and a small profit
    private static final double ARBITRAGE_ETH = 0.4;
    private static final double ARBITRAGE_BTC = 0.02;

    private final Map<BotListing, Seen> seen = new EnumMap<>(BotListing.class);

    /** Orders that were changed since the last look. */
    private final Set<Long> changed = new HashSet<>();

    private final FairPrices prices;
    private final SplittableRandom dice;

    /** A listing, and its market at the last look. */
    private static final class Seen {
        private final Listing listing;
        private Set<BotKind> kinds = EnumSet.allOf(BotKind.class);
        private List<BotView.Order> live = List.of();
        private long bestBid;
        private long bestAsk;

        Seen(final Listing listing) {
            this.listing = listing;
        }
    }

    Bots(final Function<String, Listing> listings, final FairPrices prices, final SplittableRandom dice) {
        this.prices = prices;
        this.dice = dice;
        for (final BotListing one : BotListing.values()) {
            seen.put(one, new Seen(listings.apply(one.text())));
        }
    }

    /** Lets only these bots trade a listing. */
    void only(final BotListing one, final Set<BotKind> kinds) {
        of(one).kinds = kinds;
    }

    /** Reads the market. */
    void look(final BotView view) {
        changed.clear();
        seen.forEach((one, shown) -> {
            shown.live = view.live(one.maker());
            shown.bestBid = view.bestBid(shown.listing.symbol());
            shown.bestAsk = view.bestAsk(shown.listing.symbol());
        });
    }

    /**
     * Lets one maker or taker act.
     *
     * @param scale a factor on taken sizes, which are larger if there are fewer orders
     */
    void act(final double scale, final Sender out) {
        final BotListing one = any();
        final BotKind kind = dice.nextInt(PERCENT) < MAKER_SHARE ? BotKind.MAKER : BotKind.TAKER;
        if (!of(one).kinds.contains(kind)) {
            return;
        }
        if (kind == BotKind.MAKER) {
            quote(one, out);
        } else {
            take(one, scale, out);
        }
    }

    /** Lets the arbitrageur check all prices once. */
    void arbitrage(final Sender out) {
        if (seen.values().stream().noneMatch(one -> one.kinds.contains(BotKind.ARBITRAGEUR))) {
            return;
        }
        final double btcEurBid = bid(BotListing.BTC_EUR);
        final double btcEurAsk = ask(BotListing.BTC_EUR);
        final double ethEurBid = bid(BotListing.ETH_EUR);
        final double ethEurAsk = ask(BotListing.ETH_EUR);
        final double ethBtcBid = bid(BotListing.ETH_BTC);
        final double ethBtcAsk = ask(BotListing.ETH_BTC);
        final double perpBid = bid(BotListing.BTC_PERP);
        final double perpAsk = ask(BotListing.BTC_PERP);
        if (btcEurBid == 0 || btcEurAsk == 0 || ethEurBid == 0 || ethEurAsk == 0) {
            return;
        }
        if (ethBtcBid * btcEurBid > ethEurAsk * (1 + FEES)) {
            ioc(BotListing.ETH_EUR, Side.BID, ethEurAsk, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(BotListing.ETH_BTC, Side.ASK, ethBtcBid, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(BotListing.BTC_EUR, Side.ASK, btcEurBid, ARBITRAGE_ETH * ethBtcBid, ARBITRAGEUR, out);
        } else if (ethBtcAsk > 0 && ethBtcAsk * btcEurAsk * (1 + FEES) < ethEurBid) {
            ioc(BotListing.BTC_EUR, Side.BID, btcEurAsk, ARBITRAGE_ETH * ethBtcAsk, ARBITRAGEUR, out);
            ioc(BotListing.ETH_BTC, Side.BID, ethBtcAsk, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(BotListing.ETH_EUR, Side.ASK, ethEurBid, ARBITRAGE_ETH, ARBITRAGEUR, out);
        }
        if (perpBid > btcEurAsk * (1 + FEES)) {
            ioc(BotListing.BTC_PERP, Side.ASK, perpBid, ARBITRAGE_BTC, ARBITRAGEUR, out);
            ioc(BotListing.BTC_EUR, Side.BID, btcEurAsk, ARBITRAGE_BTC, ARBITRAGEUR, out);
        } else if (perpAsk > 0 && perpAsk * (1 + FEES) < btcEurBid) {
            ioc(BotListing.BTC_PERP, Side.BID, perpAsk, ARBITRAGE_BTC, ARBITRAGEUR, out);
            ioc(BotListing.BTC_EUR, Side.ASK, btcEurBid, ARBITRAGE_BTC, ARBITRAGEUR, out);
        }
    }

    /** Completes the ladders of all makers, as they would be after some time. */
    void fillLadders(final Sender out) {
        for (final BotListing one : BotListing.values()) {
            if (!of(one).kinds.contains(BotKind.MAKER)) {
                continue;
            }
            final List<BotView.Order> live = of(one).live;
            for (final Side side : Side.values()) {
                final long count =
                        live.stream().filter(order -> order.side() == side).count();
                for (long i = count; i < LEVELS; i++) {
                    place(one, side, priceAt(one, side, DEPTH * i / LEVELS), out);
                }
            }
        }
    }

    private BotListing any() {
        int rest = dice.nextInt(PERCENT);
        for (final BotListing one : BotListing.values()) {
            rest -= one.share();
            if (rest < 0) {
                return one;
            }
        }
        return BotListing.BTC_EUR;
    }

    /**
     * Cancels an order on the wrong side, if there is one; otherwise places a missing order; otherwise moves the
     * farthest order nearer to the fair price.
     */
    private void quote(final BotListing one, final Sender out) {
        final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
        int count = 0;
        BotView.Order nearest = null;
        BotView.Order farthest = null;
        double opposite = 0;
        for (final BotView.Order order : of(one).live) {
            if (order.side() == side) {
                count++;
            } else {
                opposite = opposite == 0 ? (double) order.price() : nearer(side, (double) order.price(), opposite);
            }
            if (order.side() == side && !changed.contains(order.orderId())) {
                nearest = nearest == null || distance(one, order) < distance(one, nearest) ? order : nearest;
                farthest = farthest == null || distance(one, order) > distance(one, farthest) ? order : farthest;
            }
        }
        final double stray = nearest == null ? 0 : distance(one, nearest);
        final boolean isWrong = stray < -HALF_SPREAD / 2;
        final double away = nearest == null
                ? 0
                : stray > PATIENCE ? PATIENCE * dice.nextDouble() / 2 : DEPTH * dice.nextDouble() * dice.nextDouble();
        final double price = behind(one, side, opposite, priceAt(one, side, away));
        if (isWrong) {
            replace(one, nearest, price, out);
        } else if (count < LEVELS) {
            place(one, side, price, out);
        } else {
            replace(one, farthest, price, out);
        }
    }

    /** Returns the better of two prices of the opposite side, which is the one nearer to the middle. */
    private static double nearer(final Side side, final double one, final double other) {
        return side == Side.BID ? Math.min(one, other) : Math.max(one, other);
    }

    /**
     * Keeps the price behind the maker's own orders on the opposite side, because an order that crosses them would be
     * refused.
     */
    private double behind(final BotListing one, final Side side, final double opposite, final double price) {
        if (opposite == 0) {
            return price;
        }
        return side == Side.BID
                ? Math.min(price, (opposite - 1) * tick(one))
                : Math.max(price, (opposite + 1) * tick(one));
    }

    /** The distance of an order from the inner price of its side, away from the market, as a part of the fair price. */
    private double distance(final BotListing one, final BotView.Order order) {
        final double fair = prices.of(one);
        final double price = order.price() * tick(one);
        return (order.side() == Side.BID ? fair - price : price - fair) / fair - HALF_SPREAD;
    }

    private double priceAt(final BotListing one, final Side side, final double distance) {
        final double away = HALF_SPREAD + distance;
        return prices.of(one) * (side == Side.BID ? 1 - away : 1 + away);
    }

    private void place(final BotListing one, final Side side, final double price, final Sender out) {
        final Listing listing = listing(one);
        out.place(PlaceOrder.postOnly(
                one.maker(), listing.symbol(), 0, side, ticks(one, price), lots(one, one.size() * usual(2))));
    }

    private void replace(
            final BotListing one, final BotView.@Nullable Order order, final double price, final Sender out) {
        if (order == null) {
            return; // all of them were changed since the last look
        }
        changed.add(order.orderId());
        final long size = order.filled() + lots(one, one.size() * usual(2));
        out.send(ReplaceOrder.of(order.uid(), order.symbol(), order.orderId(), ticks(one, price), size));
    }

    private void take(final BotListing one, final double scale, final Sender out) {
        final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
        final double price = prices.of(one) * (side == Side.BID ? 1 + REACH : 1 - REACH);
        ioc(one, side, price, one.size() * scale * usual(1), TAKERS.get(dice.nextInt(TAKERS.size())), out);
    }

    private void ioc(
            final BotListing one,
            final Side side,
            final double price,
            final double size,
            final long uid,
            final Sender out) {
        final Listing listing = listing(one);
        out.place(new PlaceOrder(uid, listing.symbol(), 0, side, OrderType.IOC, ticks(one, price), 0, lots(one, size)));
    }

    /** Returns a factor of about 1, seldom several times that. */
    private double usual(final double width) {
        return Math.exp(dice.nextGaussian() * width / 2);
    }

    private double bid(final BotListing one) {
        return of(one).bestBid * tick(one);
    }

    private double ask(final BotListing one) {
        return of(one).bestAsk * tick(one);
    }

    private Seen of(final BotListing one) {
        return Objects.requireNonNull(seen.get(one));
    }

    private Listing listing(final BotListing one) {
        return of(one).listing;
    }

    private double tick(final BotListing one) {
        return listing(one).tick().doubleValue();
    }

    private long ticks(final BotListing one, final double price) {
        final Listing listing = listing(one);
        final long ticks = Math.round(price / tick(one));
        return Math.max(
                listing.spec().minPrice(), Math.min(ticks, listing.spec().maxPrice()));
    }

    private long lots(final BotListing one, final double size) {
        return Math.max(1, Math.round(size / listing(one).lot().doubleValue()));
    }
}
