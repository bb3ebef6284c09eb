package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderType;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.api.Side;
import io.daybook.host.Proves;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link WalkSettings} names a proof for each key of {@code daybook.toml}, as the readers declare them, and for each
 * setting of {@link ExchangeConfig}. A proof is a check in this class, in a venue that the launcher starts, or another
 * test. This class requires that no key and no setting lacks a proof, and writes the table of proofs to
 * {@code target/walk-settings.md}.
 */
@Proves("each key of daybook.toml and each setting works in a started venue; table in target/walk-settings.md")
@Tag("whole")
class SettingsWalkTest {
    private static final int PAIR = 11;
    private static final int PER_LOT = 12;
    private static final int FUTURE = 13;
    private static final long MONEY = 1L << 50;

    @TempDir
    private Path folder;

    private UnpackedDistribution daybook;

    @BeforeEach
    void unpack() throws IOException {
        daybook = new UnpackedDistribution(folder.resolve("daybook"));
    }

    @Test
    void shouldHaveAProofForEachSetting() throws Exception {
        final Set<String> keys = DocumentedKeysTest.venue(folder).stream()
                .map(setting -> setting.key()
                        .replaceFirst("^(currency|listing)[.].[.]", "$1.X.")
                        .replaceFirst("(slippage)[.].*", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        Arrays.stream(ExchangeConfig.class.getRecordComponents())
                .map(part -> "ExchangeConfig." + part.getName())
                .forEach(keys::add);
        final Map<String, String> table = new TreeMap<>();
        for (final String key : keys) {
            table.put(key, WalkSettings.proof(key));
        }
        final StringBuilder text = new StringBuilder("| setting | proof |\n|---|---|\n");
        table.forEach((key, proof) -> text.append("| " + key + " | " + proof + " |\n"));
        System.out.print(text);
        Files.writeString(Path.of("target/walk-settings.md"), text);
        final Set<String> without = new TreeSet<>(keys);
        without.removeIf(key -> !table.get(key).isEmpty());
        assertEquals(Set.of(), without, "settings without a proof in WalkSettings");
        assertEquals(Set.of(), WalkSettings.proofsWithout(keys), "proofs of settings that do not exist");
        table.forEach((key, proof) -> assertTrue(
                !proof.equals(WalkSettings.BY_KEY)
                        || keys.stream().anyMatch(each -> each.startsWith(key.replace("ExchangeConfig", "exchange")))
                        || key.endsWith(".snapshots"),
                key));
        final Set<String> tests = new TreeSet<>();
        final Matcher named = Pattern.compile("\\w+Test\\b").matcher(text);
        while (named.find()) {
            tests.add(named.group());
        }
        Documents.testClasses().forEach(source -> tests.remove(Documents.nameOf(source)));
        assertEquals(Set.of(), tests, "tests in the table that do not exist");
    }

    @Test
    void shouldRefuseAFolderThatMustExist() throws Exception {
        final Path file = Files.writeString(
                folder.resolve("must.toml"), "data = \"none\"\n[exchange]\nmustExist = true\n[http]\nport = 0\n");
        final Process refused = daybook.builder("serve", "--config", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("must.txt").toFile())
                .start();
        assertNotEquals(0, refused.waitFor(), () -> read("must.txt"));
        assertTrue(!Files.exists(folder.resolve("none/IDENTITY")), () -> read("must.txt"));
    }

    /** Starts one venue with many settings that differ from their defaults, and checks the effect of each. */
    @Test
    void shouldDoWhatItsFileSays() throws Exception {
        final WalkServe venue = new WalkServe(folder);
        final WalkDoor plan = new WalkPlan(0);
        venue.write("""
                data = "venue"
                members = "people.json"
                lossOnPowerFailure = true
                hopEvery = 1
                [exchange]
                ackMode = "write"
                ringSize = 1024
                marginTrading = false
                compression = "none"
                topology = "pipelined:2"
                orderBookType = "avl"
                idleStrategy = "block"
                snapshotEveryCommands = 20
                snapshotEveryMinutes = 0
                snapshotKeep = 1
                [http]
                bind = "127.0.0.1"
                port = 0
                publicData = false
                masterKeyFile = "keys/master"
                [limits]
                requestsPerSecond = 90000
                ordersPerSecond = 90000
                [log]
                level = "debug"
                format = "json"
                file = "venue.log"
                [tcp]
                bind = "127.0.0.1"
                port = %d
                [currency.BTC]
                id = 1
                decimals = 3
                [currency.EUR]
                id = 2
                decimals = 5
                [listing.BTC-EUR]
                symbol = 11
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.001"
                takerFee = "0.002"
                makerFee = "0.001"
                minPrice = "0.50"
                maxPrice = "20"
                [listing.LOT-EUR]
                symbol = 12
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.001"
                feesPerLot = true
                takerFee = "0.00003"
                makerFee = "0.00002"
                [listing.PERP]
                symbol = 13
                type = "futures"
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                tickValue = "0.00001"
                lot = "1"
                marginBuy = "0.00001"
                marginSell = "0.00001"
                maxPrice = "10"
                """.formatted(venue.tcpPort));
        venue.writeMembers("people.json", WalkServe.session(WalkServe.TCP_SESSION, "tcp", WalkHttp.accounts(plan)));
        Files.createDirectories(folder.resolve("keys"));
        final Path begin = Files.writeString(
                folder.resolve("begin.jsonl"),
                "{\"cmd\":\"add_accounts\",\"accounts\":{\"" + plan.uid('A') + "\":{\"1\":" + MONEY + ",\"2\":" + MONEY
                        + "},\"" + plan.uid('B') + "\":{\"1\":" + MONEY + ",\"2\":" + MONEY + "}}}\n");
        final Process exec = daybook.builder(
                        "exec",
                        "--no-margin",
                        "--journal",
                        folder.resolve("venue").toString(),
                        begin.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("exec.txt").toFile())
                .start();
        assertEquals(0, exec.waitFor(), () -> read("exec.txt"));
        try (venue) {
            venue.start(daybook, folder.resolve("venue"));
            try (WalkTcp tcp = new WalkTcp(0, "TCP", venue.tcp(WalkServe.TCP_SESSION), venue::operate)) {
                requireListings(venue, tcp);
                requireTheRest(venue, tcp);
            }
        }
    }

    private void requireListings(final WalkServe venue, final WalkTcp tcp) throws Exception {
        final long a = tcp.uid('A');
        final long b = tcp.uid('B');
        assertEquals("INVALID_PRICE", tcp.send(PlaceOrder.gtc(a, PAIR, 1, Side.BID, 49, 10)));
        assertEquals("INVALID_PRICE", tcp.send(PlaceOrder.gtc(a, PAIR, 1, Side.BID, 2_001, 10)));
        assertEquals(
                ResultCode.RISK_MARGIN_TRADING_DISABLED.name(),
                tcp.send(PlaceOrder.gtc(a, FUTURE, 1, Side.BID, 100, 1)));
        requireFees(venue, tcp, PAIR, "BTC-EUR", 1_000 * 1_000 / 500, 1_000 * 1_000 / 1_000);
        requireFees(venue, tcp, PER_LOT, "LOT-EUR", 3 * 1_000, 2 * 1_000);
        assertNotEquals(a, b);
        final String listings = venue.asAdmin("GET", "/v1/listings", "").body();
        assertTrue(listings.contains("\"symbol\":\"PERP\",\"number\":13,\"type\":\"futures\""), listings);
    }

    /** Lets A sell 1,000 lots at 1,000 ticks to B, who takes; requires that both pay the fees of the listing. */
    private static void requireFees(
            final WalkServe venue,
            final WalkTcp tcp,
            final int symbol,
            final String name,
            final long taker,
            final long maker)
            throws Exception {
        final long before = balance(venue, tcp.uid('A')) + balance(venue, tcp.uid('B'));
        final long ofMaker = balance(venue, tcp.uid('A'));
        assertEquals("SUCCESS", tcp.send(PlaceOrder.gtc(tcp.uid('A'), symbol, 1, Side.ASK, 1_000, 1_000)));
        assertEquals(
                "SUCCESS",
                tcp.send(PlaceOrder.gtc(tcp.uid('B'), symbol, 2, Side.BID, 1_000, 1_000)
                        .withType(OrderType.IOC)));
        await(name, () -> balance(venue, tcp.uid('A')) == ofMaker + 1_000_000 - maker);
        assertEquals(before - taker - maker, balance(venue, tcp.uid('A')) + balance(venue, tcp.uid('B')), name);
    }

    private static long balance(final WalkServe venue, final long uid) throws Exception {
        final String user = venue.asAdmin("GET", "/v1/admin/users/" + uid, "").body();
        return new java.math.BigDecimal(WalkExec.text("balance", user.substring(user.indexOf("\"EUR\""))))
                .movePointRight(5)
                .longValueExact();
    }

    private void requireTheRest(final WalkServe venue, final WalkTcp tcp) throws Exception {
        assertTrue(tcp.losesOnPowerFailure());
        final HttpResponse<String> stranger = venue.send("GET", "/v1/book/BTC-EUR", "none", "");
        assertEquals(401, stranger.statusCode(), stranger.body());
        final String metrics = venue.asAdmin("GET", "/metrics", "").body();
        assertTrue(metrics.contains("daybook_ring_size_slots 1024"), metrics);
        final String latency = venue.asAdmin("GET", "/v1/admin/latency", "").body();
        assertTrue(latency.contains("\"hopEvery\":1,"), latency);
        assertTrue(Files.exists(folder.resolve("keys/master")));
        assertTrue(Files.exists(folder.resolve("venue/server/identity.db")));
        for (int i = 0; i < 60; i++) {
            assertEquals("SUCCESS", tcp.send(PlaceOrder.gtc(tcp.uid('A'), PAIR, 10 + i, Side.ASK, 1_500, 1)));
        }
        final Pattern snapshot = Pattern.compile("\"seq\":");
        await("exactly one snapshot", () -> {
            final String all = venue.asAdmin("GET", "/v1/admin/snapshots", "").body();
            return snapshot.matcher(all.replaceFirst("\"next\".*", ""))
                            .results()
                            .count()
                    == 1;
        });
        await("a debug line as JSON", () -> Files.readAllLines(folder.resolve("venue.log")).stream()
                .anyMatch(line -> line.startsWith("{\"time\":") && line.contains("\"level\":\"debug\"")));
    }

    private static void await(final String what, final Callable<Boolean> condition) throws Exception {
        final long endNs = System.nanoTime() + WalkDoor.TIME_OUT_MS * 1_000_000;
        while (!condition.call()) {
            assertTrue(System.nanoTime() < endNs, what);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private String read(final String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
