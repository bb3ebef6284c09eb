package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.AckMode;
import io.daybook.api.FeeType;
import io.daybook.api.Listing;
import io.daybook.api.SymbolSpec;
import io.daybook.api.Topology;
import io.daybook.config.ConfigException;
import io.daybook.config.Fault;
import io.daybook.config.Inputs;
import io.daybook.config.Section;
import io.daybook.gateway.tcp.TcpSettings;
import io.daybook.sessions.limit.SessionLimits;
import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.tls.TlsSettings;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayConfigReaderTest {
    /** The sections of the HTTP server, which reads them itself. */
    static final Set<String> OF_HTTP = Set.of("http", "limits", "log");

    private static final Path FILE = Path.of("venue", "daybook.toml");

    private static final String FULL = """
            data = "data"
            members = "members.json"
            lossOnPowerFailure = true
            [exchange]
            ackMode = "write"
            topology = "pipelined:2"
            ringSize = 1024
            snapshotEveryMinutes = 5
            [http]
            port = 8440
            [tcp]
            port = 0
            [currency.BTC]
            id = 1
            decimals = 8
            [currency.EUR]
            id = 2
            decimals = 7
            [listing.BTC-EUR]
            symbol = 1
            base = "BTC"
            quote = "EUR"
            tick = "0.01"
            lot = "0.00001"
            takerFee = "0.001"
            maxPrice = "1000000"
            [listing."BTC.M"]
            symbol = 2
            type = "futures"
            base = "BTC"
            quote = "EUR"
            tick = "0.5"
            tickValue = "12.5"
            lot = "0.1"
            takerFee = "0.02"
            marginBuy = "100"
            marginSell = "200"
            """;

    @Test
    void shouldReadWhatAGatewayNeeds() throws ConfigException {
        final VenueFile<Path> config = readForServer(FULL);
        assertEquals(Path.of("venue", "data"), config.data());
        assertEquals(Path.of("venue", "members.json"), config.members());
        assertEquals(config.data(), config.exchange().journal());
        assertEquals(AckMode.AFTER_WRITE, config.exchange().ackMode());
        assertEquals(Topology.pipelined(2), config.exchange().topology());
        assertEquals(1_024, config.exchange().ringSize());
        assertEquals(5, config.exchange().snapshots().everyMinutes());
        assertEquals(
                List.of("BTC-EUR", "BTC.M"),
                config.listings().stream().map(Listing::name).toList());
        assertEquals(
                SymbolSpec.exchangePair(1, 1, 2)
                        .lotSize(1_000)
                        .tickValue(1)
                        .feesProportional(1_000, 0)
                        .prices(1, 100_000_000)
                        .build(),
                config.listings().get(0).spec());
        final Listing futures = config.listings().get(1);
        assertEquals(new BigDecimal("0.5"), futures.tick());
        assertEquals(
                SymbolSpec.futuresContract(2, 1, 2)
                        .lotSize(10_000_000)
                        .tickValue(125_000_000)
                        .feesPerLot(200_000, 0)
                        .margins(1_000_000_000, 2_000_000_000)
                        .build(),
                futures.spec());
        assertEquals(FeeType.PER_LOT, futures.spec().feeType());
    }

    @Test
    void shouldSayAllFaultsAtOnceWithTheirPlaces() {
        final String text = """
                dato = "data"
                members = 5
                [exchange]
                ackMode = "write"
                ringSize = 1000
                topology = "inline"
                resetAllowed = true
                snapshotEveryMinute = 5
                [tcp]
                port = 0
                [currency.BTC]
                id = 1
                decimals = 19
                [currency.EUR]
                id = 1
                decimals = 2
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EURO"
                tick = 0.01
                lot = "0.00001"
                """;
        assertEquals(
                List.of(
                        "venue/daybook.toml:1:1 data: is missing. Add data.",
                        "venue/daybook.toml:1:1 dato: unknown key. Did you mean \"data\"?",
                        "venue/daybook.toml:2:1 members: 5 must be a text in quotes, and not empty.",
                        "venue/daybook.toml:4:1 exchange.ackMode: \"write\" answers before the disk has the order: a"
                                + " power failure can lose answered orders. Set lossOnPowerFailure = true at the top of"
                                + " the file to accept that, or \"force\" here.",
                        "venue/daybook.toml:5:1 exchange.ringSize: ringSize must be a power of two: ringSize=1000.",
                        "venue/daybook.toml:6:1 exchange.topology: \"inline\" must be fused, or pipelined:M with M"
                                + " matching threads.",
                        "venue/daybook.toml:7:1 exchange.resetAllowed: must be false with a gateway: a RESET would end"
                                + " its clients' orders.",
                        "venue/daybook.toml:8:1 exchange.snapshotEveryMinute: unknown key. Did you mean"
                                + " \"snapshotEveryMinutes\"?",
                        "venue/daybook.toml:13:1 currency.BTC.decimals: 19 must be a whole number from 0 to 18.",
                        "venue/daybook.toml:15:1 currency.EUR.id: 1 is the id of BTC too. Give each currency one of its"
                                + " own.",
                        "venue/daybook.toml:20:1 listing.BTC-EUR.quote: \"EURO\" is not a currency of this file. Add"
                                + " [currency.EURO]. Did you mean \"EUR\"?",
                        "venue/daybook.toml:21:1 listing.BTC-EUR.tick: 0.01 must be a decimal in quotes, such as"
                                + " \"0.01\","
                                + " with at most 38 digits before and after the point."),
                faults(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "decimals = 7|decimals = 2|23:1 listing.BTC-EUR.tick: one tick for one lot is 0.0000001 EUR,"
                        + " less than a minor unit (2 decimals). Give EUR 7 decimals or a larger lot.",
                "lot = \"0.00001\"|lot = \"0.000000001\"|24:1 listing.BTC-EUR.lot: 0.000000001 BTC is not a"
                        + " whole number of minor units (8 decimals). Give BTC 9 decimals or a larger lot.",
                "\"0.001\"|\"0.0000001\"|25:1 listing.BTC-EUR.takerFee: 0.0000001 of the notional is not a whole"
                        + " number of"
                        + " millionths. Round it to 6 decimals.",
                "takerFee = \"0.001\"|makerFee = \"-0.001\"|25:1 listing.BTC-EUR.makerFee: \"-0.001\" must be at"
                        + " least 0: no"
                        + " trade pays a rebate. Set \"0\", and pay rebates as deposits.",
                "\"1000000\"|\"0.015\"|26:1 listing.BTC-EUR.maxPrice: 0.015 is not a multiple of the tick, 0.01.",
                "\"1000000\"|\"99999999999\"|20:1 listing.BTC-EUR.symbol: maxPrice must be from minPrice=1 to"
                        + " 1099511627776: maxPrice=9999999999900.",
                "symbol = 2|symbol = 1|28:1 listing.BTC.M.symbol: 1 is the symbol of BTC-EUR too. Give each listing one"
                        + " of its own.",
                "tick = \"0.5\"|tick = \"0\"|32:1 listing.BTC.M.tick: must be above 0.",
                "data = \"data\"|data = |1:7 not valid TOML",
                "port = 0|port = 0]|12:9 not valid TOML",
            })
    void shouldNameThePlaceAndTheWayOut(final String before, final String after, final String fault) {
        final String first = faults(FULL.replace(before, after)).get(0);
        assertEquals("venue/daybook.toml:" + fault, first.substring(0, Math.min(first.length(), fault.length() + 19)));
    }

    @Test
    void shouldTakeWriteWithItsConsent() throws ConfigException {
        assertEquals(
                AckMode.AFTER_FORCE,
                readForServer(FULL.replace("\"write\"", "\"force\"")).exchange().ackMode());
        assertEquals(List.of(5), places(FULL.replace("lossOnPowerFailure = true", "lossOnPowerFailure = false")));
    }

    private static List<Integer> places(final String text) {
        return assertThrows(ConfigException.class, () -> readForServer(text)).faults().stream()
                .map(Fault::line)
                .toList();
    }

    @Test
    void shouldReadTheDoor() throws ConfigException, UnknownHostException {
        final String tcp = """
                data = "d"
                members = "m"
                [tls]
                certificate = "all.pem"
                key = "all.key"
                [tcp]
                bind = "10.0.0.1"
                port = 8441
                spinMicros = 0
                [tcp.limits]
                inFlight = 7
                outboxKeptDays = 1
                """;
        final TcpSettings all = readForServer(tcp).tcp();
        assertEquals(InetAddress.getByName("10.0.0.1"), all.address());
        assertEquals(8_441, all.port());
        assertEquals(0, all.spinMicros());
        assertEquals(7, all.limits().inFlight());
        assertEquals(1, all.limits().outboxKeptDays());
        assertEquals(SessionLimits.DEFAULT.connections(), all.limits().connections());
        assertEquals(new TlsSettings(FILE.resolveSibling("all.pem"), FILE.resolveSibling("all.key"), null), all.tls());
        final TcpSettings own = readForServer(tcp + """
                [tcp.tls]
                certificate = "own.pem"
                key = "own.key"
                clientCertificates = "members.pem"
                """).tcp();
        assertEquals(
                new TlsSettings(
                        FILE.resolveSibling("own.pem"),
                        FILE.resolveSibling("own.key"),
                        FILE.resolveSibling("members.pem")),
                own.tls());
        assertFalse(own.lossOnPowerFailure());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[tcp]; port = 1; bind = \"0.0.0.0\"|5:1 tcp.bind: \"0.0.0.0\" needs TLS, because other"
                        + " machines can reach it. Set"
                        + " tcp.tls.certificate and tcp.tls.key, or bind 127.0.0.1.",
                "[tcp]; port = 1; bind = \"localhost\"|5:1 tcp.bind: \"localhost\" must be a numeric address, such as"
                        + " 127.0.0.1 or ::1.",
                "[tcp]; port = 65536|4:1 tcp.port: 65536 must be a whole number from 0 to 65535.",
                "[tcp]|3:1 tcp.port: is missing. Add port, a whole number from 0 to 65535.",
                "[tcp]; port = 1; [tcp.tls]; key = \"k\"|5:1 tcp.tls.certificate: is missing. Add certificate.",
                "[tcp]; port = 1; [tcp.limits]; closedKept = 3|6:1 tcp.limits.closedKept: closedKept must be a power of"
                        + " two: closedKept=3.",
                "[tcp]; port = 1; [tcp.limits]; connection = 3|6:1 tcp.limits.connection: unknown key. Did you mean"
                        + " \"connections\"?",
                "[tcp]; port = 1; [fix]|5:1 fix.port: is missing. Add port, a whole number from 0 to 65535.",
                "[tcp]; port = 1; [fix]; port = 2; bind = \"0.0.0.0\"|7:1 fix.bind: \"0.0.0.0\" needs TLS,"
                        + " because other machines can reach it. Set fix.tls.certificate and fix.tls.key, or bind"
                        + " 127.0.0.1.",
                "[tcp]; port = 1; [fix]; port = 2; [fix.slippage]; X-Y = \"1\"|8:1 fix.slippage.X-Y: is not listed"
                        + " here. Name a listing of this file.",
            })
    void shouldNameWhatIsWrongWithTheDoor(final String door, final String fault) {
        final String text = "data = \"d\"\nmembers = \"m\"\n" + door.replace("; ", "\n");
        assertEquals(List.of("venue/daybook.toml:" + fault), faults(text));
    }

    @Test
    void shouldReadTheDoorOfFix() throws ConfigException {
        final FixDoor none = readForServer(FULL).fix();
        assertNull(none);
        final FixDoor door = readForServer(FULL + "[fix]\nport = 9880\n[fix.slippage]\nBTC-EUR = \"2.5\"\n")
                .fix();
        assertNotNull(door);
        assertEquals(9_880, door.port());
        assertEquals(Map.of(1, 250L), door.slippage());
    }

    @Test
    void shouldReadTheFeed() throws ConfigException, SocketException {
        assertNull(readForServer(FULL).feed());
        final FeedDoor small = readForServer(FULL + "[feed]\n").feed();
        assertEquals(new FeedDoor(1, false, 1_440, 4L << 30, 1_400, null, null, null, 10_000, null), small);
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        final NetworkInterface network = NetworkInterface.getByInetAddress(loopback);
        final FeedDoor whole =
                readForServer(FULL + """
                [feed]
                channels = 4
                levels = true
                keptMinutes = 60
                keptBytes = 4194304
                packetBytes = 9000
                [feed.lineA]
                address = "239.1.1.1"
                port = 15000
                interface = "%s"
                [feed.lineB]
                address = "127.0.0.1"
                port = 16000
                [feed.snapshots]
                address = "::1"
                port = 17000
                cycleMs = 500
                [feed.requests]
                port = 18000
                from = ["10.0.0.0/8", "::1"]
                perSecond = 7
                allPerSecond = 70
                """.formatted(network.getName())).feed();
        assertNotNull(whole);
        assertEquals(
                new FeedDoor(
                        4,
                        true,
                        60,
                        4 << 20,
                        9_000,
                        new FeedDoor.Line(new InetSocketAddress("239.1.1.1", 15_000), network),
                        new FeedDoor.Line(new InetSocketAddress("127.0.0.1", 16_000), null),
                        new FeedDoor.Line(new InetSocketAddress("::1", 17_000), null),
                        500,
                        new FeedDoor.Requests(
                                new InetSocketAddress("127.0.0.1", 18_000),
                                List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1")),
                                7,
                                70)),
                whole);
    }

    @Test
    void shouldLetThisMachineAskForLostMessagesWhereNobodyIsNamed() throws ConfigException, UnknownHostException {
        final FeedDoor door = readForServer(FULL + """
                [feed]
                [feed.lineA]
                address = "127.0.0.1"
                port = 15000
                [feed.requests]
                port = 18000
                """).feed();
        assertNotNull(door);
        final FeedDoor.Requests requests = door.requests();
        assertNotNull(requests);
        assertTrue(requests.mayAsk(InetAddress.getByName("127.0.0.1")));
        assertTrue(requests.mayAsk(InetAddress.getByName("::1")));
        assertFalse(requests.mayAsk(InetAddress.getByName("10.0.0.1")));
    }

    @Test
    void shouldNameAllThatIsWrongWithTheFeedAtOnce() {
        final String text = """
                data = "d"
                members = "m"
                [tcp]
                port = 1
                [feed]
                channels = 64
                keptMinutes = 0
                keptBytes = 67108863
                packetByte = 1400
                [feed.lineB]
                address = "239.1.1.2"
                port = 15000
                [feed.snapshots]
                address = "127.0.0.1"
                port = 65536
                interface = "none"
                cycleMs = 0
                [feed.requests]
                bind = "venue.example"
                port = 18000
                from = ["10.0.0.0/33", 7]
                """;
        final String faults = """
                7:1 feed.keptMinutes: 0 must be a whole number from 1 to 52560000.
                8:1 feed.keptBytes: 67108863 must be a whole number from 67108864 to 9223372036854775807.
                9:1 feed.packetByte: unknown key. Did you mean "packetBytes"?
                10:1 feed.lineB: needs [feed.lineA]. Without lines subscribers can use only TCP.
                11:1 feed.lineB.address: "239.1.1.2" is a multicast group. Add interface, the name of the network \
                interface that sends the packets.
                13:1 feed.snapshots: needs [feed.lineA]. Without lines subscribers can use only TCP.
                15:1 feed.snapshots.port: 65536 must be a whole number from 1 to 65472.
                16:1 feed.snapshots.interface: "none" is not a network interface of this machine.
                16:1 feed.snapshots.interface: is only for multicast groups. Remove it, or name a group.
                17:1 feed.snapshots.cycleMs: 0 must be a whole number from 1 to 2147483647.
                18:1 feed.requests: needs [feed.lineA]. Without lines subscribers can use only TCP.
                19:1 feed.requests.bind: "venue.example" must be a numeric address, such as 127.0.0.1 or ::1.
                21:9 feed.requests.from: the prefix of an address range must be from 0 to 32: 10.0.0.0/33.
                21:24 feed.requests.from: an address range must be an IPv4 or IPv6 address \
                with or without /bits, as 10.0.0.0/8: "7".
                """;
        assertEquals(faults.lines().map(fault -> "venue/daybook.toml:" + fault).toList(), faults(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[feed]; channels = 0|6:1 feed.channels: 0 must be a whole number from 1 to 64.",
                "[feed.lineA]; port = 1|5:1 feed.lineA.address: is missing. Add address.",
                "[feed.lineA]; address = \"a.b\"; port = 1|6:1 feed.lineA.address: \"a.b\" must be a numeric"
                        + " address, such as 127.0.0.1 or ::1.",
                "[feed.lineA]; address = \"0.0.0.0\"; port = 1|6:1 feed.lineA.address: \"0.0.0.0\" is not an address to"
                        + " send packets to.",
                "[feed.lineA]; address = \"239.1.1.1\"; port = 1|6:1 feed.lineA.address: \"239.1.1.1\" is a multicast"
                        + " group. Add interface, the name of the network interface that sends the packets.",
                "[feed]; channels = 2; [feed.lineA]; address = \"::1\"; port = 65535|9:1 feed.lineA.port: 65535"
                        + " must be a whole number from 1 to 65534.",
                "[feed.lineA]; address = \"::1\"; port = 1; [feed.requests]; bind = \"239.1.1.1\"; port = 1|9:1"
                        + " feed.requests.bind: \"239.1.1.1\" must be an address of this machine.",
                "[feed.requests]; port = 1|5:1 feed.requests: needs [feed.lineA]. Without lines subscribers can use"
                        + " only TCP.",
            })
    void shouldNameWhatIsWrongWithALine(final String feed, final String fault) {
        final String text = "data = \"d\"\nmembers = \"m\"\n[tcp]\nport = 1\n" + feed.replace("; ", "\n");
        assertEquals(List.of("venue/daybook.toml:" + fault), faults(text));
    }

    @Test
    void shouldReadForAServerTheDoorOfFixAndTheFeed() throws ConfigException {
        final VenueFile<Path> config =
                readForServer("data = \"d\"\nmembers = \"m\"\nhopEvery = 16\n[fix]\nport = 9880\n[feed]\n");
        assertNull(config.tcp());
        final FixDoor fix = config.fix();
        assertNotNull(fix);
        assertEquals(9880, fix.port());
        final FeedDoor feed = config.feed();
        assertNotNull(feed);
        assertEquals(1, feed.channels());
        assertEquals(16, config.hopEvery());
    }

    @Test
    void shouldNeedNoDoorForAServer() throws ConfigException {
        final VenueFile<Path> config = readForServer("data = \"d\"\n");
        assertNull(config.fix());
        assertNull(config.feed());
        assertEquals(64, config.hopEvery());
    }

    @Test
    void shouldAskForTheMembersOfTheFixDoorOfAServer() {
        final ConfigException refused =
                assertThrows(ConfigException.class, () -> readForServer("data = \"d\"\n[fix]\nport = 9880\n"));
        assertEquals(
                List.of("venue/daybook.toml:1:1 members: is missing. Name the file of the members who may log in"
                        + " over FIX."),
                refused.faults().stream().map(Fault::toString).toList());
    }

    /** Skips the sections of the HTTP server, which have tests of their own. */
    static Path passOver(final Section file, final Path folder, final Path data) {
        OF_HTTP.forEach(file::section);
        return data;
    }

    private static VenueFile<Path> readForServer(final String text) throws ConfigException {
        return GatewayConfigReader.read(
                FILE, text.getBytes(StandardCharsets.UTF_8), Inputs.none(), GatewayConfigReaderTest::passOver);
    }

    @Test
    void shouldNeedNoOtherDoorThanThatOfFix() throws ConfigException {
        final VenueFile<Path> config = readForServer("data = \"d\"\nmembers = \"m\"\n[fix]\nport = 9880\n");
        assertNull(config.tcp());
        assertNotNull(config.fix());
    }

    private static List<String> faults(final String text) {
        return assertThrows(ConfigException.class, () -> readForServer(text)).faults().stream()
                .map(Fault::toString)
                .toList();
    }
}
