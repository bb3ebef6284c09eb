package io.daybook.testvenue;

import io.daybook.api.Listing;
import io.daybook.api.StateHashQuery;
import io.daybook.api.StateHashReport;
import io.daybook.config.ConfigException;
import io.daybook.config.Fault;
import io.daybook.gateway.config.ListingsJson;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.server.http.Response;
import io.daybook.server.orders.OrderState;
import io.daybook.server.orders.OrderView;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of the control door. Handlers block; those that change a venue run one after the other. */
final class ControlRoutes {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,19}");
    private static final List<String> WAITS = List.of("cookies", "keys", "listenKeys", "rateLimits");
    private static final List<String> STATES =
            Arrays.stream(OrderState.values()).map(ControlRoutes::word).toList();
    private static final Duration USUAL_WAIT = Duration.ofSeconds(10);
    private static final Duration HEARD = Duration.ofSeconds(30);
    private static final long LOOK_MS = 2;

    private final TestVenue venue;
    private final List<ControlRoute> routes = new ArrayList<>();

    ControlRoutes(final TestVenue venue) {
        this.venue = venue;
        add("GET", "/", "Lists the requests of this door, with an example each", "", asked -> list());
        change(
                "POST",
                "/reset",
                "Starts an empty exchange on the same ports; connections are cut",
                "{\"seed\":7}",
                this::reset);
        change("POST", "/world", "Starts a further venue with ports of its own", "{\"name\":\"two\"}", this::world);
        change("DELETE", "/world", "Ends a further venue", "{\"name\":\"two\"}", this::endWorld);
        change(
                "POST",
                "/users",
                "Adds a user with money and a key of each kind",
                "{\"name\":\"carl\",\"balances\":{\"EUR\":\"1000\",\"BTC\":\"1\"}}",
                this::user);
        change(
                "PUT",
                "/users/{name}/balances",
                "Gives a user exact balances",
                "{\"EUR\":\"1000\",\"BTC\":\"0.5\"}",
                this::balances);
        change(
                "POST",
                "/listings",
                "Adds a listing, with the keys of daybook.toml",
                "{\"listing\":{\"BTC-USD\":{\"symbol\":9,\"base\":\"BTC\",\"quote\":\"USD\",\"tick\":\"0.01\","
                        + "\"lot\":\"0.00001\"}},\"currency\":{\"USD\":{\"id\":9,\"decimals\":8}}}",
                this::listing);
        change(
                "POST",
                "/books/{symbol}",
                "Makes a book in which each level has this size; \"clear\":true cancels orders in the way",
                "{\"bids\":[[\"59999\",\"1\"]],\"asks\":[[\"60001\",\"1\"]]}",
                asked -> ControlDoor.json(venue.life().house().book(listingOf(asked.name()), asked.body())));
        change(
                "POST",
                "/trade/{symbol}",
                "Makes a trade at a price; \"through\":true first trades through the orders ahead of it",
                "{\"price\":\"60000\",\"size\":\"0.01\"}",
                asked -> ControlDoor.json(venue.life().house().trade(listingOf(asked.name()), asked.body())));
        change(
                "POST",
                "/fill",
                "Fills the next resting order of a user in these parts, after these gaps",
                "{\"key\":\"anna\",\"sizes\":[\"0.1\",\"0.2\"],\"gaps\":[\"PT1S\",\"PT5S\"]}",
                asked -> ControlDoor.json(venue.life().fills().add(trader(asked.body()), asked.body())));
        add(
                "GET",
                "/fill",
                "All fills, and their outcomes",
                "",
                asked -> ControlDoor.json(venue.life().fills().list()));
        add(
                "POST",
                "/market/{symbol}",
                "Starts other traders: bots, or a recorded day, with \"stock\" of ITCH 5.0 or \"book\" of LOBSTER",
                "{\"kind\":\"made\",\"bots\":[\"maker\",\"taker\",\"arbitrageur\"]}",
                this::market);
        change(
                "GET",
                "/market/{symbol}",
                "The other traders of a listing, and the fills of users by a recorded day",
                "",
                asked -> ControlDoor.json(venue.life().others().list(listingOf(asked.name()))));
        change(
                "DELETE",
                "/market/{symbol}",
                "Ends the other traders of a listing, and cancels their orders",
                "",
                asked -> ControlDoor.json(venue.life().others().end(listingOf(asked.name()))));
        change("POST", "/clock", "Moves the time of the venue", "{\"advance\":\"PT1M\"}", this::clock);
        add("GET", "/clock", "The time of the venue", "", asked -> ControlDoor.json(time()));
        change(
                "POST",
                "/expire",
                "Ends at once what would end by waiting",
                "{\"cookies\":true,\"keys\":true,\"listenKeys\":true,\"rateLimits\":true}",
                this::expire);
        change(
                "POST",
                "/faults",
                "Adds faults, in the order in which they are tried: their conditions and actions",
                "{\"faults\":[{\"when\":{\"door\":\"http\",\"key\":\"anna\",\"route\":\"POST /v1/orders\"},"
                        + "\"do\":\"loseAnswer\"}]}",
                this::faults);
        add("GET", "/faults", "All faults, or with ?unused those that no message has met", "", this::listFaults);
        change("DELETE", "/faults", "Removes all faults", "", asked -> {
            venue.life().faults().clear();
            return ControlDoor.json(venue.life().faults().list(false));
        });
        change(
                "POST",
                "/certify",
                "Leads a client of FIX through twenty steps; removes all faults",
                "{\"key\":\"anna\",\"patience\":\"PT1M\"}",
                this::certify);
        add(
                "GET",
                "/certify",
                "The steps, the client's task now, and the steps that it passed",
                "",
                asked -> certified());
        add("GET", "/journal", "Commands and results as lines of a scenario, ?from=SEQ", "", this::journal);
        add(
                "GET",
                "/requests",
                "The requests and answers at the doors, ?from=N",
                "",
                asked -> ControlDoor.json(venue.life().traffic().list(number(asked, "from"))));
        add("GET", "/hash", "The hash of the state, and the last seq", "", asked -> hash());
        add(
                "POST",
                "/await",
                "Answers once all followers have a given result, or an order is in a given state",
                "{\"order\":\"a-1\",\"state\":\"filled\",\"timeout\":\"PT10S\"}",
                this::await);
    }

    List<ControlRoute> all() {
        return routes;
    }

    private void add(
            final String method,
            final String path,
            final String summary,
            final String example,
            final ControlRoute.Handler handler) {
        routes.add(new ControlRoute(method, path, summary, example, handler));
    }

    private void change(
            final String method,
            final String path,
            final String summary,
            final String example,
            final ControlRoute.Handler handler) {
        add(method, path, summary, example, asked -> {
            synchronized (venue) {
                return handler.handle(asked);
            }
        });
    }

    private ControlRoute.Answer list() {
        final Json json = new Json().object().list("routes");
        for (final ControlRoute route : routes) {
            json.object()
                    .put("request", route.method() + " " + ControlDoor.ROOT + route.path())
                    .put("does", route.summary())
                    .put("example", route.example().isEmpty() ? null : route.example())
                    .end();
        }
        return ControlDoor.json(json.endList().end());
    }

    // ---- lives ---------------------------------------------------------------------------------------------------

    private ControlRoute.Answer reset(final ControlRoute.Asked asked) throws Exception {
        final Life before = venue.life();
        final long seed = asked.body().whole("seed", before.seed(), Long.MIN_VALUE, Long.MAX_VALUE);
        asked.body().finish();
        final long beganNs = System.nanoTime();
        venue.reset(seed);
        return ControlDoor.json(new Json()
                .object()
                .put("seed", seed)
                .put("seq", seq())
                .put("begunAnew", "seq, ids of orders and trades, FIX and TCP numbers, users that were added")
                .put("stays", "ports, and the keys and secrets of the first line")
                .put("tookMs", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs))
                .end());
    }

    private ControlRoute.Answer world(final ControlRoute.Asked asked) throws Exception {
        return new ControlRoute.Answer(
                201, Response.JSON, venue.addWorld(name(asked.body())).getBytes(StandardCharsets.UTF_8));
    }

    private ControlRoute.Answer endWorld(final ControlRoute.Asked asked) throws IOException {
        final String name = name(asked.body());
        asked.body().finish();
        venue.endWorld(name);
        return ControlDoor.json(new Json().object().put("ended", name).end());
    }

    private static String name(final Body body) {
        final String name = body.text("name");
        if (!NAME.matcher(name).matches()) {
            throw body.wrong("name", "must be 1 to 20 lower-case letters, digits and dashes, and begin with a letter");
        }
        return name;
    }

    // ---- users and listings --------------------------------------------------------------------------------------

    private ControlRoute.Answer user(final ControlRoute.Asked asked) {
        final Life life = venue.life();
        final String name = name(asked.body());
        final Map<String, String> balances = amounts(asked.body().object("balances"));
        asked.body().finish();
        if (life.traders().containsKey(name)) {
            throw asked.body().wrong("name", "is taken; PUT /users/" + name + "/balances changes its balances");
        }
        final Set<String> known = life.currencies().keySet();
        for (final String currency : balances.keySet()) {
            if (!known.contains(currency)) {
                throw Words.unknown("/balances/" + currency, "currency", currency, known);
            }
        }
        final Trader trader = life.addTrader(name);
        life.arrive(trader, balances);
        final Json json = new Json();
        trader.write(json);
        return new ControlRoute.Answer(201, Response.JSON, json.bytes());
    }

    private ControlRoute.Answer balances(final ControlRoute.Asked asked) {
        final Trader trader = trader(asked.name(), "");
        venue.life().balances(trader.uid(), amounts(asked.body()));
        return ControlDoor.json(
                new Json().object().put("name", trader.name()).put("seq", seq()).end());
    }

    private static Map<String, String> amounts(final Body body) {
        final Map<String, String> amounts = new LinkedHashMap<>();
        for (final String currency : body.keys()) {
            amounts.put(currency, body.text(currency));
        }
        return amounts;
    }

    private Trader trader(final Body body) {
        return trader(body.text("key"), "/key");
    }

    private Trader trader(final String name, final String pointer) {
        final Trader trader = venue.life().traders().get(name);
        if (trader == null) {
            throw Words.unknown(
                    pointer, "user", name, List.copyOf(venue.life().traders().keySet()));
        }
        return trader;
    }

    private Listing listingOf(final String name) {
        final Listing listing = venue.life().listings().get(name);
        if (listing == null) {
            throw Words.unknown("", "listing", name, venue.life().listings().keySet());
        }
        return listing;
    }

    /** Adds a listing through the operators' route. */
    private ControlRoute.Answer listing(final ControlRoute.Asked asked) throws Exception {
        final Life life = venue.life();
        final byte[] answer = OwnDoor.post(venue.place(), "/v1/admin/listings", asked.bytes());
        for (final Listing listing : parsed(asked.bytes(), life)) {
            life.listed(listing);
        }
        return new ControlRoute.Answer(201, Response.JSON, answer);
    }

    private static List<Listing> parsed(final byte[] body, final Life life) {
        try {
            return ListingsJson.read("the body", body, life.currencies().values());
        } catch (ConfigException e) {
            throw Problem.badForm("", e.faults().stream().map(Fault::toString).collect(Collectors.joining("; ")));
        }
    }

    /**
     * Answers once the traders have reached their start, or after a time limit with their progress. Other requests are
     * served meanwhile.
     */
    private ControlRoute.Answer market(final ControlRoute.Asked asked) throws Exception {
        final CompletableFuture<Void> begun;
        synchronized (venue) {
            begun = venue.life().others().start(listingOf(asked.name()), asked.body());
        }
        try {
            begun.get(HEARD.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            // the state of the day has the progress
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Problem problem ? problem : e;
        }
        synchronized (venue) {
            return ControlDoor.json(venue.life().others().list(listingOf(asked.name())));
        }
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    private ControlRoute.Answer clock(final ControlRoute.Asked asked) {
        final Life life = venue.life();
        final ManualTime time = life.manualTime();
        if (time == null) {
            throw Problem.badForm(
                    "", "the time of this venue is that of the machine; start it with --clock manual to move it");
        }
        final Body body = asked.body();
        final String advance = body.optionalText("advance");
        final String set = body.optionalText("set");
        body.finish();
        if ((advance == null) == (set == null)) {
            throw Problem.badForm(
                    "", "needs either advance, such as \"PT1M\", or set, such as \"2026-01-05T10:00:00Z\"");
        }
        final long nowNs = time.stampNs();
        final long untilNs = advance == null
                ? instantNs(String.valueOf(set))
                : nowNs + Durations.read("/advance", advance).toNanos();
        if (untilNs < nowNs) {
            throw body.wrong("set", "must not be earlier than the time of the venue, which is " + shown(nowNs));
        }
        if (untilNs - nowNs > TimeUnit.DAYS.toNanos(366)) {
            throw body.wrong(
                    "set",
                    "must be at most 366 days later; the latest is " + shown(nowNs + TimeUnit.DAYS.toNanos(366)));
        }
        if (!life.others().beginning().isEmpty()) {
            throw Problem.badForm(
                    "",
                    "a recorded day is not yet at its start: wait until GET /market/"
                            + life.others().beginning().get(0) + " no longer has the state begins");
        }
        requireHeard(life); // so that fills of orders that already rest become due by the time before the move
        time.moveTo(untilNs, life.agenda());
        venue.place().folder().note("time", Long.toString(untilNs));
        requireHeard(life);
        return ControlDoor.json(time());
    }

    private static void requireHeard(final Life life) {
        if (!life.awaitHeard(HEARD)) {
            throw new IllegalStateException("followers have not received the last result within 30 s");
        }
    }

    private static long instantNs(final String text) {
        try {
            final Instant instant = Instant.parse(text);
            return Math.addExact(
                    Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw Problem.badForm("/set", "must be a time such as \"2026-01-05T10:00:00Z\"");
        }
    }

    private static String shown(final long timeNs) {
        return Instant.ofEpochSecond(0, timeNs).toString();
    }

    private Json time() {
        final Life life = venue.life();
        return new Json()
                .object()
                .put("time", shown(life.time().stampNs()))
                .put("clock", life.manualTime() == null ? "machine" : "manual")
                .put("seq", seq())
                .end();
    }

    private ControlRoute.Answer expire(final ControlRoute.Asked asked) {
        final List<String> what = new ArrayList<>();
        for (final String word : asked.body().keys()) {
            if (!WAITS.contains(word)) {
                throw Words.unknown("/" + word, "kind of expiry", word, WAITS);
            }
            if (asked.body().flag(word)) {
                what.add(word);
            }
        }
        venue.life().expire(what);
        final Json json = new Json().object().list("expired");
        what.forEach(json::item);
        return ControlDoor.json(json.endList().end());
    }

    private ControlRoute.Answer faults(final ControlRoute.Asked asked) {
        final List<Body> bodies = asked.body().objects("faults");
        asked.body().finish();
        if (bodies.isEmpty()) {
            throw asked.body().wrong("faults", "must be a list of one fault or more");
        }
        return ControlDoor.json(
                venue.life().faults().add(asked.bytes(), bodies, venue.life().known()));
    }

    private ControlRoute.Answer listFaults(final ControlRoute.Asked asked) {
        for (final String given : asked.query().keySet()) {
            if (!given.equals("unused")) {
                throw Words.unknown("?" + given, "parameter", given, List.of("unused"));
            }
        }
        return ControlDoor.json(venue.life().faults().list(asked.query().containsKey("unused")));
    }

    private ControlRoute.Answer certify(final ControlRoute.Asked asked) {
        final Trader trader = trader(asked.body());
        final String patience = asked.body().optionalText("patience");
        final Duration each = patience == null ? TestVenue.PATIENCE : Durations.read("/patience", patience);
        asked.body().finish();
        venue.certify(trader, each);
        return certified();
    }

    private ControlRoute.Answer certified() {
        final FixCertification certification = venue.life().fix().certification();
        if (certification == null) {
            throw Problem.badForm("", "no certification was begun; POST " + ControlDoor.ROOT + "/certify begins one");
        }
        return ControlDoor.json(certification.list());
    }

    // ---- what happened -------------------------------------------------------------------------------------------

    private ControlRoute.Answer journal(final ControlRoute.Asked asked) {
        final long from = Math.max(1, number(asked, "from"));
        venue.life().exchange().query(new StateHashQuery()).join(); // afterwards the file has all answered commands
        return new ControlRoute.Answer(
                200,
                "application/jsonl",
                JournalLines.read(
                        venue.place().config().data(), venue.place().config().exchange(), from));
    }

    private static long number(final ControlRoute.Asked asked, final String name) {
        for (final String given : asked.query().keySet()) {
            if (!given.equals(name)) {
                throw Words.unknown("?" + given, "parameter", given, List.of(name));
            }
        }
        final String text = asked.query().getOrDefault(name, "0");
        if (text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9') || text.isEmpty()) {
            throw Problem.badForm("?" + name, name + " must be a whole number from 0 on");
        }
        return Long.parseLong(text);
    }

    private long seq() {
        return venue.life().exchange().query(new StateHashQuery()).join().seq();
    }

    private ControlRoute.Answer hash() {
        final StateHashReport report =
                venue.life().exchange().query(new StateHashQuery()).join();
        return ControlDoor.json(new Json()
                .object()
                .put("seq", report.seq())
                .put("hash", report.hex())
                .end());
    }

    private ControlRoute.Answer await(final ControlRoute.Asked asked) throws Exception {
        final Body body = asked.body();
        final String given = body.optionalText("timeout");
        final Duration timeout = given == null ? USUAL_WAIT : Durations.read("/timeout", given);
        if (body.has("seq")) {
            final long seq = body.whole("seq", 0, Long.MAX_VALUE);
            body.finish();
            return awaited(venue.life().awaitHeard(seq, timeout), null);
        }
        final String order = body.text("order");
        final String state = body.text("state");
        final String of = body.optionalText("key");
        body.finish();
        if (!STATES.contains(state)) {
            throw Words.unknown("/state", "state of an order", state, STATES);
        }
        final List<Trader> asking =
                of == null ? List.copyOf(venue.life().traders().values()) : List.of(trader(of, "/key"));
        final long beganNs = System.nanoTime();
        while (true) {
            String last = null;
            for (final Trader trader : asking) {
                final OrderView now = venue.life().orders().byClient(trader.uid(), order);
                last = now == null ? last : word(now.state());
            }
            if (state.equals(last) || System.nanoTime() - beganNs > timeout.toNanos()) {
                return awaited(state.equals(last), last);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private static String word(final OrderState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private ControlRoute.Answer awaited(final boolean holds, final @Nullable String state) {
        return ControlDoor.json(new Json()
                .object()
                .put("holds", holds)
                .put("state", state)
                .put("seq", seq())
                .end());
    }
}
