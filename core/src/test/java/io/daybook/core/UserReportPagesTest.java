package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of users with more orders than a report has. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UserReportPagesTest {
    private static final int BASE = 10;
    private static final int QUOTE = 20;
    private static final int[] SYMBOLS = {3, 1, 7};
    private static final int ORDERS_A_SYMBOL = 1_000;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    /** User 1 has orders in three symbols, placed in no order of their ids; user 2 has some among them. */
    private static Exchange market(final Topology topology) {
        final Exchange exchange = DaybookExchange.builder().topology(topology).start();
        exchange.submit(AddAccounts.of(Map.of(1L, Map.of(QUOTE, 1_000_000_000L), 2L, Map.of(QUOTE, 1_000_000_000L))));
        final List<Long> ids = new ArrayList<>(LongStream.rangeClosed(1, ORDERS_A_SYMBOL)
                .map(id -> 3 * id)
                .boxed()
                .toList());
        Collections.shuffle(ids, new Random(7));
        for (final int symbol : SYMBOLS) {
            exchange.submit(
                    new AddSymbol(SymbolSpec.exchangePair(symbol, BASE, QUOTE).build()));
            for (final long id : ids) {
                exchange.submit(PlaceOrder.gtc(1, symbol, id, Side.BID, 1 + id % 50, 1));
                exchange.submit(PlaceOrder.gtc(2, symbol, id + 1, Side.BID, 1 + id % 50, 1));
            }
        }
        return exchange;
    }

    private static List<String> keys(final UserReport report) {
        return report.orders().stream()
                .map(order -> order.symbol() + " " + order.orderId())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldWalkAllOrdersBySymbolAndIdInPagesOf1024(final Topology topology) {
        final List<String> expected = new ArrayList<>();
        for (final int symbol : new int[] {1, 3, 7}) {
            LongStream.rangeClosed(1, ORDERS_A_SYMBOL).forEach(id -> expected.add(symbol + " " + 3 * id));
        }
        try (Exchange exchange = market(topology)) {
            UserReport page = exchange.query(new UserReportQuery(1)).join();
            final List<String> walked = new ArrayList<>(keys(page));
            int pages = 1;
            while (page.moreOrders()) {
                assertEquals(1_024, page.orders().size());
                page = exchange.query(page.following()).join();
                walked.addAll(keys(page));
                pages++;
            }
            assertEquals(expected, walked);
            assertEquals(3, pages);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGiveThePageThatIsAskedFor(final Topology topology) {
        try (Exchange exchange = market(topology)) {
            final UserReport two =
                    exchange.query(new UserReportQuery(1, 2, 1, 2_997)).join();
            assertEquals(List.of("1 3000", "3 3"), keys(two));
            assertTrue(two.moreOrders());
            final UserReport last =
                    exchange.query(new UserReportQuery(1, 2, 7, 2_994)).join();
            assertEquals(List.of("7 2997", "7 3000"), keys(last));
            assertFalse(last.moreOrders());
            final UserReport behind =
                    exchange.query(new UserReportQuery(1, 2_000, 7, 3_000)).join();
            assertEquals(List.of(), behind.orders());
            assertEquals(
                    1_024,
                    exchange.query(new UserReportQuery(1, 2_000, 0, 0))
                            .join()
                            .orders()
                            .size());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldGiveTheAccountsAlone(final Topology topology) {
        try (Exchange exchange = market(topology)) {
            final UserReport accounts =
                    exchange.query(UserReportQuery.accounts(1)).join();
            final UserReport all = exchange.query(new UserReportQuery(1)).join();
            assertEquals(all.accounts(), accounts.accounts());
            assertEquals(all.account(QUOTE), accounts.accounts().get(0));
            assertEquals(1_000_000_000L, accounts.account(QUOTE).balance());
            assertEquals(new UserReport.Account(BASE, 0, 0, 0), accounts.account(BASE));
            assertEquals(List.of(), accounts.orders());
            assertFalse(accounts.moreOrders());
            assertThrows(IllegalStateException.class, accounts::following);
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldRefuseUnknownUsersAndNegativePages(final Topology topology) {
        try (Exchange exchange = market(topology)) {
            final UserReport unknown = exchange.query(new UserReportQuery(9)).join();
            assertEquals(ResultCode.USER_MGMT_USER_NOT_FOUND, unknown.code());
            assertNull(unknown.status());
            final UserReport negative =
                    exchange.query(new UserReportQuery(1, -1, 0, 0)).join();
            assertEquals(ResultCode.INVALID_SIZE, negative.code());
            assertEquals(List.of(), negative.accounts());
        }
    }
}
