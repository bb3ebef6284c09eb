package io.daybook.testvenue;

import io.daybook.server.StartException;
import io.daybook.server.http.Problem;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A running venue for tests: a place, the lives on it, one after the other, and the control door. Any thread; changes
 * are made one at a time.
 */
public final class TestVenue implements AutoCloseable {
    private static final int MOST_WORLDS = 16;
    private static final int TOKEN_BYTES = 32;

    /** The time for which a certification waits for each event. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final TestVenueSettings settings;
    private final Place place;
    private final ControlDoor control;
    private final String token;
    private final Map<String, TestVenue> worlds = new TreeMap<>();
    private volatile @Nullable Life life;
    private boolean isClosed;

    private TestVenue(final TestVenueSettings settings, final Place place, final Life first) throws TestVenueException {
        this.settings = settings;
        this.place = place;
        this.life = first;
        final String given = settings.token();
        this.token = given == null ? fresh() : given;
        this.control = new ControlDoor(
                token,
                new InetSocketAddress(settings.reach().address(), place.port(Place.CONTROL)),
                new ControlRoutes(this).all());
        place.control(control.port());
    }

    /**
     * Starts a test venue.
     *
     * @throws TestVenueException for a file with faults, a folder with other files, or a venue that does not start
     */
    public static TestVenue start(final TestVenueSettings settings) throws TestVenueException, IOException {
        final Place place = Place.make(settings);
        Life first = null;
        try {
            first = new Life(
                    place, settings.seed(), settings, settings.process() == TestVenueSettings.OwnProcess.AGAIN);
            return new TestVenue(settings, place, first);
        } catch (StartException e) {
            place.close();
            throw new TestVenueException("the test venue does not start: " + e.getMessage());
        } catch (TestVenueException | RuntimeException | Error e) {
            if (first != null) {
                first.close();
            }
            place.close();
            throw e;
        }
    }

    private static String fresh() {
        final byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The current life. */
    Life life() {
        final Life now = life;
        if (now == null) {
            throw new Problem(
                    503,
                    "NO_VENUE",
                    "The venue does not run",
                    "the last reset has failed; POST /reset tries again, and reports the reason");
        }
        return now;
    }

    Place place() {
        return place;
    }

    /**
     * Starts an empty exchange on the same ports, with the same keys.
     *
     * @param seed the seed of later draws
     * @throws StartException if the venue does not start, for example because another program has taken a port
     */
    synchronized void reset(final long seed) throws StartException {
        final Life before = life;
        life = null;
        if (before != null) {
            before.close();
        }
        place.folder().renew();
        life = new Life(place, seed, settings, false);
        final Thread sweeping = new Thread(this::sweep, "daybook-testvenue-sweep");
        sweeping.setDaemon(true);
        sweeping.start();
    }

    /** Begins to lead the client of the first trader through the steps of a certification over FIX. */
    public synchronized FixCertification certify() {
        return certify(place.traders().get(0), PATIENCE);
    }

    FixCertification certify(final Trader trader, final Duration patience) {
        if (trader.member() == null || !life().listings().containsKey(FixSteps.SYMBOL) || settings.isManual()) {
            throw Problem.badForm(
                    "",
                    "a certification needs the listing " + FixSteps.SYMBOL
                            + ", a trader with a session of FIX (anna or ben), and the time of the machine");
        }
        final FixCertification certification = new FixCertification(life(), trader, patience);
        life().fix().certification(certification);
        return certification;
    }

    private void sweep() {
        try {
            place.folder().sweep();
        } catch (IOException e) {
            throw new UncheckedIOException("the data of earlier lives cannot be deleted", e);
        }
    }

    /**
     * Starts a further venue in this process.
     *
     * @return its first line
     */
    synchronized String addWorld(final String name) throws TestVenueException, IOException {
        if (worlds.containsKey(name) || worlds.size() == MOST_WORLDS) {
            throw Problem.badForm(
                    "/name",
                    worlds.containsKey(name)
                            ? "there is a world of this name; DELETE /world ends it"
                            : "there may be at most " + MOST_WORLDS + " worlds; DELETE /world ends one");
        }
        final TestVenue world = start(settings.ofWorld(token));
        worlds.put(name, world);
        return world.firstLine();
    }

    /** Ends a further venue. */
    void endWorld(final String name) throws IOException {
        final TestVenue world;
        synchronized (this) {
            world = worlds.remove(name);
            if (world == null) {
                throw Words.unknown("/name", "world", name, worlds.keySet());
            }
        }
        world.close();
    }

    /** The addresses of all doors, and the keys, as one line of JSON. */
    public String firstLine() {
        final String host = settings.reach().host() + ":";
        final String http = "http://" + host + place.port("http");
        final String ws = "ws://" + host + place.port("http");
        final Json json = new Json()
                .object()
                .put("http", http)
                .put("ws", ws + "/v1/stream")
                .put("spot", http + "/api/v3")
                .put("spotWs", ws + "/ws")
                .put("spotWsApi", ws + "/ws-api/v3")
                .put("fix", host + place.port("fix"))
                .put("tcp", host + place.port("tcp"))
                .put("feed", host + place.port("tcp"))
                .put("control", "http://" + host + control.port() + ControlDoor.ROOT)
                .put("token", token)
                .put("admin", place.adminToken())
                .put("seed", settings.seed())
                .put("clock", settings.isManual() ? "manual" : "machine")
                .list("traders");
        place.traders().forEach(trader -> trader.write(json));
        json.endList().list("ccxt");
        final Trader.Hmac key = place.traders().get(0).hmac();
        json.item("exchange = ccxt.binance({'apiKey': '" + key.apiKey() + "', 'secret': '" + key.secret()
                        + "', 'options': {'fetchMarkets': {'types': ['spot']}}})")
                .item("exchange.urls['api'].update({name: '" + http
                        + "/api/v3' for name in ('public', 'private', 'v1')})")
                .item("exchange.urls['api']['sapi'] = '" + http + "/sapi/v1'");
        return new String(json.endList().end().bytes(), StandardCharsets.UTF_8);
    }

    /** Ends the venue, and deletes the folder if it is a temporary one. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            control.close();
            for (final TestVenue world : worlds.values()) {
                world.close();
            }
            final Life now = life;
            if (now != null) {
                now.close();
            }
            place.close();
        }
    }
}
