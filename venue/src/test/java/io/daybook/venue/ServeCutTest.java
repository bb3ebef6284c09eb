package io.daybook.venue;

import static io.daybook.venue.ServedVenue.member;
import static io.daybook.venue.ServedVenue.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ResultView;
import io.daybook.core.Replay;
import io.daybook.host.Proves;
import io.daybook.server.StartException;
import io.daybook.server.orders.OrderView;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traders send each order until it is answered, against a server whose disk is cut off at a random call: during its
 * start, within a write, before a force, or within a snapshot. For the folder this is a SIGKILL. One to three more
 * servers on the same folder are cut off in the same way, and the last one is not. {@code VenueKillTest} does this with
 * processes; here a run of the server needs no JVM. {@code -Ddaybook.cuts} sets the number of runs.
 */
@Proves(
        value = "an order over HTTP is placed once, even if the disk is cut off at a random call",
        normal = "30 runs",
        large = "1,000 runs")
@Tag("whole")
class ServeCutTest {
    private static final long[] USERS = {301, 302};
    private static final int ORDERS = 12;
    private static final int MOST_CALLS = 150;

    /**
     * Orders are placed one after the other, and each is written and forced, so all of them need more calls than this.
     */
    private static final int LEAST_CALLS = ORDERS;

    private static final int LOTS = 5;
    private static final long TIME_OUT_NS = TimeUnit.MINUTES.toNanos(5);

    @TempDir
    private Path folder;

    /** The first answer of each order, by user and client id; later answers must be equal. */
    private final Map<String, String> answered = new ConcurrentHashMap<>();

    private String seed = "";

    /** Counts the outcomes of the runs, to detect a test in which nothing is cut off. */
    private final Map<String, Integer> seen = new HashMap<>();

    @Test
    void shouldPlaceEachOrderOnceWhereverTheServerIsCutOff() throws Exception {
        final long first = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final int runs = Integer.getInteger("daybook.cuts", Boolean.getBoolean("daybook.long") ? 1_000 : 30);
        final Path made = Files.createDirectory(folder.resolve("made"));
        final List<String> tokens = new ArrayList<>();
        final String admin;
        try (ServedVenue venue = ServedVenue.start(made, "exchange.snapshotRetainAll=true")) {
            for (final long user : USERS) {
                tokens.add(venue.trader(user, "5", "100000"));
            }
            admin = venue.adminToken();
        }
        for (int i = 0; i < runs; i++) {
            seed = "seed=" + (first + i);
            System.out.println(seed);
            final Path own = folder.resolve("run");
            copy(made, own);
            run(own, tokens, admin, new SplittableRandom(first + i), i == 0);
            delete(own);
            answered.clear();
        }
        System.out.println("runs: " + runs + ", " + seen);
        assertTrue(seen.getOrDefault("cut while it served", 0) > 0, "no run of a server was cut off: " + seen);
    }

    /**
     * Carries out a run.
     *
     * @param isSure whether its first server is certainly cut off while it serves, which one run of each test does
     */
    private void run(
            final Path own,
            final List<String> tokens,
            final String admin,
            final SplittableRandom dice,
            final boolean isSure)
            throws Exception {
        final int cuts = 1 + dice.nextInt(3);
        final List<Trader> traders = new ArrayList<>();
        try (ServedVenue venue = ServedVenue.at(own, "exchange.snapshotRetainAll=true")) {
            for (int i = 0; i < USERS.length; i++) {
                traders.add(new Trader(venue, USERS[i], tokens.get(i), admin, dice.split()));
            }
            if (isSure) {
                final CutStorage storage = new CutStorage(Long.MAX_VALUE, dice.split());
                venue.begin(storage);
                storage.cutBehind(dice.nextInt(LEAST_CALLS));
                traders.forEach(Thread::start);
                untilCut(venue, storage, traders);
            } else {
                traders.forEach(Thread::start);
            }
            for (int cut = 0; cut < cuts; cut++) {
                live(venue, new CutStorage(1 + dice.nextInt(MOST_CALLS), dice.split()), traders);
            }
            venue.begin();
            for (final Trader trader : traders) {
                trader.join(TimeUnit.NANOSECONDS.toMillis(TIME_OUT_NS));
                assertTrue(!trader.isAlive() && trader.failure == null, seed + " " + trader.failure);
            }
            requireSameAnswers(venue, traders);
            final Map<Long, TreeSet<String>> lists = lists(venue, traders);
            venue.end();
            requireSameAsReplay(own.resolve("data"), lists);
        }
    }

    /** Runs a server until its disk is cut off, or all orders are answered. */
    private void live(final ServedVenue venue, final CutStorage storage, final List<Trader> traders) {
        try {
            venue.begin(storage);
        } catch (StartException | RuntimeException e) {
            if (!storage.isCut()) {
                throw new AssertionError(seed + " does not start on a sound disk", e);
            }
            seen.merge("cut while it started", 1, Integer::sum);
            venue.end();
            return;
        }
        untilCut(venue, storage, traders);
    }

    private void untilCut(final ServedVenue venue, final CutStorage storage, final List<Trader> traders) {
        final long beganNs = System.nanoTime();
        while (!storage.isCut() && traders.stream().anyMatch(Thread::isAlive)) {
            assertTrue(System.nanoTime() - beganNs < TIME_OUT_NS, seed + " neither cut off nor done");
            pause();
        }
        seen.merge(storage.isCut() ? "cut while it served" : "not cut", 1, Integer::sum);
        venue.end();
    }

    private void requireSameAnswers(final ServedVenue venue, final List<Trader> traders) throws Exception {
        for (final Trader trader : traders) {
            for (int i = 0; i < ORDERS; i++) {
                final HttpResponse<String> again = venue.send(trader.token, "POST", "/v1/orders", trader.order(i));
                assertEquals(answered.get(trader.name(i)), core(again), seed);
                assertTrue(again.body().contains("\"duplicate\":true"), seed + " " + again.body());
            }
        }
    }

    /** Returns the orders and fills of each user, as the server lists them. */
    private static Map<Long, TreeSet<String>> lists(final ServedVenue venue, final List<Trader> traders)
            throws Exception {
        final Map<Long, TreeSet<String>> lists = new HashMap<>();
        for (final Trader trader : traders) {
            final TreeSet<String> rows = new TreeSet<>();
            for (final String order : items(ok(venue.get(trader.token, "/v1/orders?state=all&limit=1000")))) {
                rows.add(String.join(
                        " ",
                        member(order, "orderId"),
                        member(order, "clientOrderId"),
                        member(order, "state"),
                        member(order, "filled"),
                        member(order, "seq")));
            }
            for (final String fill : items(ok(venue.get(trader.token, "/v1/fills?limit=1000")))) {
                rows.add(String.join(
                        " ", "fill", member(fill, "orderId"), member(fill, "tradeId"), member(fill, "size")));
            }
            lists.put(trader.user, rows);
        }
        return lists;
    }

    private static List<String> items(final String json) {
        return Stream.of(json.split("\\{\"(?=orderId|symbol)"))
                .skip(1)
                .map(one -> "{\"" + one)
                .toList();
    }

    /** Checks that the journal contains each order once, as it was answered, and leads to the same lists. */
    private void requireSameAsReplay(final Path data, final Map<Long, TreeSet<String>> lists) {
        final OrdersBook book = new OrdersBook();
        final OrdersFollower fold = new OrdersFollower(book);
        final Map<String, String> placed = new HashMap<>();
        final Map<Long, Integer> requests = new HashMap<>();
        Replay.from(data, 1, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                fold.onResult(result, true);
                if (result.typeCode() == CommandType.PLACE_ORDER.code()) {
                    requests.merge(result.uid(), 1, Integer::sum);
                    placed.put(Long.toString(result.orderId()), Long.toString(result.seq()));
                }
            }
        });
        for (final long user : USERS) {
            assertEquals(ORDERS, requests.get(user), seed + " each client id is one command");
            final TreeSet<String> rows = new TreeSet<>();
            Stream.concat(book.live(user).stream(), book.closed(user).stream()).forEach(order -> rows.add(row(order)));
            book.fills(user)
                    .forEach(fill ->
                            rows.add("fill " + fill.orderId() + " " + fill.tradeId() + " " + decimal(fill.size())));
            assertEquals(rows, lists.get(user), seed);
        }
        answered.forEach((name, answer) -> {
            if (answer.startsWith("201")) {
                assertEquals(placed.get(member(answer, "orderId")), member(answer, "seq"), seed + " " + name);
            }
        });
    }

    private static String row(final OrderView order) {
        return String.join(
                " ",
                Long.toString(order.orderId()),
                order.clientOrderId(),
                order.state().name().toLowerCase(Locale.ROOT),
                decimal(order.filled()),
                Long.toString(order.seq()));
    }

    private static String decimal(final long lots) {
        return BigDecimal.valueOf(lots, LOTS).toPlainString();
    }

    /**
     * Returns an answer without the members that belong to one sending or repetition of a request, or that may be
     * missing at the moment.
     */
    private static String core(final HttpResponse<String> answer) {
        return answer.statusCode()
                + " "
                + answer.body().replace(",\"duplicate\":true", "").replaceAll(",\"(requestId|detail)\":\"[^\"]*\"", "");
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void delete(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    /** Sends its orders one after the other, each until it is answered, while servers end and start. */
    private final class Trader extends Thread {
        private final ServedVenue venue;
        private final long user;
        private final String token;
        private final String admin;
        private final SplittableRandom dice;
        private volatile Throwable failure;

        Trader(
                final ServedVenue venue,
                final long user,
                final String token,
                final String admin,
                final SplittableRandom dice) {
            super("trader-" + user);
            setDaemon(true);
            this.venue = venue;
            this.user = user;
            this.token = token;
            this.admin = admin;
            this.dice = dice;
        }

        private String name(final int i) {
            return user + " c-" + i;
        }

        /** Returns an order. The two users trade with each other; some orders exceed their owner's funds. */
        private String order(final int i) {
            return ServedVenue.order(
                    (i + user) % 2 == 0 ? "buy" : "sell", 100 + i % 3 + ".00", i % 7 == 6 ? "9000" : "0.01", "c-" + i);
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < ORDERS; i++) {
                    answered.put(name(i), untilAnswered(i));
                    if (dice.nextInt(4) == 0) {
                        tried(admin, "POST", "/v1/admin/snapshot", "");
                    }
                    if (dice.nextInt(4) == 0) {
                        tried(token, "DELETE", "/v1/orders?symbol=BTC-EUR", "");
                    }
                }
            } catch (Exception | AssertionError e) {
                failure = e;
            }
        }

        private String untilAnswered(final int i) throws Exception {
            for (; ; ) {
                final HttpResponse<String> answer = tried(token, "POST", "/v1/orders", order(i));
                if (answer != null && answer.statusCode() < 500) {
                    return core(answer);
                }
                pause(); // until the next server runs
            }
        }

        /** Returns an answer, or null if the connection ended. */
        private HttpResponse<String> tried(
                final String who, final String method, final String target, final String body) throws Exception {
            try {
                return venue.send(who, method, target, body);
            } catch (IOException e) {
                return null;
            }
        }
    }
}
