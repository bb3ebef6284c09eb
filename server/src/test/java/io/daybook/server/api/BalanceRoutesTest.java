package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Exchange;
import io.daybook.api.TotalsReport;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.host.SimulatedClock;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** However many operators query the balance, the exchange adds up its state only once at a time. */
@Proves("operators see whether the books balance, which user has which money, the disk, and how far followers are")
class BalanceRoutesTest {
    private static final int PATIENCE_S = 60;

    private final CompletableFuture<AuditReport> audit = new CompletableFuture<>();
    private final CompletableFuture<TotalsReport> totals = new CompletableFuture<>();

    @Test
    void shouldAskOnceHoweverLongTheAnswerTakes() throws Exception {
        final SimulatedClock clock = new SimulatedClock(1_000_000);
        try (Exchange real = DaybookExchange.builder().start();
                Waiting waiting = new Waiting(slow(real))) {
            final Markets markets = new Markets(real, List.of(), null, Runnable::run, clock);
            final BalanceRoutes routes = new BalanceRoutes(markets, waiting, clock);
            final CompletableFuture<BalanceRoutes.Sums> first = routes.sums();
            clock.advance(60, TimeUnit.SECONDS);
            assertSame(first, routes.sums(), "a request must share the query that has no answer yet");
            audit.complete(new AuditReport(7, 0, 0, List.of()));
            totals.complete(new TotalsReport(8, List.of(), List.of()));
            assertEquals(8, first.get(PATIENCE_S, TimeUnit.SECONDS).totals().seq());
            clock.advance(4_999, TimeUnit.MILLISECONDS);
            assertSame(first, routes.sums(), "an answer must be reused for five seconds");
            clock.advance(1, TimeUnit.MILLISECONDS);
            assertNotSame(first, routes.sums());
        }
    }

    private Exchange slow(final Exchange real) {
        return (Exchange) Proxy.newProxyInstance(
                Exchange.class.getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("query")) {
                        return arguments[0] instanceof AuditQuery ? audit : totals;
                    }
                    return method.invoke(real, arguments);
                });
    }
}
