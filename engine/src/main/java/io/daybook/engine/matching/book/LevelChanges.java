package io.daybook.engine.matching.book;

import static io.daybook.engine.matching.levels.PriceLevels.NO_KEY;
import static io.daybook.engine.matching.levels.PriceLevels.NO_LEVEL;

import io.daybook.api.Side;
import io.daybook.engine.matching.levels.PriceLevels;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import java.util.Arrays;

/**
 * Notes each level that a command touches in a subscribed book, and writes its final content after the events of the
 * command: every level once, in the order in which they were first touched. One instance serves all books of a matching
 * thread and is used by that thread.
 */
public final class LevelChanges implements BookListener {
    private static final int ASK = Side.ASK.code();
    private static final int FIRST_LEVELS = 16;
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final EventRing events;

    /** The levels touched: price, then a bit for asks. */
    private long[] touched = new long[FIRST_LEVELS];

    private int count;

    /**
     * A hash table of the changed levels. At least half of its slots are free; a slot is in use if it has the
     * generation of the command.
     */
    private long[] table = new long[2 * FIRST_LEVELS];

    private int[] generations = new int[2 * FIRST_LEVELS];
    private int generation = 1;

    public LevelChanges(final EventRing events) {
        this.events = events;
    }

    @Override
    public void onRested(final int bookIndex, final int side, final long price, final long orderId, final long lots) {
        touch(side, price);
    }

    @Override
    public void onTraded(
            final int bookIndex,
            final int side,
            final long price,
            final long orderId,
            final long lots,
            final long remaining) {
        touch(side, price);
    }

    @Override
    public void onReduced(
            final int bookIndex,
            final int side,
            final long price,
            final long orderId,
            final long lots,
            final long remaining) {
        touch(side, price);
    }

    @Override
    public void onMoved(
            final int bookIndex,
            final int side,
            final long fromPrice,
            final long toPrice,
            final long orderId,
            final long remaining) {
        touch(side, fromPrice);
        touch(side, toPrice);
    }

    @Override
    public void onLeft(final int bookIndex, final int side, final long price, final long orderId, final long lots) {
        touch(side, price);
    }

    /** Ends a command: after its events, which the slot has already, writes the levels that it touched. */
    public void end(final CommandSlot slot, final OrderBook book) {
        if (count == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            write(book, i + 1, touched[i]);
        }
        events.end(slot);
        count = 0;
        if (++generation == 0) {
            Arrays.fill(generations, 0);
            generation = 1;
        }
    }

    private void write(final OrderBook book, final int ordinal, final long level) {
        final Side side = (level & 1) == 0 ? Side.BID : Side.ASK;
        final long price = level >>> 1;
        final PriceLevels bids = book.side(Side.BID);
        final PriceLevels asks = book.side(Side.ASK);
        final PriceLevels levels = side == Side.BID ? bids : asks;
        final long key = levels.keyOf(price);
        final int found = levels.find(key);
        events.levelChange(
                ordinal,
                side.code(),
                price,
                found == NO_LEVEL ? 0 : levels.lots(found),
                found == NO_LEVEL ? 0 : levels.orders(found),
                key <= levels.bestKey(),
                book.bestBid(),
                bestSize(bids),
                book.bestAsk(),
                bestSize(asks));
    }

    private static long bestSize(final PriceLevels levels) {
        return levels.bestKey() == NO_KEY ? 0 : levels.lots(levels.best());
    }

    private void touch(final int side, final long price) {
        final long level = price << 1 | (side == ASK ? 1 : 0);
        if (count > 0 && touched[count - 1] == level) { // usually the next order of the same level
            return;
        }
        int at = slotOf(level);
        while (generations[at] == generation) {
            if (table[at] == level) {
                return;
            }
            at = (at + 1) & (table.length - 1);
        }
        table[at] = level;
        generations[at] = generation;
        touched[count++] = level;
        if (count == touched.length) {
            grow();
        }
    }

    private int slotOf(final long level) {
        return (int) ((level * GOLDEN_GAMMA) >>> 32) & (table.length - 1);
    }

    private void grow() {
        touched = Arrays.copyOf(touched, 2 * count);
        table = new long[4 * count];
        generations = new int[4 * count];
        for (int i = 0; i < count; i++) {
            int at = slotOf(touched[i]);
            while (generations[at] == generation) {
                at = (at + 1) & (table.length - 1);
            }
            table[at] = touched[i];
            generations[at] = generation;
        }
    }
}
