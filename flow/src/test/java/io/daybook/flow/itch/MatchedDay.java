package io.daybook.flow.itch;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A file of ITCH 5.0 as a venue would write it: no orders cross, and an execution hits the first order of the best
 * level. Made from a seed.
 */
public final class MatchedDay {
    private static final int MIDDLE = 10_000;

    private final SplittableRandom random;
    private final int stocks;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    /**
     * The orders by stock and side, then by distance from the middle, in their queues; each as reference and shares.
     */
    private final List<TreeMap<Integer, Deque<long[]>>> sides = new ArrayList<>();

    private long reference;
    private long timeNs = 34_200_000_000_000L;

    private MatchedDay(final long seed, final int stocks) {
        random = new SplittableRandom(seed);
        this.stocks = stocks;
        for (int i = 0; i < 2 * stocks; i++) {
            sides.add(new TreeMap<>());
        }
    }

    /** Returns the bytes of a number of messages. */
    public static byte[] make(final long seed, final int stocks, final int messages) {
        final MatchedDay day = new MatchedDay(seed, stocks);
        for (int i = 0; i < messages; i++) {
            day.next();
        }
        return day.file.toByteArray();
    }

    private void next() {
        final int stock = random.nextInt(stocks);
        final boolean ask = random.nextBoolean();
        final TreeMap<Integer, Deque<long[]>> side = sides.get(2 * stock + (ask ? 1 : 0));
        final int kind = random.nextInt(100);
        if (side.isEmpty() || kind < 45) {
            final int away = 1 + random.nextInt(30);
            final int shares = 1 + random.nextInt(500);
            final ByteBuffer message = begin(kind % 2 == 0 ? 'A' : 'F', kind % 2 == 0 ? 36 : 40, stock);
            message.putLong(reference).put((byte) (ask ? 'S' : 'B')).putInt(shares);
            message.put("STOCK   ".getBytes(StandardCharsets.US_ASCII)).putInt(price(ask, away));
            write(message);
            rest(side, away, shares);
            return;
        }
        final int away = kind < 60 ? side.firstKey() : side.ceilingKey(random.nextInt(side.lastKey() + 1));
        final Deque<long[]> queue = side.get(away);
        final long[] order = kind < 60 ? queue.getFirst() : queue.getLast();
        final int some = 1 + random.nextInt((int) order[1]);
        if (kind < 60) {
            write(begin('E', 31, stock).putLong(order[0]).putInt(some));
            take(side, away, order, some);
        } else if (kind < 65) {
            write(begin('C', 36, stock).putLong(order[0]).putInt(some));
            take(side, away, order, some);
        } else if (kind < 75) {
            write(begin('X', 23, stock).putLong(order[0]).putInt(some));
            take(side, away, order, some);
        } else if (kind < 85) {
            final int newAway = 1 + random.nextInt(30);
            final ByteBuffer message = begin('U', 35, stock).putLong(order[0]).putLong(reference);
            write(message.putInt(some).putInt(price(ask, newAway)));
            take(side, away, order, order[1]);
            rest(side, newAway, some);
        } else {
            write(begin('D', 19, stock).putLong(order[0]));
            take(side, away, order, order[1]);
        }
    }

    private void rest(final TreeMap<Integer, Deque<long[]>> side, final int away, final int shares) {
        side.computeIfAbsent(away, distance -> new ArrayDeque<>()).add(new long[] {reference++, shares});
    }

    private static void take(
            final TreeMap<Integer, Deque<long[]>> side, final int away, final long[] order, final long shares) {
        order[1] -= shares;
        if (order[1] == 0) {
            side.get(away).remove(order);
            side.computeIfPresent(away, (distance, queue) -> queue.isEmpty() ? null : queue);
        }
    }

    private static int price(final boolean ask, final int away) {
        return ask ? MIDDLE + away : MIDDLE - away;
    }

    private ByteBuffer begin(final char type, final int length, final int stock) {
        timeNs += random.nextInt(1_000);
        final ByteBuffer message = ByteBuffer.allocate(2 + length);
        message.putShort((short) length)
                .put((byte) type)
                .putShort((short) (1 + stock))
                .putShort((short) 0);
        return message.putShort((short) (timeNs >>> 32)).putInt((int) timeNs);
    }

    private void write(final ByteBuffer message) {
        file.write(message.array(), 0, message.limit());
    }
}
