package io.daybook.testvenue;

import io.daybook.api.Listing;
import io.daybook.flow.bots.BotKind;
import io.daybook.flow.bots.BotListing;
import io.daybook.flow.day.RecordedDay;
import io.daybook.server.http.Body;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The other traders of a life: recorded days and bots, by listing. Used by one thread at a time. */
final class OtherTraders implements AutoCloseable {
    private static final List<String> KINDS = List.of("recorded", "made");
    private static final Map<String, BotKind> BOTS = Arrays.stream(BotKind.values())
            .collect(Collectors.toMap(BotKind::text, one -> one, (a, b) -> a, TreeMap::new));

    private final Life life;
    private final Map<String, RecordedTrader> recorded = new TreeMap<>();
    private @Nullable BotTraders bots;

    OtherTraders(final Life life) {
        this.life = life;
    }

    /**
     * Starts traders on a listing; see docs/test-venue.md.
     *
     * @return a future that completes when the traders have reached their start, which may take long
     */
    CompletableFuture<Void> start(final Listing listing, final Body body) {
        final String kind = body.text("kind");
        if (!KINDS.contains(kind)) {
            throw Words.unknown("/kind", "kind of traders", kind, KINDS);
        }
        if (kind.equals("recorded")) {
            return startDay(listing, body);
        }
        startBots(listing, body);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> startDay(final Listing listing, final Body body) {
        final Path messages = file(body, "file", body.text("file"));
        final String ofBook = body.optionalText("book");
        final Path book = ofBook == null ? null : file(body, "book", ofBook);
        final String stock = body.optionalText("stock");
        final String from = body.optionalText("from");
        body.finish();
        if ((book == null) == (stock == null)) {
            throw Problem.badForm(
                    "/stock", "a day of ITCH 5.0 needs \"stock\", and one of LOBSTER \"book\", its order book file");
        }
        if (listing.spec().isFutures()) {
            throw Problem.badForm("", "a recorded day needs a listing of a pair: " + listing.name() + " is a future");
        }
        final RecordedTrader before = recorded.get(listing.name());
        if (before != null && !before.isEmpty()) {
            throw Problem.badForm("", listing.name() + " has a recorded day already; POST /reset removes it");
        }
        final RecordedTrader day = new RecordedTrader(
                life,
                listing,
                new RecordedDay(messages, book),
                stock == null ? "" : stock,
                from == null ? -1 : Durations.read("/from", from).toNanos());
        recorded.put(listing.name(), day);
        return CompletableFuture.runAsync(day::begin, act -> {
            final Thread thread = new Thread(act, "daybook-testvenue-begin");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** The listings whose recorded day has not reached its start. */
    List<String> beginning() {
        return recorded.entrySet().stream()
                .filter(day -> day.getValue().begins())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Path file(final Body body, final String key, final String text) {
        try {
            final Path path = Path.of(text);
            if (Files.isReadable(path) && !Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // reported below
        }
        throw body.wrong(key, "must be a file that the venue can read");
    }

    private void startBots(final Listing listing, final Body body) {
        final BotListing traded = BotTraders.listings().get(listing.name());
        final List<String> words = body.texts("bots");
        body.finish();
        if (traded == null) {
            throw Words.unknown(
                    "", "listing of bots", listing.name(), BotTraders.listings().keySet());
        }
        if (!life.listings().keySet().containsAll(BotTraders.listings().keySet())) {
            throw Problem.badForm(
                    "",
                    "bots need all listings that a venue without --listings has: "
                            + String.join(", ", BotTraders.listings().keySet()));
        }
        final Set<BotKind> kinds = words.isEmpty() ? EnumSet.allOf(BotKind.class) : EnumSet.noneOf(BotKind.class);
        for (int i = 0; i < words.size(); i++) {
            final BotKind one = BOTS.get(words.get(i));
            if (one == null) {
                throw Words.unknown("/bots/" + i, "bot", words.get(i), BOTS.keySet());
            }
            kinds.add(one);
        }
        BotTraders trading = bots;
        if (trading == null) {
            trading = new BotTraders(life);
            bots = trading;
        }
        trading.start(traded, kinds);
    }

    /** The traders of a listing. */
    Json list(final Listing listing) {
        final boolean isManual = life.manualTime() != null;
        final Json json = new Json()
                .object()
                .put("symbol", listing.name())
                .put("repeatable", isManual)
                .put("why", isManual ? null : "the clock of the machine runs; --clock manual makes two runs the same")
                .list("traders");
        final RecordedTrader day = recorded.get(listing.name());
        if (day != null && !day.isEmpty()) {
            day.write(json);
        }
        final Set<BotKind> kinds = kinds(listing);
        if (!kinds.isEmpty()) {
            json.object().put("kind", "made").list("bots");
            kinds.forEach(kind -> json.item(kind.text()));
            json.endList().end();
        }
        return json.endList().end();
    }

    private Set<BotKind> kinds(final Listing listing) {
        final BotListing traded = BotTraders.listings().get(listing.name());
        final BotTraders trading = bots;
        return traded == null || trading == null ? Set.of() : trading.kinds(traded);
    }

    /** Ends the traders of a listing, and cancels their orders. */
    Json end(final Listing listing) {
        final RecordedTrader day = recorded.get(listing.name());
        if (day != null) {
            day.end();
        }
        final BotTraders trading = bots;
        if (trading != null && !kinds(listing).isEmpty()) {
            trading.end(BotListing.valueOf(listing.name().replace('-', '_')));
        }
        return list(listing);
    }

    @Override
    public void close() {
        recorded.values().forEach(RecordedTrader::close);
        final BotTraders trading = bots;
        if (trading != null) {
            trading.close();
        }
    }
}
