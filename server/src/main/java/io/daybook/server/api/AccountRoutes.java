package io.daybook.server.api;

import io.daybook.api.Listing;
import io.daybook.api.PositionDirection;
import io.daybook.api.ResultCode;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.server.http.Access;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.Role;
import io.daybook.sessions.member.Account;
import io.daybook.wire.json.Json;
import java.math.BigInteger;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The routes of a key's session, balances and positions. */
public final class AccountRoutes {
    private final Markets markets;
    private final Waiting waiting;

    public AccountRoutes(final Markets markets, final Waiting waiting) {
        this.markets = markets;
        this.waiting = waiting;
    }

    public void addTo(final Router router) {
        router.add(Route.of("GET /v1/account", Access.TRADER, "The caller's balances", this::account));
        router.add(Route.of("GET /v1/positions", Access.TRADER, "The caller's positions", this::positions));
        router.add(Route.of("GET /v1/session", Access.ANY, "The rights of the key", request -> session(request)
                .now()));
    }

    private CompletionStage<Response> account(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        request.onlyAsked();
        return waiting.ask(new UserReportQuery(account.uid()))
                .thenApplyAsync(report -> account(account.name(), known(report)), request.loop());
    }

    /** Refuses an unknown user with a problem. */
    private static UserReport known(final UserReport report) {
        if (report.code() != ResultCode.SUCCESS) {
            throw EngineProblems.of(report.code(), report.seq(), "");
        }
        return report;
    }

    private Response account(final String name, final UserReport report) {
        final Json json = new Json().object().put("account", name).put("seq", report.seq());
        balances(json, markets, report);
        return Response.json(json.end()).seq(report.seq());
    }

    /**
     * Writes the balances of a report, as a member. Equity is the value of the account if all positions were closed
     * now.
     */
    public static void balances(final Json json, final Markets markets, final UserReport report) {
        json.list("balances");
        for (final UserReport.Account one : report.accounts()) {
            final Listing.Currency currency = markets.currency(one.currency());
            json.object().put("currency", currency == null ? "#" + one.currency() : currency.name());
            json.put("balance", amount(currency, one.balance()))
                    .put("held", amount(currency, one.held()))
                    .put("available", amount(currency, one.available()))
                    .put("equity", amount(currency, report.equity(one.currency())))
                    .put("margin", amount(currency, report.margin(one.currency())))
                    .end();
        }
        json.endList();
    }

    private static String amount(final Listing.@Nullable Currency currency, final long minorUnits) {
        return currency == null ? Long.toString(minorUnits) : Decimals.amount(currency, minorUnits);
    }

    private CompletionStage<Response> positions(final Request request) {
        final Account account = NamedAccount.of(request.caller(), request.query("account"));
        request.onlyAsked();
        return waiting.ask(new UserReportQuery(account.uid()))
                .thenApplyAsync(report -> positions(known(report)), request.loop());
    }

    private Response positions(final UserReport report) {
        final Json json = new Json().object().put("seq", report.seq()).list("items");
        for (final UserReport.Position one : report.positions()) {
            final Listing listing = markets.listing(one.symbol());
            final Listing.Currency currency = markets.currency(one.currency());
            json.object()
                    .put("symbol", markets.name(one.symbol()))
                    .put("direction", one.direction().name().toLowerCase(Locale.ROOT))
                    .put("size", Shapes.size(listing, one.openVolume()));
            if (one.direction() != PositionDirection.EMPTY && listing != null) {
                json.put(
                        "averagePrice",
                        Decimals.average(listing, BigInteger.valueOf(one.openPriceSum()), one.openVolume()));
            }
            json.put("pendingBuy", Shapes.size(listing, one.pendingBuy()))
                    .put("pendingSell", Shapes.size(listing, one.pendingSell()))
                    .put("mark", Shapes.price(listing, one.mark()))
                    .put("unrealizedGain", amount(currency, one.unrealizedGain()))
                    .put("margin", amount(currency, one.margin()))
                    .end();
        }
        return Response.json(json.endList().end()).seq(report.seq());
    }

    private static Response session(final Request request) {
        request.onlyAsked();
        return session(request.caller().key());
    }

    /** The owner and the rights of a key. */
    static Response session(final @Nullable ApiKey key) {
        final Json json = new Json().object();
        if (key != null) {
            json.put("key", key.id()).put("name", key.name()).list("roles");
            key.roles().stream().map(Role::text).sorted().forEach(json::item);
            json.endList().list("accounts");
            key.accounts().forEach(account -> json.item(account.name()));
            json.endList();
        }
        return Response.json(json.end());
    }
}
