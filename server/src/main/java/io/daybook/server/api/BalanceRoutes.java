package io.daybook.server.api;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Listing;
import io.daybook.api.TotalsReport;
import io.daybook.api.TotalsReportQuery;
import io.daybook.host.Clock;
import io.daybook.server.http.Access;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether the books of account balance, and their sums. The exchange carries out no commands while it adds up its
 * whole state. So only one query is sent at a time, and its answer is reused for {@value #KEPT_S} s.
 */
public final class BalanceRoutes {
    static final int KEPT_S = 5;

    private final Markets markets;
    private final Waiting waiting;
    private final Clock clock;
    private @Nullable CompletableFuture<Sums> asked;
    private long answeredNs;

    /** The two reports, each with its own seq. */
    record Sums(AuditReport audit, TotalsReport totals) {}

    public BalanceRoutes(final Markets markets, final Waiting waiting, final Clock clock) {
        this.markets = markets;
        this.waiting = waiting;
        this.clock = clock;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                "GET /v1/admin/balance",
                Access.OPERATOR,
                "Whether the books balance, and their sums; the exchange carries out no commands meanwhile",
                this::balance));
    }

    private CompletionStage<Response> balance(final Request request) {
        request.onlyAsked();
        return Waiting.inTime(sums()).thenApplyAsync(this::answer, request.loop());
    }

    /**
     * Queries the sums. A query is kept until its answer comes, however late: later requests wait for the same answer.
     */
    synchronized CompletableFuture<Sums> sums() {
        final CompletableFuture<Sums> before = asked;
        if (before != null && (!before.isDone() || isFresh(before))) {
            return before;
        }
        final CompletableFuture<Sums> fresh = waiting.askPatiently(new AuditQuery())
                .thenCombine(waiting.askPatiently(new TotalsReportQuery()), this::answered);
        asked = fresh;
        return fresh;
    }

    private boolean isFresh(final CompletableFuture<Sums> answer) {
        return !answer.isCompletedExceptionally() && clock.nanoTime() - answeredNs < TimeUnit.SECONDS.toNanos(KEPT_S);
    }

    private synchronized Sums answered(final AuditReport audit, final TotalsReport totals) {
        answeredNs = clock.nanoTime();
        return new Sums(audit, totals);
    }

    private Response answer(final Sums sums) {
        final AuditReport audit = sums.audit;
        final Json json = new Json()
                .object()
                .put("seq", audit.seq())
                .put("balanced", audit.isBalanced())
                .put("users", audit.users())
                .put("orders", audit.orders())
                .list("violations");
        audit.violations().forEach(json::item);
        json.endList().put("totalsSeq", sums.totals.seq()).list("totals");
        sums.totals.currencies().forEach(one -> currency(json, one));
        json.endList().list("symbols");
        sums.totals.symbols().forEach(one -> symbol(json, one));
        return Response.json(json.endList().end()).seq(audit.seq());
    }

    private void currency(final Json json, final TotalsReport.CurrencyTotals one) {
        final Listing.Currency currency = markets.currency(one.currency());
        final int decimals = currency == null ? 0 : currency.decimals();
        json.object()
                .put("currency", currency == null ? "#" + one.currency() : currency.name())
                .put("balances", amount(decimals, one.balances()))
                .put("held", amount(decimals, one.held()))
                .put("fees", amount(decimals, one.fees()))
                .put("adjustments", amount(decimals, one.adjustments()))
                .put("positions", amount(decimals, one.positions()))
                .put("sum", amount(decimals, one.balances(), one.fees(), one.adjustments(), one.positions()))
                .end();
    }

    private static String amount(final int decimals, final long... minorUnits) {
        final BigInteger sum =
                LongStream.of(minorUnits).mapToObj(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        return new BigDecimal(sum, decimals).toPlainString();
    }

    private void symbol(final Json json, final TotalsReport.SymbolTotals one) {
        final Listing listing = markets.listing(one.symbol());
        json.object()
                .put("symbol", markets.name(one.symbol()))
                .put("openInterest", Shapes.size(listing, one.openInterestLong()))
                .put("orders", one.orders());
        if (one.lastPrice() != 0) {
            json.put("last", Shapes.price(listing, one.lastPrice()));
        }
        json.end();
    }
}
