package io.daybook.server.api;

import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.config.ConfigException;
import io.daybook.config.Fault;
import io.daybook.gateway.config.ListingsJson;
import io.daybook.server.config.ListingFile;
import io.daybook.server.http.Access;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Caller;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds listings while the venue runs. A listing is in the file before its symbol is in the exchange. */
public final class ListingRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ListingRoutes.class);
    private static final List<BodyField> BODY = List.of(
            new BodyField(
                    "listing",
                    "object",
                    true,
                    "an object with one entry: the name of the listing, and its keys as in daybook.toml"),
            new BodyField(
                    "currency",
                    "object",
                    false,
                    "an object with an entry for each new currency: its name, and its id and decimals"));

    private final Exchange exchange;
    private final Markets markets;
    private final OperatorDoor door;
    private final ListingFile file;
    private final AuditTrail audit;
    private final SlowWork work;
    private final int timeoutMs;

    public ListingRoutes(
            final Exchange exchange,
            final Markets markets,
            final OperatorDoor door,
            final ListingFile file,
            final AuditTrail audit,
            final SlowWork work,
            final int timeoutMs) {
        this.exchange = exchange;
        this.markets = markets;
        this.door = door;
        this.file = file;
        this.audit = audit;
        this.work = work;
        this.timeoutMs = timeoutMs;
    }

    public void addTo(final Router router) {
        router.add(Route.of("POST /v1/admin/listings", Access.OPERATOR, "Adds a listing", this::add)
                .body(BODY));
    }

    private CompletionStage<Response> add(final Request request) {
        request.onlyAsked();
        final Listing listing = listing(request);
        return work.answer(request, () -> add(request, listing));
    }

    private Listing listing(final Request request) {
        try {
            final List<Listing> listings = ListingsJson.read("the body", request.bytes(), markets.currencies());
            if (listings.size() != 1) {
                throw Problem.badForm(
                        "/listing", "listing must hold one listing, by its name: it holds " + listings.size());
            }
            return listings.get(0);
        } catch (ConfigException e) {
            throw Problem.badForm("", e.faults().stream().map(Fault::toString).collect(Collectors.joining("; ")));
        }
    }

    /** Adds one listing at a time, because it runs on the operators' thread. */
    private Response add(final Request request, final Listing listing)
            throws ConfigException, IOException, InterruptedException {
        final SymbolSpec known = exchange.query(new SymbolsQuery()).join().spec(listing.symbol());
        requireNew(listing, known);
        audit.begin(request.caller(), "add listing", listing.name() + " symbol " + listing.symbol());
        write(listing);
        long seq = 0;
        if (known == null) {
            final Outcome outcome = addSymbol(request.caller(), listing);
            seq = outcome.seq();
            if (!outcome.isSuccess()) {
                file.remove(listing);
                audit.write(request.caller(), "add listing: " + outcome.code(), listing.name(), seq);
                throw EngineProblems.of(outcome.code(), seq, "");
            }
        }
        markets.add(listing);
        audit.write(request.caller(), "add listing", listing.name() + " symbol " + listing.symbol(), seq);
        return Response.json(201, PublicRoutes.listing(listing)).seq(seq);
    }

    private void write(final Listing listing) throws IOException {
        try {
            file.add(listing);
        } catch (ConfigException e) {
            throw Problem.of(
                    ProblemCode.NOT_DONE,
                    "the listings that were made before cannot be read, and the next start would fail: "
                            + e.getMessage() + " Repair the file first");
        } catch (IllegalArgumentException e) {
            throw Problem.badForm("/listing", String.valueOf(e.getMessage()));
        }
    }

    private void requireNew(final Listing listing, final @Nullable SymbolSpec known) {
        for (final Listing other : markets.listings()) {
            if (other.name().equals(listing.name()) || other.symbol() == listing.symbol()) {
                throw Problem.of(
                        ProblemCode.LISTED,
                        "listing " + other.name() + " has this name or the symbol " + other.symbol()
                                + ": take another name and another symbol");
            }
        }
        if (known != null && !known.equals(listing.spec())) {
            throw Problem.of(
                    ProblemCode.LISTED,
                    "the exchange has symbol " + listing.symbol() + " with other properties: " + known
                            + "; the listing has: " + listing.spec());
        }
    }

    private Outcome addSymbol(final Caller caller, final Listing listing)
            throws ConfigException, IOException, InterruptedException {
        final CompletableFuture<Outcome> result;
        try {
            result = door.submit(new AddSymbol(listing.spec()));
        } catch (OperatorDoor.RingFullException e) {
            file.remove(listing);
            throw Waiting.busy();
        }
        try {
            return result.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            final CompletableFuture<Void> unused =
                    result.thenAccept(outcome -> later(() -> late(caller, listing, outcome)));
            throw Problem.of(
                    ProblemCode.OUTCOME_UNKNOWN,
                    "the result has not come yet: the listing is added when it comes, unless the exchange refuses it");
        } catch (ExecutionException e) {
            throw Problem.of(ProblemCode.HALTED, "the exchange has stopped: the listing is added by the next start");
        }
    }

    private void later(final Runnable task) {
        if (!work.later(task)) {
            LOG.error("the queue of operators' tasks is full: a listing whose result came late is served after the"
                    + " next start");
        }
    }

    /** Handles a result that comes after the client got OUTCOME_UNKNOWN. */
    void late(final Caller caller, final Listing listing, final Outcome outcome) {
        if (markets.listing(listing.symbol()) != null) {
            return; // the client has repeated the request meanwhile
        }
        try {
            if (outcome.isSuccess()) {
                markets.add(listing);
                audit.write(caller, "add listing, late", listing.name() + " symbol " + listing.symbol(), outcome.seq());
            } else {
                file.remove(listing);
                audit.write(caller, "add listing, late: " + outcome.code(), listing.name(), outcome.seq());
            }
        } catch (ConfigException | IOException e) {
            LOG.error(
                    "listing {}, which the exchange has refused, cannot be removed from the file of listings",
                    listing.name(),
                    e);
        }
    }
}
