package io.daybook.it;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The proof of each setting: the tests that show its effect. */
final class WalkSettings {
    static final String BY_KEY = "tested by its key in the file";

    private static final String HERE = "SettingsWalkTest";
    private static final String PARTS = "tested without a running venue, by ";
    private static final String TABLE = "WalkTest";
    private static final Map<String, String> PROOFS = new TreeMap<>();

    static {
        proof(HERE, "data", "members", "lossOnPowerFailure", "hopEvery");
        keys(HERE, "exchange", "ackMode", "ringSize", "marginTrading", "mustExist");
        keys(HERE, "exchange", "snapshotEveryCommands", "snapshotKeep");
        keys(HERE + ": a venue trades with another value; TopologyTest", "exchange", "topology", "orderBookType");
        keys(HERE + ": a venue trades with another value; BlockCompressorTest", "exchange", "compression");
        keys(HERE + ": a venue trades with another value", "exchange", "idleStrategy");
        keys("VenueFullDiskTest", "exchange", "validateEvery");
        keys("VenueKillTest", "exchange", "snapshotEveryMinutes");
        keys("ServeCutTest", "exchange", "snapshotRetainAll");
        keys(PARTS + "RetentionTest, RetentionPlanTest", "exchange", "snapshotKeepMinutes", "snapshotKeepBytes");
        keys(PARTS + "SpilledEventsTest", "exchange", "eventRingSize");
        keys(PARTS + "ForceIntervalTest", "exchange", "forceIntervalMs");
        keys(PARTS + "ReplayTest", "exchange", "blockBytes");
        keys(PARTS + "FailureTest", "exchange", "queryTimeoutMs");
        keys(PARTS + "SlowDiskTest", "exchange", "closeTimeoutMs");
        keys(PARTS + "FollowerTest", "exchange", "followerTimeoutMs");
        keys(PARTS + "BareDeliveryTest", "exchange", "delivery");
        keys(HERE, "currency.X", "id", "decimals");
        keys(HERE, "listing.X", "symbol", "base", "quote", "tick", "lot", "takerFee", "makerFee");
        keys(HERE, "listing.X", "feesPerLot", "minPrice", "maxPrice", "type");
        keys(TABLE + ": futures contracts trade", "listing.X", "tickValue", "marginBuy", "marginSell");
        for (final String door : List.of("tcp", "fix")) {
            keys(TABLE + "; GatewayProcessTest", door, "bind", "port");
            keys(
                    PARTS + "FullRingTest, SessionLayerTest, TcpGatewayTest",
                    door + ".limits",
                    "inFlight",
                    "refusalsPerSecond",
                    "connections",
                    "notLoggedIn",
                    "loginMs",
                    "failedLoginsPerMinute",
                    "unsentBytes",
                    "behindBytes",
                    "outboxKeptBytes",
                    "outboxKeptDays",
                    "closedKept");
            keys("VenueFullDiskTest", door + ".limits", "stuckMs");
            keys("GatewayProcessTest", door + ".limits", "connectionsPerAddress");
        }
        keys(PARTS + "GatewayConfigReaderTest", "tcp", "spinMicros");
        keys(TABLE + ": slippage bounds the price", "fix", "slippage");
        for (final String tls : List.of("tcp.tls", "fix.tls", "http.tls")) {
            keys("TlsTest, FixTlsTest, GatewayProcessTest", tls, "certificate", "key", "clientCertificates");
        }
        keys("FeedProcessTest", "feed", "channels", "levels", "keptMinutes", "keptBytes");
        keys(PARTS + "GatewayConfigReaderTest", "feed", "packetBytes");
        for (final String line : List.of("feed.lineA", "feed.lineB", "feed.snapshots")) {
            keys("FeedProcessTest", line, "address", "port", "interface");
        }
        keys("FeedProcessTest", "feed.snapshots", "cycleMs");
        keys("FeedProcessTest", "feed.requests", "bind", "port");
        keys(PARTS + "FeedWireTest", "feed.requests", "from", "perSecond", "allPerSecond");
        keys(HERE, "http", "bind", "port", "publicData", "masterKeyFile");
        keys("ServeOperatorTest", "http", "hosts");
        keys("CrossOriginTest", "http", "corsOrigins");
        keys("SurroundingsTest", "http", "behindProxy", "proxies");
        keys("WithoutHttpTest, ServeDoorsCommandTest, GatewayProcessTest", "http", "enabled");
        keys("OfferTest", "http", "orders", "history");
        keys("BadTimesTest", "http", "orderTimeoutMs");
        keys(PARTS + "ConnectionLimitsTest", "http", "connections", "connectionsPerAddress");
        keys("FloodTest, BadTimesTest", "limits", "requestsPerSecond", "ordersPerSecond");
        keys(HERE, "log", "level", "format", "file");
        keys(PARTS + "ServerSectionsTest", "log", "fileMiB", "files");
        keys(BY_KEY, "ExchangeConfig", "ringSize", "eventRingSize", "topology", "delivery");
        keys(BY_KEY, "ExchangeConfig", "idleStrategy", "orderBookType", "marginTrading");
        keys(BY_KEY, "ExchangeConfig", "mustExist", "ackMode", "compression", "blockBytes");
        keys(BY_KEY, "ExchangeConfig", "forceIntervalMs", "queryTimeoutMs", "closeTimeoutMs");
        keys(BY_KEY, "ExchangeConfig", "followerTimeoutMs", "validateEvery", "snapshots");
        keys("tested by the key data", "ExchangeConfig", "journal");
        keys(TABLE + ": an order ends at its expiry time", "ExchangeConfig", "automaticTicks");
        keys(
                "no key: always false, because several doors send commands; see VenueSettingTest",
                "ExchangeConfig",
                "singleProducer");
        keys("refused in the file; see GatewayConfigReaderTest", "ExchangeConfig", "resetAllowed");
        keys(
                "no key: only programs set it; see VenueSettingTest",
                "ExchangeConfig",
                "idleStrategies",
                "orderBookTypes",
                "customQueries");
    }

    private WalkSettings() {}

    private static void proof(final String where, final String... keys) {
        Arrays.stream(keys).forEach(key -> PROOFS.put(key, where));
    }

    private static void keys(final String where, final String section, final String... keys) {
        Arrays.stream(keys).forEach(key -> PROOFS.put(section + "." + key, where));
    }

    /** The proof of a setting; empty if there is none. */
    static String proof(final String key) {
        return PROOFS.getOrDefault(key, "");
    }

    static Set<String> proofsWithout(final Collection<String> keys) {
        final Set<String> without = new TreeSet<>(PROOFS.keySet());
        without.removeAll(new HashSet<>(keys));
        return without;
    }
}
