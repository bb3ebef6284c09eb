package io.daybook.server.api;

import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.Listing;
import io.daybook.api.MassCancel;
import io.daybook.api.ResultCode;
import io.daybook.api.ResumeUser;
import io.daybook.api.SuspendUser;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Cost;
import io.daybook.server.http.Json;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.NotNotedException;
import io.daybook.server.orders.CommandDoor;
import io.daybook.server.orders.Outcome;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** What operators see and do. Every act is in the audit log. */
public final class AdminRoutes {
    private static final List<BodyField> UID = List.of(new BodyField("uid", "integer", true, "the user"));
    private static final List<BodyField> ADJUSTMENT = List.of(
            new BodyField("currency", "string", true, "the currency's name"),
            new BodyField("amount", "string", true, "a decimal; with a minus it is taken out"),
            new BodyField("transactionId", "integer", true, "above that of the user's last adjustment"));

    private static final String ADJUST = "adjust balance";

    private final Exchange exchange;
    private final Markets markets;
    private final @Nullable IntSupplier ordersLive;
    private final Users users;
    private final CommandDoor door;
    private final Waiting waiting;
    private final AuditTrail audit;
    private final int timeoutMs;

    /**
     * On this exchange.
     *
     * @param ordersLive how many orders live; null where nobody counts them
     */
    public AdminRoutes(
            final Exchange exchange,
            final Markets markets,
            final @Nullable IntSupplier ordersLive,
            final Users users,
            final CommandDoor door,
            final Waiting waiting,
            final AuditTrail audit,
            final int timeoutMs) {
        this.exchange = exchange;
        this.markets = markets;
        this.ordersLive = ordersLive;
        this.users = users;
        this.door = door;
        this.waiting = waiting;
        this.audit = audit;
        this.timeoutMs = timeoutMs;
    }

    /** Adds the routes. */
    public void addTo(final Router router) {
        see(router, "/v1/admin/overview", "State, counts and lags", request -> overview(request)
                .now());
        see(router, "/v1/admin/journal", "How far the journal is", request -> journal(request)
                .now());
        see(router, "/v1/admin/users", "All users, by ascending uid", this::users);
        see(router, "/v1/admin/users/{uid}", "A user's balances and status", this::user);
        act(router, "/v1/admin/users", "Adds a user", UID, this::addUser);
        act(router, "/v1/admin/users/{uid}/suspend", "Suspends a user", List.of(), request -> {
            final long uid = uid(request);
            return act(request, new SuspendUser(uid), "suspend user", Long.toString(uid), true);
        });
        act(router, "/v1/admin/users/{uid}/resume", "Lets a user trade again", List.of(), request -> {
            final long uid = uid(request);
            return act(request, new ResumeUser(uid), "resume user", Long.toString(uid));
        });
        act(router, "/v1/admin/users/{uid}/adjust", "Deposits or withdraws", ADJUSTMENT, this::adjust);
        act(router, "/v1/admin/kill-switch", "Suspends a user and cancels all orders", UID, this::kill);
        act(router, "/v1/admin/snapshot", "Takes a snapshot", List.of(), this::snapshot);
    }

    private static void see(final Router router, final String path, final String summary, final Route.Handler handler) {
        router.add(new Route("GET", path, Access.VIEWER, Cost.REQUEST, summary, handler));
    }

    private static void act(
            final Router router,
            final String path,
            final String summary,
            final List<BodyField> body,
            final Route.Handler handler) {
        router.add(new Route("POST", path, Access.OPERATOR, Cost.REQUEST, summary, body, handler));
    }

    private Response overview(final Request request) {
        request.onlyAsked();
        final ExchangeMetrics metrics = exchange.metrics();
        final Json json = new Json()
                .object()
                .put("state", exchange.state().name().toLowerCase(Locale.ROOT))
                .put("seq", metrics.deliveredSeq())
                .put("commands", metrics.carriedOut())
                .put(
                        "refused",
                        metrics.refused().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
        if (ordersLive != null) {
            json.put("ordersLive", ordersLive.getAsInt());
        }
        json.put("ringSize", metrics.ringSize())
                .put("ringFill", metrics.ringFill())
                .put("listenerErrors", metrics.listenerErrors())
                .list("followers");
        metrics.followers().forEach(one -> json.object()
                .put("name", one.name())
                .put("seq", one.seq())
                .put("eventsBehind", one.eventsBehind())
                .put("attached", one.attached())
                .end());
        return Response.json(json.endList().end()).seq(metrics.deliveredSeq());
    }

    private Response journal(final Request request) {
        request.onlyAsked();
        final ExchangeMetrics metrics = exchange.metrics();
        return Response.json(new Json()
                .object()
                .put("writtenSeq", metrics.journalWrittenSeq())
                .put("forcedSeq", metrics.journalForcedSeq())
                .put("releasedSeq", metrics.journalReleasedSeq())
                .put("lag", metrics.journalLag())
                .put("forces", metrics.forces())
                .put("forceMicros", TimeUnit.NANOSECONDS.toMicros(metrics.forceTimeNs()))
                .end());
    }

    private CompletionStage<Response> users(final Request request) {
        final int limit = Pages.limit(request);
        final long behind = request.query("next", 0, 0, Long.MAX_VALUE);
        request.onlyAsked();
        return users.above(behind, limit + 1).thenApplyAsync(found -> users(found, limit), request.loop());
    }

    private static Response users(final Users.Part found, final int limit) {
        final List<Long> uids = found.uids();
        final Json json = new Json().object().list("items");
        uids.stream().limit(limit).forEach(uid -> json.object().put("uid", uid).end());
        json.endList();
        return Response.json(
                        uids.size() > limit
                                ? json.put("next", Long.toString(uids.get(limit - 1)))
                                        .end()
                                : json.end())
                .seq(found.seq());
    }

    private CompletionStage<Response> user(final Request request) {
        final long uid = uid(request);
        request.onlyAsked();
        return waiting.ask(new UserReportQuery(uid)).thenApplyAsync(this::user, request.loop());
    }

    private Response user(final UserReport report) {
        final var status = report.status();
        if (status == null) {
            throw EngineProblems.of(report.code(), report.seq(), "");
        }
        final Json json = new Json()
                .object()
                .put("uid", report.uid())
                .put("status", status.name().toLowerCase(Locale.ROOT))
                .put("lastTransactionId", report.lastTransactionId());
        AccountRoutes.balances(json, markets, report);
        return Response.json(json.end()).seq(report.seq());
    }

    private CompletionStage<Response> addUser(final Request request) {
        final Body body = request.body();
        final long uid = body.whole("uid", 1, Long.MAX_VALUE);
        body.finish();
        return act(request, new AddUser(uid), "add user", Long.toString(uid));
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

    /** The exchange compares numbers alone: what the number stood for is in the audit log. */
    private static Problem applied(
            final Outcome outcome, final String amount, final String currency, final AuditTrail.@Nullable Line line) {
        if (line == null) {
            return EngineProblems.of(
                    outcome.code(),
                    outcome.seq(),
                    "The audit log does not say what had this transaction id. If it was another adjustment, this one"
                            + " was"
                            + " not done: send it with a higher id.");
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
                                was + "; this one, of " + amount + " " + currency
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

    /** @param isUrgent whether it is done even where it cannot be noted: it stops somebody */
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
                                ? Problem.of(
                                        ProblemCode.OUTCOME_UNKNOWN, "the result has not come yet: look at the user")
                                : failure));
    }

    private CompletableFuture<Outcome> submit(final Command command) {
        try {
            return door.submit(command);
        } catch (CommandDoor.RingFullException e) {
            throw Waiting.busy();
        }
    }

    /** Also where the sender has stopped waiting: what was done late was done. */
    private void audit(
            final Request request,
            final @Nullable Outcome done,
            final @Nullable Throwable failure,
            final String act,
            final String what) {
        if (failure != null && failure.getCause() instanceof NotNotedException) {
            return; // it was refused
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
