package io.daybook.server.api;

import io.daybook.api.Command;
import io.daybook.api.FeeType;
import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.MoveOrder;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.kernel.money.Amounts;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Response;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The problems for commands that the exchange has refused. */
final class Refusals {
    private final Markets markets;
    private final Waiting waiting;

    Refusals(final Markets markets, final Waiting waiting) {
        this.markets = markets;
        this.waiting = waiting;
    }

    /** Fails with the problem, which names the broken limits, or the money that an order of a pair lacked. */
    CompletionStage<Response> of(
            final Outcome outcome,
            final @Nullable PlaceOrder order,
            final @Nullable String clientOrderId,
            final boolean isDuplicate) {
        final Listing listing = order == null ? null : markets.listing(order.symbol());
        if (order != null && listing != null && !order.orderType().isBudget()) {
            final String limits = limits(outcome.code(), listing, order.price(), order.size());
            if (!limits.isEmpty()) {
                return CompletableFuture.failedFuture(problem(outcome, clientOrderId, isDuplicate, limits));
            }
        }
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

    /** Fails with the problem of a change of an order, which names the limits that it broke. */
    CompletionStage<Response> ofChange(final Outcome outcome, final Command change, final OrderView order) {
        final Listing listing = markets.listing(order.symbol());
        final long price = change instanceof MoveOrder move
                ? move.price()
                : change instanceof ReplaceOrder replace ? replace.price() : order.price();
        final long size = change instanceof ReplaceOrder replace ? replace.size() : order.size();
        return CompletableFuture.failedFuture(problem(
                outcome,
                order.clientOrderId(),
                false,
                listing == null ? "" : limits(outcome.code(), listing, price, size)));
    }

    /** The limits of a price or size, and the nearest valid one; empty for other refusals. */
    private static String limits(final ResultCode code, final Listing listing, final long price, final long size) {
        final SymbolSpec spec = listing.spec();
        return switch (code) {
            case INVALID_PRICE ->
                outside(
                        "price",
                        Decimals.price(listing, price),
                        Decimals.price(listing, spec.minPrice()),
                        Decimals.price(listing, spec.maxPrice()),
                        price < spec.minPrice());
            case INVALID_SIZE ->
                outside(
                        "size",
                        Decimals.size(listing, size),
                        Decimals.size(listing, 1),
                        Decimals.size(listing, Limits.MAX_SIZE),
                        size < 1);
            default -> "";
        };
    }

    private static String outside(
            final String what, final String given, final String min, final String max, final boolean isBelow) {
        return "The " + what + " " + given + " must be from " + min + " to " + max + "; the nearest is "
                + (isBelow ? min : max) + ".";
    }

    /** The hold of an order and the money that is available now; empty if the money suffices now. */
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
