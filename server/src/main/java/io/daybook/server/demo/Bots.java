package io.daybook.server.demo;

import io.daybook.api.Command;
import io.daybook.api.Listing;
import io.daybook.api.LiveBook;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.Side;
import io.daybook.server.api.Markets;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the bots do next. A maker of each listing keeps a ladder of orders about the fair price; takers buy and sell at
 * random; an arbitrageur trades where three pairs, or a future and its underlying, contradict each other. They know
 * what {@code GET /v1/orders} and {@code GET /v1/book} show, and no more. Used by one thread.
 */
final class Bots {
    /** Those who take. */
    static final List<Long> TAKERS = List.of(9_011L, 9_012L, 9_013L, 9_014L);

    /** Who trades where prices contradict each other. */
    static final long ARBITRAGEUR = 9_021;

    private static final int LEVELS = 18;
    private static final int MAKER_SHARE = 72;
    private static final int PERCENT = 100;
    private static final double HALF_SPREAD = 1.2e-4;
    private static final double DEPTH = 6e-3;
    private static final double PATIENCE = 4e-4;
    private static final double REACH = 3e-3;
    private static final double FEES = 1.6e-3; // of three takers, and a little for the trouble
    private static final int REMEMBERED = 32;
    private static final double ARBITRAGE_ETH = 0.4;
    private static final double ARBITRAGE_BTC = 0.02;

    private final Map<DemoListing, Listing> listings = new EnumMap<>(DemoListing.class);
    /** Orders that were changed last: the book may not show it yet. */
    private final ArrayDeque<Long> changed = new ArrayDeque<>();

    private final Markets markets;
    private final OrdersBook book;
    private final FairPrices prices;
    private final SplittableRandom dice;

    /** Where their orders go. */
    interface Sender {
        /** An order without an id: it gets one. */
        void place(PlaceOrder order);

        /** Any other command. */
        void send(Command command);
    }

    Bots(final Markets markets, final OrdersBook book, final FairPrices prices, final SplittableRandom dice) {
        this.markets = markets;
        this.book = book;
        this.prices = prices;
        this.dice = dice;
        for (final DemoListing one : DemoListing.values()) {
            listings.put(one, markets.listing(one.text()));
        }
    }

    /**
     * One of them acts.
     *
     * @param scale of what is taken: where fewer orders come, each is for more
     */
    void act(final double scale, final Sender out) {
        final DemoListing one = any();
        if (dice.nextInt(PERCENT) < MAKER_SHARE) {
            quote(one, out);
        } else {
            take(one, scale, out);
        }
    }

    /** The arbitrageur looks once. */
    void arbitrage(final Sender out) {
        final double btcEurBid = bid(DemoListing.BTC_EUR);
        final double btcEurAsk = ask(DemoListing.BTC_EUR);
        final double ethEurBid = bid(DemoListing.ETH_EUR);
        final double ethEurAsk = ask(DemoListing.ETH_EUR);
        final double ethBtcBid = bid(DemoListing.ETH_BTC);
        final double ethBtcAsk = ask(DemoListing.ETH_BTC);
        final double perpBid = bid(DemoListing.BTC_PERP);
        final double perpAsk = ask(DemoListing.BTC_PERP);
        if (btcEurBid == 0 || btcEurAsk == 0 || ethEurBid == 0 || ethEurAsk == 0) {
            return;
        }
        if (ethBtcBid * btcEurBid > ethEurAsk * (1 + FEES)) {
            ioc(DemoListing.ETH_EUR, Side.BID, ethEurAsk, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(DemoListing.ETH_BTC, Side.ASK, ethBtcBid, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(DemoListing.BTC_EUR, Side.ASK, btcEurBid, ARBITRAGE_ETH * ethBtcBid, ARBITRAGEUR, out);
        } else if (ethBtcAsk > 0 && ethBtcAsk * btcEurAsk * (1 + FEES) < ethEurBid) {
            ioc(DemoListing.BTC_EUR, Side.BID, btcEurAsk, ARBITRAGE_ETH * ethBtcAsk, ARBITRAGEUR, out);
            ioc(DemoListing.ETH_BTC, Side.BID, ethBtcAsk, ARBITRAGE_ETH, ARBITRAGEUR, out);
            ioc(DemoListing.ETH_EUR, Side.ASK, ethEurBid, ARBITRAGE_ETH, ARBITRAGEUR, out);
        }
        if (perpBid > btcEurAsk * (1 + FEES)) {
            ioc(DemoListing.BTC_PERP, Side.ASK, perpBid, ARBITRAGE_BTC, ARBITRAGEUR, out);
            ioc(DemoListing.BTC_EUR, Side.BID, btcEurAsk, ARBITRAGE_BTC, ARBITRAGEUR, out);
        } else if (perpAsk > 0 && perpAsk * (1 + FEES) < btcEurBid) {
            ioc(DemoListing.BTC_PERP, Side.BID, perpAsk, ARBITRAGE_BTC, ARBITRAGEUR, out);
            ioc(DemoListing.BTC_EUR, Side.ASK, btcEurBid, ARBITRAGE_BTC, ARBITRAGEUR, out);
        }
    }

    /** The ladders of all makers as they would be after a while. */
    void fillLadders(final Sender out) {
        for (final DemoListing one : DemoListing.values()) {
            final List<OrderView> live = book.live(one.maker());
            for (final Side side : Side.values()) {
                final long count =
                        live.stream().filter(order -> order.side() == side).count();
                for (long i = count; i < LEVELS; i++) {
                    place(one, side, priceAt(one, side, DEPTH * i / LEVELS), out);
                }
            }
        }
    }

    private DemoListing any() {
        int rest = dice.nextInt(PERCENT);
        for (final DemoListing one : DemoListing.values()) {
            rest -= one.share();
            if (rest < 0) {
                return one;
            }
        }
        return DemoListing.BTC_EUR;
    }

    /** An order that stands on the wrong side goes first; then a missing one comes; then the farthest comes nearer. */
    private void quote(final DemoListing one, final Sender out) {
        final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
        int count = 0;
        OrderView nearest = null;
        OrderView farthest = null;
        double opposite = 0;
        for (final OrderView order : book.live(one.maker())) {
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

    /** The price of the other side that is nearer to the middle. */
    private static double nearer(final Side side, final double one, final double other) {
        return side == Side.BID ? Math.min(one, other) : Math.max(one, other);
    }

    /** No maker crosses an order of its own, which would be refused. */
    private double behind(final DemoListing one, final Side side, final double opposite, final double price) {
        if (opposite == 0) {
            return price;
        }
        return side == Side.BID
                ? Math.min(price, (opposite - 1) * tick(one))
                : Math.max(price, (opposite + 1) * tick(one));
    }

    /** How far outside of the inner price of its side an order stands, as a part of the fair price. */
    private double distance(final DemoListing one, final OrderView order) {
        final double fair = prices.of(one);
        final double price = order.price() * tick(one);
        return (order.side() == Side.BID ? fair - price : price - fair) / fair - HALF_SPREAD;
    }

    private double priceAt(final DemoListing one, final Side side, final double distance) {
        final double away = HALF_SPREAD + distance;
        return prices.of(one) * (side == Side.BID ? 1 - away : 1 + away);
    }

    private void place(final DemoListing one, final Side side, final double price, final Sender out) {
        final Listing listing = listing(one);
        out.place(PlaceOrder.postOnly(
                one.maker(), listing.symbol(), 0, side, ticks(one, price), lots(one, one.size() * usual(2))));
    }

    private void replace(final DemoListing one, final @Nullable OrderView order, final double price, final Sender out) {
        if (order == null) {
            return; // all of them were changed a moment ago
        }
        changed.add(order.orderId());
        if (changed.size() > REMEMBERED) {
            changed.remove();
        }
        final long size = order.filled() + lots(one, one.size() * usual(2));
        out.send(ReplaceOrder.of(order.uid(), order.symbol(), order.orderId(), ticks(one, price), size));
    }

    private void take(final DemoListing one, final double scale, final Sender out) {
        final Side side = dice.nextBoolean() ? Side.BID : Side.ASK;
        final double price = prices.of(one) * (side == Side.BID ? 1 + REACH : 1 - REACH);
        ioc(one, side, price, one.size() * scale * usual(1), TAKERS.get(dice.nextInt(TAKERS.size())), out);
    }

    private void ioc(
            final DemoListing one,
            final Side side,
            final double price,
            final double size,
            final long uid,
            final Sender out) {
        final Listing listing = listing(one);
        out.place(new PlaceOrder(uid, listing.symbol(), 0, side, OrderType.IOC, ticks(one, price), 0, lots(one, size)));
    }

    /** About 1, seldom several times that. */
    private double usual(final double width) {
        return Math.exp(dice.nextGaussian() * width / 2);
    }

    private double bid(final DemoListing one) {
        return liveBook(one).bestBid() * tick(one);
    }

    private double ask(final DemoListing one) {
        return liveBook(one).bestAsk() * tick(one);
    }

    private LiveBook liveBook(final DemoListing one) {
        return markets.book(listing(one));
    }

    private Listing listing(final DemoListing one) {
        return listings.getOrDefault(one, markets.listing(one.text()));
    }

    private double tick(final DemoListing one) {
        return listing(one).tick().doubleValue();
    }

    private long ticks(final DemoListing one, final double price) {
        final Listing listing = listing(one);
        final long ticks = Math.round(price / tick(one));
        return Math.max(
                listing.spec().minPrice(), Math.min(ticks, listing.spec().maxPrice()));
    }

    private long lots(final DemoListing one, final double size) {
        return Math.max(1, Math.round(size / listing(one).lot().doubleValue()));
    }
}
