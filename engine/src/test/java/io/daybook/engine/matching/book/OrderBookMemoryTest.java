package io.daybook.engine.matching.book;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.daybook.api.CommandType;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderType;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.engine.matching.BookFixture;
import io.daybook.engine.matching.slab.OrderSlab;
import io.daybook.host.Proves;
import io.daybook.kernel.command.CommandSlot;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Books allocate nothing once they have grown to their size, and little before. */
@Proves("a book allocates nothing once it has grown to its size")
@Tag("whole")
public class OrderBookMemoryTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LIVE = 4_096;
    private static final boolean LONG = Boolean.getBoolean("daybook.long");
    private static final int WARM_UP = LONG ? 600_000 : 200_000;
    private static final int MEASURED = LONG ? 1_200_000 : 400_000;
    private static final int RESTING = LONG ? 4_000_000 : 1_000_000;

    private final SplittableRandom random = new SplittableRandom(11);
    private final long[] live = new long[LIVE];
    private long nextId = 1;

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldAllocateNothingInSteadyState(final OrderBookType type) {
        final BookFixture market = new BookFixture(type, BookFixture.PAIR);
        churn(market, WARM_UP);
        final long before = allocated();
        churn(market, MEASURED);
        final double perCommand = (allocated() - before) / (double) MEASURED;
        System.out.printf("%s: %.5f bytes a command over %d commands%n", type, perCommand, MEASURED);
        assertTrue(perCommand <= 0.01, () -> type + " allocates " + perCommand + " bytes a command");
        market.books.validate();
    }

    @ParameterizedTest
    @EnumSource(OrderBookType.class)
    void shouldTakeAtMost96BytesForARestingOrder(final OrderBookType type) {
        fillAndReport(type, "ids in sequence", false);
        fillAndReport(type, "ids scattered", true);
    }

    private void fillAndReport(final OrderBookType type, final String kind, final boolean scattered) {
        final long before = used();
        final BookFixture market =
                new BookFixture(type, SymbolSpec.futuresContract(1, 1, 2).build());
        fill(market, scattered);
        final double perOrder = (used() - before) / (double) RESTING;
        System.out.printf("%s, %s: %.1f bytes for each of %d resting orders%n", type, kind, perOrder, RESTING);
        assertTrue(market.books.orderCount() == RESTING, "all orders must rest");
        assertTrue(perOrder <= 96, () -> type + " takes " + perOrder + " bytes an order, " + kind);
    }

    /** Places orders on 80,000 levels around the market. */
    private void fill(final BookFixture market, final boolean scattered) {
        final CommandSlot slot = market.slot;
        slot.clear();
        slot.type(CommandType.PLACE_ORDER.code());
        slot.symbolIndex(0);
        slot.orderType(OrderType.POST_ONLY.code());
        slot.size(10);
        for (int i = 1; i <= RESTING; i++) {
            final boolean bid = (i & 1) == 0;
            slot.clearOutcome();
            slot.symbolIndex(0);
            slot.userIndex(i % 1000);
            slot.uid(i % 1000 + 1);
            slot.orderId(scattered ? i * 0x9E3779B97F4A7C15L >>> 1 : i);
            slot.side((bid ? Side.BID : Side.ASK).code());
            final long away = 1 + random.nextInt(40_000);
            slot.price(bid ? 1_000_000 - away : 1_000_000 + away);
            market.books.match(slot);
        }
    }

    private void churn(final BookFixture market, final int commands) {
        final CommandSlot slot = market.slot;
        for (int i = 0; i < commands; i++) {
            final int at = random.nextInt(LIVE);
            slot.clear();
            slot.symbolIndex(0);
            slot.userIndex(at);
            slot.uid(at + 1);
            slot.orderId(live[at]);
            slot.price(10_000 + random.nextInt(2_000) - random.nextInt(2_000));
            slot.reservePrice(1 << 20);
            slot.size(1 + random.nextInt(20));
            final int kind = random.nextInt(10);
            if (market.book().ids().get(live[at]) == OrderSlab.NO_ORDER) {
                live[at] = random.nextInt(10) == 0 ? random.nextLong() >>> 1 : nextId++;
                slot.type(CommandType.PLACE_ORDER.code());
                slot.orderId(live[at]);
                slot.orderType(1 + random.nextInt(6));
                slot.side(slot.orderType() == OrderType.IOC_BUDGET.code() ? 1 : 1 + random.nextInt(2));
            } else {
                slot.type((kind < 8
                                ? CommandType.MOVE_ORDER
                                : kind < 9 ? CommandType.REDUCE_ORDER : CommandType.CANCEL_ORDER)
                        .code());
            }
            market.books.match(slot);
            market.events.release(market.events.endPosition(slot));
        }
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    public static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        final Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
