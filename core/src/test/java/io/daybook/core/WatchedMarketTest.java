package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddSymbol;
import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.CancelOrder;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.LiveBook;
import io.daybook.api.MoveOrder;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderBookType;
import io.daybook.api.OrderTerms;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReduceOrder;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.TriggerWhen;
import io.daybook.host.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A watched book gives the same results as an unwatched one, and its watcher has the book after each command. */
@Proves("a market that is watched gives the same results and hash as one that is not")
class WatchedMarketTest {
    private static final int SYMBOL = 7;
    private static final int COMMANDS = 3_000;
    private static final long FAR = 5_000;
    private static final int USERS = 2;

    static List<Arguments> kinds() {
        final List<Arguments> kinds = new ArrayList<>();
        for (final OrderBookType type : OrderBookType.values()) {
            for (int i = 0; i < 4; i++) {
                kinds.add(Arguments.of(type, i % 2 == 0, i / 2 == 0));
            }
        }
        return kinds;
    }

    /** Runs with each price index, with and without an order that waits for a price. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldBeTheSameWatchedAndSeenWholeAfterEachCommand(
            final OrderBookType type, final boolean isFuture, final boolean isOneWaiting) {
        final SplittableRandom random = new SplittableRandom(4);
        final Map<String, Integer> codes = new TreeMap<>();
        int traded = 0;
        try (Exchange watched = start(type);
                Exchange other = start(type)) {
            for (final Exchange exchange : List.of(watched, other)) {
                market(exchange, isFuture);
                if (isOneWaiting) {
                    waitingOrder(exchange);
                }
            }
            final LiveBook book = LiveBook.open(watched, SYMBOL);
            for (int i = 1; i <= COMMANDS; i++) {
                final Command command = command(random, i);
                final CommandResult result = watched.submit(command, 0, i).join();
                assertEquals(other.submit(command, 0, i).join(), result);
                final OrderBookReport there =
                        watched.query(new OrderBookQuery(SYMBOL, 0)).join();
                assertEquals(there.asks(), book.report(0).asks(), command::toString);
                assertEquals(there.bids(), book.report(0).bids(), command::toString);
                codes.merge(command.type() + " " + result.code(), 1, Integer::sum);
                if (command instanceof PlaceOrder && result.events().size() > 0 && result.remaining() > 0) {
                    traded++;
                }
            }
            assertEquals(
                    other.query(new StateHashQuery()).join().hash(),
                    watched.query(new StateHashQuery()).join().hash());
        }
        final int rested = traded;
        assertTrue(rested > 20, () -> "orders that trade and rest: " + rested + ", of " + codes);
    }

    private static Exchange start(final OrderBookType type) {
        return DaybookExchange.builder()
                .topology(Topology.INLINE)
                .orderBookType(type)
                .start();
    }

    private static void waitingOrder(final Exchange exchange) {
        final OrderTerms terms =
                OrderTerms.builder().trigger(FAR, TriggerWhen.RISES).build();
        final PlaceOrder order = new PlaceOrder(1, SYMBOL, FAR + COMMANDS, Side.BID, OrderType.GTC, FAR, 0, 1, terms);
        assertTrue(exchange.submit(order, 0, 1).join().isSuccess());
    }

    private static Command command(final SplittableRandom random, final int number) {
        final long uid = 1 + random.nextInt(USERS);
        final Side side = random.nextBoolean() ? Side.BID : Side.ASK;
        final long price = 1_000 + random.nextInt(20) + (side == Side.BID ? -8 : 0);
        final long size = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 9);
        final long known = 1 + random.nextInt(Math.max(1, number - 200), number + 1);
        return switch (random.nextInt(8)) {
            case 0 -> new CancelOrder(uid, SYMBOL, known);
            case 1 -> new ReduceOrder(uid, SYMBOL, known, size);
            case 2, 3 -> new MoveOrder(uid, SYMBOL, known, price);
            case 4 -> PlaceOrder.ioc(uid, SYMBOL, number, side, price, size);
            default -> PlaceOrder.gtc(uid, SYMBOL, number, side, price, size);
        };
    }

    private static void market(final Exchange exchange, final boolean isFuture) {
        final SymbolSpec spec = isFuture
                ? SymbolSpec.futuresContract(SYMBOL, 10, 20).build()
                : SymbolSpec.exchangePair(SYMBOL, 10, 20).build();
        exchange.submit(new AddSymbol(spec), 0, 1).join();
        for (long uid = 1; uid <= USERS; uid++) {
            exchange.submit(new AddUser(uid), 0, 1).join();
            for (final int currency : List.of(10, 20)) {
                exchange.submit(new AdjustBalance(uid, currency, 1L << 40, 100 * uid + currency), 0, 1)
                        .join();
            }
        }
    }
}
