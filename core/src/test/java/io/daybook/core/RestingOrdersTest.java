package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CommandDoor;
import io.daybook.api.Exchange;
import io.daybook.api.OrderType;
import io.daybook.api.RestingOrders;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the view of a book for an order that was looked up before. */
class RestingOrdersTest {
    private static final long USER = 301;
    private static final long ID = 5;

    private final Exchange exchange =
            DaybookExchange.builder().topology(Topology.INLINE).start();
    private final CommandDoor door = exchange.newDoor();

    @BeforeEach
    void list() {
        exchange.submit(AddAccounts.of(Map.of(USER, Map.of(10, 1_000_000L, 20, 1_000_000L))))
                .join();
        for (int symbol = 1; symbol <= 2; symbol++) {
            exchange.submit(new AddSymbol(
                            SymbolSpec.exchangePair(symbol, 10, 20).build()))
                    .join();
        }
    }

    @AfterEach
    void close() {
        exchange.close();
    }

    private void place(final int symbol, final Side side, final long size) {
        door.place()
                .uid(USER)
                .symbol(symbol)
                .orderId(ID)
                .side(side)
                .type(OrderType.GTC)
                .price(100)
                .size(size)
                .publish();
    }

    private void cancel(final int symbol) {
        door.cancel().uid(USER).symbol(symbol).orderId(ID).publish();
    }

    /** The order of the second book has the same id, and takes the record that the order of the first book has left. */
    @Test
    void shouldForgetAnOrderWhoseRecordAnotherBookHasTaken() {
        final RestingOrders first = exchange.restingOrders(1);
        final RestingOrders second = exchange.restingOrders(2);
        place(1, Side.BID, 7);
        assertEquals(7, first.lots(ID));
        assertEquals(0, second.lots(ID));
        cancel(1);
        place(2, Side.ASK, 9);
        assertEquals(0, first.lots(ID));
        assertEquals(0, first.sideCode(ID));
        assertEquals(9, second.lots(ID));
        place(1, Side.BID, 3);
        assertEquals(3, first.lots(ID));
        assertEquals(Side.BID.code(), first.sideCode(ID));
        assertEquals(Side.ASK.code(), second.sideCode(ID));
        assertEquals(100, first.price(ID));
    }

    @Test
    void shouldFollowAnOrderWhileItRests() {
        final RestingOrders orders = exchange.restingOrders(1);
        assertEquals(0, orders.lots(ID));
        place(1, Side.BID, 7);
        assertEquals(7, orders.lots(ID));
        door.reduce().uid(USER).symbol(1).orderId(ID).size(2).publish();
        assertEquals(5, orders.lots(ID));
        assertEquals(0, orders.lots(ID + 1));
        cancel(1);
        assertEquals(0, orders.lots(ID));
    }
}
