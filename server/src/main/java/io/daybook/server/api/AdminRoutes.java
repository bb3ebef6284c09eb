package io.daybook.server.api;

import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.Limits;
import io.daybook.api.Listing;
import io.daybook.api.MassCancel;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.SetUser;
import io.daybook.api.StpMode;
import io.daybook.api.SuspendUser;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.api.UserSetting;
import io.daybook.api.UserStatus;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.NotNotedException;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.Outcome;
import io.daybook.wire.json.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The routes of operators. Every act is in the audit log. */
public final class AdminRoutes {
    private static final List<BodyField> UID = List.of(new BodyField("uid", "integer", true, "the user"));
    private static final List<BodyField> ADJUSTMENT = List.of(
            new BodyField("currency", "string", true, "the currency's name"),
            new BodyField("amount", "string", true, "a decimal; a negative amount is withdrawn"),
            new BodyField("transactionId", "integer", true, "above the id of the user's last adjustment"));

    private static final List<BodyField> SETTINGS = List.of(
            new BodyField("stpMode", "string", false, "the mode of orders without stp"),
            new BodyField(
                    "stpGroup", "integer", false, "users of the same group do not trade with each other; 0 for none"),
            new BodyField(
                    "maxOpenOrders", "integer", false, "the largest number of live orders in all symbols, 1 to 16384"));

    private static final String ADJUST = "adjust balance";

    private final Exchange exchange;
    private final Markets markets;
    private final Users users;
    private final OperatorDoor door;
    private final Waiting waiting;
    private final AuditTrail audit;
    private final int timeoutMs;

    public AdminRoutes(
            final Exchange exchange,
            final Markets markets,
            final Users users,
            final OperatorDoor door,
            final Waiting waiting,
            final AuditTrail audit,
            final int timeoutMs) {
        this.exchange = exchange;
        this.markets = markets;
        this.users = users;
        this.door = door;
        this.waiting = waiting;
        this.audit = audit;
        this.timeoutMs = timeoutMs;
    }

    public void addTo(final Router router) {
        router.add(Route.of(
                "GET /v1/admin/users", Access.VIEWER, "All users with their money, by ascending uid", this::users));
        router.add(Route.of("GET /v1/admin/users/{uid}", Access.VIEWER, "A user's balances and status", this::user));
        router.add(act("/v1/admin/users", "Adds a user", this::addUser).body(UID));
        router.add(act("/v1/admin/users/{uid}/suspend", "Suspends a user", request -> {
            final long uid = uid(request);
            return act(request, new SuspendUser(uid), "suspend user", Long.toString(uid), true);
        }));
        router.add(act("/v1/admin/users/{uid}/resume", "Lets a user trade again", request -> {
            final long uid = uid(request);
            return act(request, new ResumeUser(uid), "resume user", Long.toString(uid));
        }));
        router.add(act("/v1/admin/users/{uid}/adjust", "Deposits or withdraws", this::adjust)
                .body(ADJUSTMENT));
        router.add(act("/v1/admin/users/{uid}/settings", "Settings of a user's orders", this::set)
                .body(SETTINGS));
        router.add(act("/v1/admin/kill-switch", "Suspends a user and cancels all orders", this::kill)
                .body(UID));
        router.add(act("/v1/admin/snapshot", "Takes a snapshot", this::snapshot));
    }

    private static Route act(final String path, final String summary, final Route.Handler handler) {
        return Route.of("POST " + path, Access.OPERATOR, summary, handler);
    }

    private CompletionStage<Response> users(final Request request) {
        final int limit = Pages.limit(request);
        final long behind = request.query("next", 0, 0, Long.MAX_VALUE);
        request.onlyAsked();
        return users.above(behind, limit + 1)
                .thenCompose(found -> reports(found.uids().stream().limit(limit).iterator(), new ArrayList<>())
                        .thenApplyAsync(reports -> users(found, reports), request.loop()));
    }

    /** Requests the reports one by one, so that a list takes at most one slot of the ring at a time. */
    private CompletionStage<List<UserReport>> reports(final Iterator<Long> uids, final List<UserReport> reports) {
        if (!uids.hasNext()) {
            return CompletableFuture.completedFuture(reports);
        }
        return waiting.ask(new UserReportQuery(uids.next())).thenCompose(report -> {
            reports.add(report);
            return reports(uids, reports);
        });
    }

    private Response users(final Users.Part found, final List<UserReport> reports) {
        final Json json = new Json().object().list("items");
        for (final UserReport report : reports) {
            json.object().put("uid", report.uid());
            money(json, report);
            json.end();
        }
        json.endList();
        if (found.uids().size() > reports.size() && !reports.isEmpty()) {
            json.put("next", Long.toString(reports.get(reports.size() - 1).uid()));
        }
        return Response.json(json.end()).seq(found.seq());
    }

    /** Writes a user's money; nothing if a reset has removed the user meanwhile. */
    private void money(final Json json, final UserReport report) {
        final UserStatus status = report.status();
        if (status != null) {
            json.put("status", status.name().toLowerCase(Locale.ROOT))
                    .put("lastTransactionId", report.lastTransactionId());
            AccountRoutes.balances(json, markets, report);
        }
    }

    private CompletionStage<Response> user(final Request request) {
        final long uid = uid(request);
        request.onlyAsked();
        return waiting.ask(new UserReportQuery(uid)).thenApplyAsync(this::user, request.loop());
    }

    private Response user(final UserReport report) {
        if (report.status() == null) {
            throw EngineProblems.of(report.code(), report.seq(), "");
        }
        final Json json = new Json().object().put("uid", report.uid());
        money(json, report);
        return Response.json(json.end()).seq(report.seq());
    }

    private CompletionStage<Response> addUser(final Request request) {
        final Body body = request.body();
        final long uid = body.whole("uid", 1, Long.MAX_VALUE);
        body.finish();
        return act(request, new AddUser(uid), "add user", Long.toString(uid));
    }

    private CompletionStage<Response> set(final Request request) {
        final long uid = uid(request);
        final Body body = request.body();
        final Map<UserSetting, Long> settings = new EnumMap<>(UserSetting.class);
        final List<String> what = new ArrayList<>();
        final StpMode mode = body.choice("stpMode", OrderWords.STP);
        if (mode != null) {
            settings.put(UserSetting.STP_MODE, (long) mode.code());
            what.add("stpMode " + body.text("stpMode"));
        }
        if (body.has("stpGroup")) {
            settings.put(UserSetting.STP_GROUP, body.whole("stpGroup", 0, Long.MAX_VALUE));
            what.add("stpGroup " + settings.get(UserSetting.STP_GROUP));
        }
        if (body.has("maxOpenOrders")) {
            settings.put(UserSetting.MAX_OPEN_ORDERS, body.whole("maxOpenOrders", 1, Limits.MAX_LIVE_ORDERS));
            what.add("maxOpenOrders " + settings.get(UserSetting.MAX_OPEN_ORDERS));
        }
        body.finish();
        if (settings.isEmpty()) {
            throw Problem.badForm("", "stpMode, stpGroup or maxOpenOrders must be given");
        }
        return act(request, new SetUser(uid, settings), "set user", uid + " " + String.join(" ", what));
    }

    private CompletionStage<Response> adjust(final Request request) {
        final long uid = uid(request);
        final Body body = request.body();
        final String name = body.text("currency");
        final Listing.Currency currency = markets.currency(name);
        if (currency == null) {
            throw body.wrong("currency", "must be one of " + String.join(", ", markets.currencyNames()));
        }
        final String amount = body.text("amount");
        final boolean isWithdrawal = amount.startsWith("-");
        final long units = Decimals.minorUnits(currency, "amount", isWithdrawal ? amount.substring(1) : amount);
        final long transactionId = body.whole("transactionId", 1, Long.MAX_VALUE);
        body.finish();
        return outcome(
                        request,
                        new AdjustBalance(uid, currency.id(), isWithdrawal ? -units : units, transactionId),
                        ADJUST,
                        uid + " " + amount + " " + name + " transaction " + transactionId,
                        false)
                .thenCompose(outcome -> isApplied(outcome.code())
                        ? audit.find(ADJUST, uid + " ", " transaction " + transactionId)
                                .thenApply(line -> {
                                    throw applied(outcome, amount, name, line);
                                })
                        : CompletableFuture.completedFuture(outcome))
                .thenApplyAsync(AdminRoutes::done, request.loop());
    }

    private static boolean isApplied(final ResultCode code) {
        return code == ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME
                || code == ResultCode.USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY;
    }

    /** Reads the earlier adjustment from the audit log, because the exchange compares only transaction numbers. */
    private static Problem applied(
            final Outcome outcome, final String amount, final String currency, final AuditTrail.@Nullable Line line) {
        if (line == null) {
            return EngineProblems.of(
                    outcome.code(),
                    outcome.seq(),
                    "The audit log does not show which adjustment had this transaction id. If it was a different"
                            + " adjustment, the one of this request was not done: send it with a higher id.");
        }
        final Body noted = Body.read(line.json().getBytes(StandardCharsets.US_ASCII));
        final String[] words = noted.text("what").split(" "); // uid, amount, currency, "transaction", number
        final String was = "transaction " + words[4] + " of user " + words[0] + " was " + words[1] + " " + words[2]
                + ", with seq " + noted.whole("seq", 0, Long.MAX_VALUE) + ", and is done";
        final boolean isSame =
                words[2].equals(currency) && new BigDecimal(words[1]).compareTo(new BigDecimal(amount)) == 0;
        return isSame
                ? EngineProblems.of(outcome.code(), outcome.seq(), was)
                : Problem.of(
                                ProblemCode.OTHER_ADJUSTMENT,
                                was + "; the adjustment of this request, of " + amount + " " + currency
                                        + ", was not done: send it with a higher transaction id")
                        .with("seq", outcome.seq());
    }

    private CompletionStage<Response> kill(final Request request) {
        final Body body = request.body();
        final long uid = body.whole("uid", 1, Long.MAX_VALUE);
        body.finish();
        return act(request, new MassCancel(uid, 0, null, false, true), "kill switch", Long.toString(uid), true);
    }

    private CompletionStage<Response> snapshot(final Request request) {
        request.onlyAsked();
        final var caller = request.caller();
        return audit.after(
                        audit.begun(caller, "snapshot", "", false)
                                .thenComposeAsync(noted -> exchange.snapshot(), waiting.thread()),
                        (report, failure) -> {
                            if (report != null) {
                                audit.write(caller, "snapshot", "", report.seq());
                            }
                        })
                .thenApplyAsync(
                        report -> Response.json(new Json()
                                        .object()
                                        .put("seq", report.seq())
                                        .end())
                                .seq(report.seq()),
                        request.loop());
    }

    private CompletionStage<Response> act(
            final Request request, final Command command, final String act, final String what) {
        return act(request, command, act, what, false);
    }

    /** @param isUrgent whether the act is done even if the audit log cannot be written, because it stops a user */
    private CompletionStage<Response> act(
            final Request request, final Command command, final String act, final String what, final boolean isUrgent) {
        return outcome(request, command, act, what, isUrgent).thenApplyAsync(AdminRoutes::done, request.loop());
    }

    private CompletableFuture<Outcome> outcome(
            final Request request, final Command command, final String act, final String what, final boolean isUrgent) {
        request.onlyAsked();
        final CompletableFuture<Outcome> outcome =
                audit.begun(request.caller(), act, what, isUrgent).thenCompose(noted -> submit(command));
        return audit.after(outcome, (done, failure) -> audit(request, done, failure, act, what))
                .orTimeout(timeoutMs, TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        failure instanceof TimeoutException
                                ? Problem.of(ProblemCode.OUTCOME_UNKNOWN, "the result has not come yet: query the user")
                                : failure));
    }

    private CompletableFuture<Outcome> submit(final Command command) {
        try {
            return door.submit(command);
        } catch (OperatorDoor.RingFullException e) {
            throw Waiting.busy();
        }
    }

    /**
     * Writes the result to the audit log, even if the client no longer waits for the result: the command is in effect.
     */
    private void audit(
            final Request request,
            final @Nullable Outcome done,
            final @Nullable Throwable failure,
            final String act,
            final String what) {
        if (failure != null && failure.getCause() instanceof NotNotedException) {
            return; // the act was refused, because the audit log cannot record it
        }
        if (done == null) {
            audit.write(request.caller(), act + ": no result", what, 0);
        } else {
            audit.write(request.caller(), done.isSuccess() ? act : act + ": " + done.code(), what, done.seq());
        }
    }

    private static Response done(final Outcome outcome) {
        if (!outcome.isSuccess()) {
            throw EngineProblems.of(outcome.code(), outcome.seq(), "");
        }
        return Response.json(new Json()
                        .object()
                        .put("seq", outcome.seq())
                        .put("time", Shapes.micros(outcome.timeNs()))
                        .put("more", outcome.more())
                        .end())
                .seq(outcome.seq());
    }

    private static long uid(final Request request) {
        final String text = request.path("uid");
        if (text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw Problem.badForm("/uid", "a uid must be a whole number");
        }
        return Long.parseLong(text);
    }
}
