package io.daybook.server.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.MoveOrder;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.core.DaybookExchange;
import io.daybook.engine.result.ResultDecoder;
import io.daybook.engine.result.ResultEncoder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Results of other doors allocate nothing in a server once it keeps the maximum of orders and fills per user. */
class OrdersAllocationTest {
    private static final int USERS = 5;
    private static final int COMMANDS = 40_000;

    /** A table may double once more; even the smallest object would cost 16 bytes per result. */
    private static final double BYTES_A_RESULT = 4;

    private final List<byte[]> results = new ArrayList<>();

    @Test
    void shouldNotAllocateForOrdersOfOtherDoors() {
        record();
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final OrdersFold fold = new OrdersFold();
        final ResultDecoder decoder = new ResultDecoder();
        int at = 0;
        while (at < results.size() / 2) {
            tell(fold, decoder, results.get(at++));
        }
        final long before =
                threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        final int half = at;
        while (at < results.size()) {
            tell(fold, decoder, results.get(at++));
        }
        final double bytes =
                (double) (threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                        / (results.size() - half);
        assertTrue(bytes <= BYTES_A_RESULT, () -> bytes + " bytes a result");
        long fills = 0;
        for (long uid = 1; uid <= USERS; uid++) {
            final UserOrders user = fold.user(uid);
            fills += user.fills.size();
            assertEquals(UserOrders.KEPT, user.closed.handles().length, "the maximum of closed orders must be reached");
        }
        assertEquals(USERS * UserOrders.KEPT, fills, "the maximum of fills must be reached");
    }

    private static void tell(final OrdersFold fold, final ResultDecoder decoder, final byte[] result) {
        decoder.wrap(result, 0, result.length);
        fold.onResult(decoder);
    }

    /** Records orders of users of other doors, which rest, trade, move and end. */
    private void record() {
        final SplittableRandom dice = new SplittableRandom(7);
        try (Exchange exchange = DaybookExchange.builder().start()) {
            exchange.addListener(new ExchangeListener() {
                @Override
                public void onResult(final ResultView result) {
                    final byte[] bytes = new byte[ResultEncoder.encodedLength(result)];
                    ResultEncoder.encode(result, bytes, 0);
                    results.add(bytes);
                }
            });
            exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20)
                            .lotSize(1)
                            .tickValue(1)
                            .build()))
                    .join();
            final SortedMap<Long, SortedMap<Integer, Long>> accounts = new TreeMap<>();
            for (long uid = 1; uid <= USERS; uid++) {
                accounts.put(uid, new TreeMap<>(Map.of(10, 1_000_000_000L, 20, 1_000_000_000L)));
            }
            exchange.submit(new AddAccounts(accounts)).join();
            for (int i = 1; i <= COMMANDS; i++) {
                exchange.submit(command(i, dice));
            }
        }
    }

    /** Makes commands that end as many orders as they place, so that the tables stop growing. */
    private static Command command(final int number, final SplittableRandom dice) {
        final int some = Math.max(1, number - dice.nextInt(300));
        return switch (dice.nextInt(5)) {
            case 0, 1 -> new CancelOrder(owner(some), 1, some);
            case 2 -> new MoveOrder(owner(some), 1, some, 95 + dice.nextInt(10));
            default ->
                PlaceOrder.gtc(
                        owner(number),
                        1,
                        number,
                        dice.nextBoolean() ? Side.BID : Side.ASK,
                        95 + dice.nextInt(10),
                        1 + dice.nextInt(9));
        };
    }

    private static long owner(final int order) {
        return 1 + order % USERS;
    }
}
