package io.daybook.flow.lobster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Simulated order flow in the two files of LOBSTER: {@code MadeUpFlow SEED EVENTS MESSAGES ORDERBOOK}. The same seed
 * gives the same files. It keeps a simple book of its own, to know which order each execution hits.
 */
public final class MadeUpFlow {
    private static final int NEW_ORDER = 1;
    private static final int PARTIAL_CANCEL = 2;
    private static final int DELETION = 3;
    private static final int VISIBLE_EXECUTION = 4;
    private static final int HIDDEN_EXECUTION = 5;
    private static final int HALT = 7;

    private static final int LEVELS_SHOWN = 10;
    private static final int LEVELS_AT_FIRST = 9;
    private static final int FEW_LEVELS = 4;
    private static final long CENT = 100;
    private static final long MIDDLE = 500 * 10_000L;
    private static final long NO_PRICE = 9_999_999_999L;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NINE_THIRTY_NS = 34_200 * NS_PER_S;

    /** A resting order. */
    private static final class Resting {
        private final long id;
        private long size;

        Resting(final long id, final long size) {
            this.id = id;
            this.size = size;
        }
    }

    private final SplittableRandom random;
    private final TreeMap<Long, List<Resting>> asks = new TreeMap<>();
    private final TreeMap<Long, List<Resting>> bids = new TreeMap<>(Comparator.reverseOrder());
    private final List<String> messages = new ArrayList<>();
    private final List<String> books = new ArrayList<>();
    private long nextId = 10_000_001;
    private long timeNs = NINE_THIRTY_NS;

    private MadeUpFlow(final long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** Makes a number of events from a seed. */
    public static MadeUpFlow of(final long seed, final int events) {
        final MadeUpFlow flow = new MadeUpFlow(seed);
        flow.fill(flow.asks, 1);
        flow.fill(flow.bids, -1);
        flow.rest(true, MIDDLE - CENT);
        while (flow.messages.size() < events) {
            flow.next();
        }
        return flow;
    }

    public static void main(final String[] args) throws IOException {
        final MadeUpFlow flow = of(Long.parseLong(args[0]), Integer.parseInt(args[1]));
        Files.write(Path.of(args[2]), flow.messages());
        Files.write(Path.of(args[3]), flow.books());
    }

    /** The rows of the message file. */
    public List<String> messages() {
        return messages;
    }

    /** The rows of the order book file: the book after each event. */
    public List<String> books() {
        return books;
    }

    /** Adds orders from before the first event, whose ids no file ever announces. */
    private void fill(final TreeMap<Long, List<Resting>> side, final int direction) {
        long price = MIDDLE;
        for (int level = 0; level < LEVELS_AT_FIRST; level++) {
            price += direction * CENT * (1 + random.nextInt(5));
            final List<Resting> orders = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                orders.add(new Resting(nextId++, size()));
            }
            side.put(price, orders);
        }
    }

    private void next() {
        final boolean bid = random.nextBoolean();
        final TreeMap<Long, List<Resting>> side = bid ? bids : asks;
        final int dice = side.size() < FEW_LEVELS ? 0 : random.nextInt(1_000);
        if (dice < 470) {
            rest(bid, priceFor(bid));
        } else if (dice < 800) {
            takeOff(bid, DELETION);
        } else if (dice < 840) {
            takeOff(bid, PARTIAL_CANCEL);
        } else if (dice < 950) {
            execute(bid, side.firstKey());
        } else if (dice < 995) {
            event(HIDDEN_EXECUTION, 0, size(), side.firstKey(), bid);
        } else {
            event(HALT, 0, 0, -1, false);
        }
    }

    /** Returns a price mostly near the best price of the other side, never across it. */
    private long priceFor(final boolean bid) {
        final long away = CENT * (1 + Math.min(random.nextInt(25), random.nextInt(25)));
        return bid ? asks.firstKey() - away : bids.firstKey() + away;
    }

    private void rest(final boolean bid, final long price) {
        final Resting order = new Resting(nextId++, size());
        (bid ? bids : asks).computeIfAbsent(price, unused -> new ArrayList<>()).add(order);
        event(NEW_ORDER, order.id, order.size, price, bid);
    }

    private void takeOff(final boolean bid, final int type) {
        final TreeMap<Long, List<Resting>> side = bid ? bids : asks;
        final List<Long> prices = List.copyOf(side.keySet());
        final long price = prices.get(random.nextInt(prices.size()));
        final Resting order = side.get(price).get(random.nextInt(side.get(price).size()));
        if (type == DELETION || order.size == 1) {
            reduce(side, price, order, order.size);
            event(DELETION, order.id, order.size, price, bid);
        } else {
            final long part = 1 + random.nextLong(order.size - 1);
            reduce(side, price, order, part);
            event(PARTIAL_CANCEL, order.id, part, price, bid);
        }
    }

    private void execute(final boolean bid, final long price) {
        final TreeMap<Long, List<Resting>> side = bid ? bids : asks;
        final Resting first = side.get(price).get(0);
        final long part = random.nextBoolean() ? first.size : 1 + random.nextLong(first.size);
        reduce(side, price, first, part);
        event(VISIBLE_EXECUTION, first.id, part, price, bid);
    }

    private static void reduce(
            final TreeMap<Long, List<Resting>> side, final long price, final Resting order, final long part) {
        if (part < order.size) {
            order.size -= part;
            return;
        }
        side.get(price).remove(order);
        if (side.get(price).isEmpty()) {
            side.remove(price);
        }
    }

    private long size() {
        return random.nextInt(3) == 0 ? 1 + random.nextInt(99) : 100L * (1 + random.nextInt(5));
    }

    private void event(final int type, final long id, final long size, final long price, final boolean bid) {
        timeNs += 1 + random.nextInt(200_000_000);
        messages.add(String.format(
                Locale.ROOT,
                "%d.%09d,%d,%d,%d,%d,%d",
                timeNs / NS_PER_S,
                timeNs % NS_PER_S,
                type,
                id,
                size,
                price,
                bid ? 1 : -1));
        final List<String> asksShown = shown(asks, NO_PRICE);
        final List<String> bidsShown = shown(bids, -NO_PRICE);
        final List<String> book = new ArrayList<>();
        for (int level = 0; level < LEVELS_SHOWN; level++) {
            book.add(asksShown.get(level));
            book.add(bidsShown.get(level));
        }
        books.add(String.join(",", book));
    }

    private static List<String> shown(final TreeMap<Long, List<Resting>> side, final long noPrice) {
        final List<String> levels = new ArrayList<>();
        for (final Map.Entry<Long, List<Resting>> level : side.entrySet()) {
            levels.add(level.getKey() + ","
                    + level.getValue().stream().mapToLong(order -> order.size).sum());
        }
        while (levels.size() < LEVELS_SHOWN) {
            levels.add(noPrice + ",0");
        }
        return levels;
    }
}
