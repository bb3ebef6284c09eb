package io.daybook.sessions.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.kernel.slab.HashSecret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table finds and lists the same orders as a map and a list. */
class OrderTableTest {
    private static final int STEPS = 60_000;
    private static final int OWNERS = 3;

    private record Key(int symbol, long id) {}

    private static final class BySymbol extends OrderTable {
        BySymbol(final HashSecret secret) {
            super(secret);
        }

        BySymbol(final BySymbol source) {
            super(source);
        }
    }

    /** Uses so many orders that buckets are split, and so few symbols that they share ids. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFindAndListWhatAMapAndAListDo(final boolean isBySymbol) {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        System.out.println("seed=" + seed);
        final SplittableRandom dice = new SplittableRandom(seed);
        final BySymbol bySymbol = new BySymbol(HashSecret.of(seed));
        final OrderTable table = isBySymbol ? bySymbol : OrderTable.ofSessions();
        final Map<Key, Integer> rows = new HashMap<>();
        final List<Key> keys = new ArrayList<>();
        final List<OrderList> owners = new ArrayList<>();
        final List<List<Integer>> lists = new ArrayList<>();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(new OrderList());
            lists.add(new ArrayList<>());
        }
        for (int step = 0; step < STEPS; step++) {
            final int symbol = isBySymbol ? 1 + dice.nextInt(3) : 1;
            // The number of a session is in the upper bits of its ids.
            final long id = (long) dice.nextInt(50) << 44 | dice.nextInt(1, 2_000);
            final Key key = new Key(symbol, id);
            final String where = "seed=" + seed + " step=" + step;
            assertEquals(rows.getOrDefault(key, OrderTable.NONE), table.find(symbol, id), where);
            if (!rows.containsKey(key) && dice.nextInt(STEPS) > step / 2) {
                final int owner = dice.nextInt(OWNERS);
                final int row = table.add(symbol, id, owner, 1 + dice.nextInt(2), 0, 10);
                assertEquals(0, table.traded(row), where);
                if (isBySymbol) {
                    assertEquals(0, bySymbol.array(row)[bySymbol.base(row) + OrderTable.NOTIONAL], where);
                }
                table.open(row, owners.get(owner));
                lists.get(owner).add(row);
                rows.put(key, row);
                keys.add(key);
            } else if (!keys.isEmpty()) {
                final int place = dice.nextInt(keys.size());
                final Key one = keys.get(place);
                final int row = rows.remove(one);
                final int owner = (int) table.uid(row);
                keys.set(place, keys.get(keys.size() - 1));
                keys.remove(keys.size() - 1);
                if (dice.nextInt(3) == 0 && !rows.containsKey(new Key(one.symbol, id))) {
                    assertEquals(row, table.find(one.symbol, one.id), where);
                    table.rename(row, id);
                    assertEquals(row, table.find(one.symbol, id), where);
                    rows.put(new Key(one.symbol, id), row);
                    keys.add(new Key(one.symbol, id));
                } else {
                    assertEquals(row, table.find(one.symbol, one.id), where);
                    table.trade(row, 7, 5, 5);
                    table.close(row, owners.get(owner));
                    table.free(row);
                    lists.get(owner).remove((Integer) row);
                }
                assertEquals(rows.getOrDefault(one, OrderTable.NONE), table.find(one.symbol, one.id), where);
            }
        }
        assertEquals(rows.size(), table.count(), "seed=" + seed);
        rows.forEach((key, row) -> assertEquals(row, table.find(key.symbol, key.id), "seed=" + seed));
        final OrderTable listed = isBySymbol ? new BySymbol(bySymbol) : table;
        for (int i = 0; i < OWNERS; i++) {
            final List<Integer> found = new ArrayList<>();
            for (int row = owners.get(i).first(); row != OrderTable.NONE; row = listed.next(row)) {
                found.add(row);
            }
            assertEquals(lists.get(i), found, "in order of arrival, seed=" + seed);
            assertEquals(found.size(), owners.get(i).count());
        }
    }
}
