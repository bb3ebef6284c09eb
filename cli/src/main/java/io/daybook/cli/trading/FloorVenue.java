package io.daybook.cli.trading;

import io.daybook.api.AddAccounts;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ResultCode;
import io.daybook.client.Answer;
import io.daybook.client.ClientListener;
import io.daybook.client.DaybookClient;
import io.daybook.client.Fill;
import io.daybook.client.Off;
import io.daybook.client.OrderHandle;
import io.daybook.client.OrderType;
import io.daybook.client.Side;
import io.daybook.core.DaybookExchange;
import io.daybook.sessions.member.Secret;
import io.daybook.wire.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The venue of a floor: its files, and its process, which can be killed and started again. Used by one thread. */
final class FloorVenue {
    /** The user with two orders in each symbol, far from the middle, so that there is always a fair price. */
    private static final long HOUSE_UID = 300;

    private static final int HOUSE_SESSION = 100;
    private static final long LOW = 9_500;
    private static final long HIGH = 10_500;
    private static final long HOUSE_LOTS = 100_000;

    /** A limit of orders that no trader reaches. */
    private static final long PER_SECOND = 100_000;

    private static final long TIME_OUT_S = 60;
    private static final long LOOK_MS = 50;

    private final FloorPlan plan;
    private final FloorProcesses processes;
    private final String secret;
    private final int port;
    private @Nullable Process process;

    FloorVenue(final FloorPlan plan, final FloorProcesses processes) throws IOException {
        this.plan = plan;
        this.processes = processes;
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        final Secret.Fresh fresh = Secret.make(random);
        secret = fresh.text();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.createDirectories(plan.folder());
        Files.createDirectories(plan.hops());
        Files.writeString(plan.folder().resolve("daybook.toml"), toml());
        Files.writeString(
                plan.folder().resolve("members.json"), members(fresh.kept().kept()));
        Files.writeString(secretFile(), "secret: " + secret + "\n");
        endow();
    }

    /** The file with the secret of all sessions. */
    Path secretFile() {
        return plan.folder().resolve("secret.txt");
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    private String toml() {
        final StringBuilder toml = new StringBuilder("""
                data = "data"
                members = "members.json"
                hopEvery = 1
                [exchange]
                snapshotEveryMinutes = 0
                [http]
                port = 0
                [tcp]
                port = %d
                [feed]
                [currency.EUR]
                id = %d
                decimals = 2
                """.formatted(port, FloorPlan.QUOTE));
        for (final int symbol : plan.symbols()) {
            toml.append("""
                    [currency.P%1$d]
                    id = %2$d
                    decimals = 0
                    [listing.P%1$d-EUR]
                    symbol = %1$d
                    base = "P%1$d"
                    quote = "EUR"
                    tick = "0.01"
                    lot = "1"
                    takerFee = "0.00015"
                    makerFee = "0.00005"
                    """.formatted(symbol, FloorPlan.base(symbol)));
        }
        return toml.toString();
    }

    private String members(final String kept) {
        final Json json = new Json().object().list("members").object();
        json.put("name", "FLOOR").put("secret", kept).list("sessions");
        session(json, HOUSE_SESSION, Map.of("HOUSE", HOUSE_UID), "trade");
        for (final FloorTrader trader : plan.traders()) {
            session(json, trader.session(), Map.of("T" + trader.uid(), trader.uid()), "trade");
            session(json, trader.session() + 1, Map.of(), "view");
        }
        return json.endList().end().endList().end().endLine().text();
    }

    private static void session(
            final Json json, final int number, final Map<String, Long> accounts, final String right) {
        json.object().put("session", number).put("protocol", "tcp").object("accounts");
        accounts.forEach(json::put);
        json.end().list("may", List.of(right)).put("cancelOnDisconnect", "none");
        json.object("limits").put("perSecond", PER_SECOND).put("burst", PER_SECOND);
        json.end().end();
    }

    /** Gives the users their money before the venue runs. */
    private void endow() {
        final Map<Integer, Long> money = new TreeMap<>();
        money.put(FloorPlan.QUOTE, FloorPlan.BALANCE);
        plan.symbols().forEach(symbol -> money.put(FloorPlan.base(symbol), FloorPlan.BALANCE));
        final Map<Long, Map<Integer, Long>> accounts = new TreeMap<>();
        accounts.put(HOUSE_UID, money);
        plan.traders().forEach(trader -> accounts.put(trader.uid(), money));
        try (Exchange exchange = DaybookExchange.builder().journal(plan.data()).start()) {
            final CommandResult added =
                    exchange.submit(AddAccounts.of(accounts)).join();
            if (added.code() != ResultCode.SUCCESS) {
                throw new IllegalStateException("the users of a floor must be new: code=" + added.code());
            }
        }
    }

    /** Starts the process, and waits until it accepts orders. */
    void start() throws IOException, InterruptedException {
        final Process started = processes.start(FloorProcesses.builder(List.of(
                        "serve",
                        "--config",
                        plan.folder().resolve("daybook.toml").toString()))
                .redirectError(
                        Redirect.appendTo(plan.folder().resolve("venue.log").toFile())));
        process = started;
        final CountDownLatch listens = new CountDownLatch(1);
        final Thread reader = new Thread(() -> read(started, listens), "daybook-floor-venue");
        reader.setDaemon(true);
        reader.start();
        final long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIME_OUT_S);
        while (!listens.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
            if (!started.isAlive() || System.nanoTime() - untilNs > 0) {
                throw new IOException("the venue "
                        + (started.isAlive() ? "does not listen after " + TIME_OUT_S + " s" : "has ended at its start")
                        + "; see venue.log in " + plan.folder());
            }
        }
    }

    /** Reads everything that the venue prints, because a full pipe would stop it. */
    private static void read(final Process venue, final CountDownLatch listens) {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(venue.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("listening on http://")) {
                    listens.countDown();
                }
            }
        } catch (IOException e) {
            // the venue was killed; its exit status shows that
        }
    }

    /** Sends both orders of the house in each symbol. */
    void quote() throws IOException, InterruptedException {
        final CountDownLatch answers = new CountDownLatch(2 * plan.symbolCount());
        try (DaybookClient client = DaybookClient.builder()
                .address("127.0.0.1", port)
                .session(HOUSE_SESSION, secret)
                .nextOut(0)
                .listener(new House(answers))
                .connect()) {
            for (final int symbol : plan.symbols()) {
                client.place(new OrderHandle(), HOUSE_UID, symbol, Side.BID, OrderType.GTC, LOW, HOUSE_LOTS);
                client.place(new OrderHandle(), HOUSE_UID, symbol, Side.ASK, OrderType.GTC, HIGH, HOUSE_LOTS);
            }
            if (!answers.await(TIME_OUT_S, TimeUnit.SECONDS)) {
                throw new IOException(
                        "the venue did not answer the first orders, those of the house, within " + TIME_OUT_S + " s");
            }
        }
    }

    /** Stops the process at any moment, as on a machine that hangs: connections stay open, and nothing answers. */
    void stall() throws IOException, InterruptedException {
        final Process running = process;
        if (running != null
                && new ProcessBuilder("sh", "-c", "kill -STOP " + running.pid())
                                .start()
                                .waitFor()
                        != 0) {
            throw new IOException("the venue cannot be stopped: kill -STOP " + running.pid());
        }
    }

    /** Ends the process with SIGKILL, at any moment, and waits until it is gone. */
    void kill() throws InterruptedException {
        final Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    /** Ends the process in order. */
    void stop() throws IOException, InterruptedException {
        final Process running = process;
        if (running != null) {
            running.destroy();
            if (!running.waitFor(TIME_OUT_S, TimeUnit.SECONDS) || running.exitValue() != 0) {
                throw new IOException(
                        "the venue did not end in time, or ended with an error; see venue.log in " + plan.folder());
            }
        }
    }

    /** Counts answers; the orders of the house never trade. */
    private record House(CountDownLatch answers) implements ClientListener {
        @Override
        public void onAnswer(final Answer answer) {
            answers.countDown();
        }

        @Override
        public void onFill(final Fill fill) {}

        @Override
        public void onOff(final Off off) {}

        @Override
        public void onNotCarriedOut(final long request) {}

        @Override
        public void onHistoryLost(final String why) {}
    }
}
