package io.daybook.testvenue;

import io.daybook.api.Listing;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.server.ServerKeys;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.PasswordCost;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parts that all lives of a test venue share: folder, file, ports, and the two traders with their keys. Used by one
 * thread.
 */
final class Place implements AutoCloseable {
    /**
     * The cost of a password check here. It may be low, because the passwords are drawn from 96 bits; and tests log in
     * often.
     */
    static final PasswordCost CHEAP = new PasswordCost(64, 1, () -> {});

    private static final String USUAL = "daybook.toml";
    private static final String PORTS = "ports";
    private static final List<String> DOORS = List.of("http", "tcp", "fix");
    private static final String USERS = "users";

    /** The name of the control door's port among all ports. */
    static final String CONTROL = "control";

    private static final Pattern LIMITS = Pattern.compile("(?m)^\\s*\\[\\s*limits\\s*]");
    private static final List<String> NAMES = List.of("anna", "ben");

    /** The first uid of traders; smaller ones belong to the house. */
    static final long FIRST_UID = 1_001;

    private static final int SESSIONS = 2;

    private final TestFolder folder;
    private final VenueFile<ServerSettings> config;
    private final SeededRandom random;
    private final Map<String, Integer> ports;
    private final HeldPorts held;
    private final TestVenueSettings.Reach reach;
    private final List<Trader> traders = new ArrayList<>();
    private final List<Trader> added = new ArrayList<>();
    private final String adminToken;

    private Place(
            final TestFolder folder,
            final VenueFile<ServerSettings> config,
            final TestVenueSettings settings,
            final Map<String, Integer> ports,
            final HeldPorts held)
            throws IOException {
        final boolean isAgain = settings.process() == TestVenueSettings.OwnProcess.AGAIN;
        this.folder = folder;
        this.config = config;
        this.random = new SeededRandom(settings.seed(), settings.secretOfKeys());
        this.ports = ports;
        this.held = held;
        this.reach = settings.reach();
        final KeyMaker maker = new KeyMaker(random);
        random.under("admin");
        final List<Trader.Member> members = new ArrayList<>();
        final Json json = new Json().object().list("members");
        for (int i = 0; i < NAMES.size(); i++) {
            members.add(maker.member(json, NAMES.get(i), FIRST_UID + i, 1 + i * SESSIONS));
        }
        Files.write(
                folder.path().resolve("members.json"),
                json.endList().end().endLine().bytes());
        Files.createDirectories(folder.data());
        random.under("admin");
        final Path copies = folder.path().resolve("copies");
        try (KeyStore keys = isAgain // makes the same keys again, because their secrets are not stored
                ? KeyStore.open(copies, null, true, CHEAP, random)
                : ServerKeys.open(config, CHEAP, random)) {
            for (int i = 0; i < NAMES.size(); i++) {
                traders.add(maker.make(keys, NAMES.get(i), FIRST_UID + i, members.get(i)));
            }
            for (final String name : folder.noted(USERS).lines().toList()) {
                added.add(maker.make(keys, name, FIRST_UID + traders.size() + added.size(), null));
            }
        }
        this.adminToken =
                Files.readString(folder.server().resolve(KeyStore.ADMIN_TOKEN)).trim();
        if (isAgain) {
            TestFolder.delete(copies);
        } else {
            folder.keepKeys();
            ports.put(CONTROL, reach.port(DOORS.size()));
        }
    }

    /**
     * Makes the folder and the keys.
     *
     * @throws TestVenueException for a file with faults, and for a folder that is not a test venue's
     */
    static Place make(final TestVenueSettings settings) throws TestVenueException, IOException {
        final boolean isAgain = settings.process() == TestVenueSettings.OwnProcess.AGAIN;
        final TestFolder folder = isAgain
                ? TestFolder.again(Objects.requireNonNull(settings.folder()))
                : TestFolder.take(settings.folder(), settings.inMemory());
        final HeldPorts held = new HeldPorts();
        try {
            final Map<String, Integer> ports =
                    isAgain ? portsAgain(folder, settings.reach(), held) : ports(settings.reach(), held);
            return new Place(folder, read(settings, folder, ports), settings, ports, held);
        } catch (TestVenueException | IOException | RuntimeException | Error e) {
            held.close();
            folder.close();
            throw e;
        }
    }

    private static VenueFile<ServerSettings> read(
            final TestVenueSettings settings, final TestFolder folder, final Map<String, Integer> ports)
            throws TestVenueException, IOException {
        final Path usual = folder.path().resolve(USUAL);
        try (InputStream content = Place.class.getResourceAsStream(USUAL)) {
            Files.copy(Objects.requireNonNull(content, USUAL), usual, StandardCopyOption.REPLACE_EXISTING);
        }
        final Path file = Objects.requireNonNullElse(settings.listings(), usual);
        final List<String> set = new ArrayList<>(List.of(
                "data=" + folder.data(),
                "members=" + folder.path().resolve("members.json"),
                "lossOnPowerFailure=true",
                "exchange.ackMode=write",
                "exchange.snapshotEveryMinutes=0",
                "hopEvery=0",
                "http.enabled=true",
                "http.bind=127.0.0.1",
                "tcp.bind=127.0.0.1",
                "fix.bind=127.0.0.1",
                "feed.channels=1"));
        for (final String door : DOORS) {
            set.add(door + ".port=" + ports.get(door));
        }
        if (!LIMITS.matcher(Files.readString(file)).find()) {
            set.add("limits.requestsPerSecond=1000000");
            set.add("limits.ordersPerSecond=1000000");
        }
        try {
            return adapted(ServerSections.read(file, Inputs.of(Map.of(), set)), settings.reach());
        } catch (ConfigException e) {
            throw new TestVenueException(String.valueOf(e.getMessage()));
        }
    }

    /** The file with an exchange that also answers {@link RestingQuery}, and with doors that need no TLS. */
    private static VenueFile<ServerSettings> adapted(
            final VenueFile<ServerSettings> file, final TestVenueSettings.Reach reach) {
        final InetAddress address = reach.address();
        return new VenueFile<>(
                file.data(),
                file.members(),
                file.lossOnPowerFailure(),
                file.exchange().answering(RestingQuery.class),
                file.listings(),
                Objects.requireNonNull(file.tcp(), "tcp.port is set").at(address),
                Objects.requireNonNull(file.fix(), "fix.port is set").at(address),
                file.feed(),
                file.hopEvery(),
                file.own().with(file.own().http().at(address, reach.hosts())));
    }

    /** The ports of the settings, or free ports, which are held. */
    private static Map<String, Integer> ports(final TestVenueSettings.Reach reach, final HeldPorts held)
            throws IOException {
        final Map<String, Integer> ports = new TreeMap<>();
        for (final String door : DOORS) {
            ports.put(door, reach.port() == 0 ? held.next(reach.address()) : reach.port(ports.size()));
        }
        held.ready();
        return ports;
    }

    private static Map<String, Integer> portsAgain(
            final TestFolder folder, final TestVenueSettings.Reach reach, final HeldPorts held) throws IOException {
        final Map<String, Integer> ports = notedPorts(folder);
        for (final String door : DOORS) {
            held.again(reach.address(), Objects.requireNonNull(ports.get(door), door));
        }
        return ports;
    }

    /** The ports that the previous process noted. */
    static Map<String, Integer> notedPorts(final TestFolder folder) {
        final Map<String, Integer> ports = new TreeMap<>();
        for (final String line : folder.noted(PORTS).lines().toList()) {
            ports.put(line.substring(0, line.indexOf(' ')), Integer.valueOf(line.substring(line.indexOf(' ') + 1)));
        }
        return ports;
    }

    /** Records the ports when the control door listens: the next process takes the same ones. */
    void control(final int port) {
        ports.put(CONTROL, port);
        folder.note(
                PORTS,
                ports.entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    /** A number that an earlier process has noted; 0 for none. */
    long noted(final String name) {
        final String text = folder.noted(name);
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /** Users that were added before the process was killed. */
    List<Trader> added() {
        return added;
    }

    TestVenueSettings.Reach reach() {
        return reach;
    }

    TestFolder folder() {
        return folder;
    }

    VenueFile<ServerSettings> config() {
        return config;
    }

    SeededRandom random() {
        return random;
    }

    int port(final String door) {
        return Objects.requireNonNull(ports.get(door), door);
    }

    List<Trader> traders() {
        return traders;
    }

    String adminToken() {
        return adminToken;
    }

    List<Listing> listings() {
        return config.listings();
    }

    /** The trader of a session of {@code members.json}; empty for none. */
    String nameOf(final int session) {
        return traders.stream()
                .filter(trader -> trader.member() != null
                        && (trader.member().tcp() == session || trader.member().fix() == session))
                .map(Trader::name)
                .findFirst()
                .orElse("");
    }

    /** Makes a further user, with keys in the folder of the current life. */
    Trader addTrader(final String name, final long uid) {
        try (KeyStore keys = ServerKeys.open(config, CHEAP, random)) {
            folder.note(USERS, folder.noted(USERS) + name + "\n");
            return new KeyMaker(random).make(keys, name, uid, null);
        }
    }

    /** Ends all keys that have an expiry time. */
    void expireKeys() {
        try (KeyStore keys = ServerKeys.open(config, CHEAP, random)) {
            keys.list().stream().filter(key -> key.expiresMs() > 0).forEach(key -> keys.end(key.number()));
        }
    }

    @Override
    public void close() throws IOException {
        held.close();
        folder.close();
    }
}
