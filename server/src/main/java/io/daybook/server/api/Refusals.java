package io.daybook.server.api;

import io.daybook.api.FeeType;
import io.daybook.api.Listing;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.kernel.money.Amounts;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Response;
import io.daybook.server.orders.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What somebody is told whose command the exchange has refused. */
final class Refusals {
    private final Markets markets;
    private final Waiting waiting;

    Refusals(final Markets markets, final Waiting waiting) {
        this.markets = markets;
        this.waiting = waiting;
    }

    /** Fails with the problem; where money was short for an order of a pair, with how much. */
    CompletionStage<Response> of(
            final Outcome outcome,
            final @Nullable PlaceOrder order,
            final @Nullable String clientOrderId,
            final boolean isDuplicate) {
        final Listing listing = order == null ? null : markets.listing(order.symbol());
        if (outcome.code() != ResultCode.RISK_NSF
                || order == null
                || listing == null
                || listing.spec().isFutures()
                || !order.terms().isEmpty()) {
            return CompletableFuture.failedFuture(problem(outcome, clientOrderId, isDuplicate, ""));
        }
        return waiting.ask(new UserReportQuery(order.uid()))
                .handle((report, failure) -> failure == null ? shortage(listing, order, report) : "")
                .thenCompose(
                        detail -> CompletableFuture.failedFuture(problem(outcome, clientOrderId, isDuplicate, detail)));
    }

    /** The hold of an order and what is available now; empty where that would do by now. */
    private static String shortage(final Listing listing, final PlaceOrder order, final UserReport report) {
        final boolean isBid = order.side() == Side.BID;
        final Listing.Currency currency = isBid ? listing.quote() : listing.base();
        final long hold = order.orderType().isBudget() && isBid
                ? Amounts.budgetHold(
                        listing.spec().feeType() == FeeType.PROPORTIONAL,
                        listing.spec().takerFee(),
                        listing.spec().tickValue(),
                        order.size(),
                        order.price())
                : Amounts.hold(listing.spec(), isBid, Math.max(order.price(), order.reservePrice()), order.size());
        final long available = report.account(currency.id()).available();
        if (hold == Amounts.OVERFLOW || hold <= available) {
            return "";
        }
        return "The " + (isBid ? "bid" : "ask") + " has to hold " + money(currency, hold)
                + (isBid ? ", fee included" : "") + "; available " + money(currency, available) + "; missing "
                + money(currency, hold - available) + ".";
    }

    private static String money(final Listing.Currency currency, final long minorUnits) {
        return Decimals.amount(currency, minorUnits) + " " + currency.name();
    }

    private static Problem problem(
            final Outcome outcome,
            final @Nullable String clientOrderId,
            final boolean isDuplicate,
            final String detail) {
        return EngineProblems.of(outcome.code(), outcome.seq(), detail)
                .with("clientOrderId", clientOrderId)
                .with("duplicate", isDuplicate ? Boolean.TRUE : null);
    }
}
