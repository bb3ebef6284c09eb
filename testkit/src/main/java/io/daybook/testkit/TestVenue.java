package io.daybook.testkit;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * A venue for the tests of a class: {@code @RegisterExtension static final TestVenue venue =
 * TestVenue.builder().seed(7).build();}. It is reset before the class or before each test. Each parameter of type
 * {@link TestTrader} is a new user with money; a parameter of type {@link URI} is the address of the HTTP door. Tests
 * of one class run one after the other.
 */
public final class TestVenue
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final int MOST_LINES = 200;

    private final Running.Settings settings;
    private final boolean isNewEachTest;
    private final Map<String, String> money;
    private final List<String> ran = new ArrayList<>();
    private @Nullable Running running;
    private int depth;
    private int users;
    private long begunAt;

    private TestVenue(final Builder builder) {
        this.settings = new Running.Settings(
                builder.seed,
                builder.isManual,
                builder.isKillable,
                builder.isInProcess,
                builder.listings,
                builder.command);
        this.isNewEachTest = builder.isNewEachTest;
        this.money = builder.money == null
                ? builder.listings == null ? Map.of("EUR", "100000", "BTC", "10", "ETH", "100") : Map.of()
                : builder.money;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The settings of a venue. */
    public static final class Builder {
        private long seed = 1;
        private boolean isManual;
        private boolean isKillable;
        private boolean isInProcess;
        private boolean isNewEachTest;
        private @Nullable Path listings;
        private @Nullable Map<String, String> money;
        private List<String> command = List.of();

        private Builder() {}

        /** Sets the seed of the keys and of all draws. Default: 1. */
        public Builder seed(final long value) {
            seed = value;
            return this;
        }

        /** Makes the time of the venue move on command only, by {@link TestVenue#clock()}. */
        public Builder manualClock() {
            isManual = true;
            return this;
        }

        /** Permits the fault {@code kill} to end the venue. */
        public Builder killable() {
            isKillable = true;
            return this;
        }

        /** Runs the venue in the JVM of the test, which must have {@code daybook-testvenue} on its class path. */
        public Builder inProcess() {
            isInProcess = true;
            return this;
        }

        /** Resets the venue before each test, not only before the class. */
        public Builder resetEachTest() {
            isNewEachTest = true;
            return this;
        }

        /** Sets a {@code daybook.toml} with listings of the test's own. */
        public Builder listings(final Path file) {
            listings = file;
            return this;
        }

        /**
         * Sets the balances of each injected user. By default, with the usual listings, they are those of the two
         * traders.
         */
        public Builder money(final Map<String, String> balances) {
            money = Map.copyOf(balances);
            return this;
        }

        /**
         * Sets the words that start {@code daybook}. Default: the command in DAYBOOK_HOME, or if it is not set, on the
         * PATH.
         */
        public Builder daybook(final String... words) {
            command = List.of(words);
            return this;
        }

        /** Returns the extension, which starts a venue with the first class that needs one. */
        public TestVenue build() {
            if (isInProcess && isKillable) {
                throw new IllegalArgumentException(
                        "killable() needs a process: leave out inProcess(), because kill would end the tests");
            }
            return new TestVenue(this);
        }
    }

    // ---- what a test does ----------------------------------------------------------------------------------------

    /**
     * The address of a door, by its name in the first line, such as {@code http}, {@code ws}, {@code spot} or
     * {@code spotWs}.
     */
    public URI uri(final String door) {
        return URI.create(firstLine(door));
    }

    /**
     * The value at a path of the JSON line that the venue prints at its start, such as {@code fix}, a host with a port.
     */
    public String firstLine(final String... path) {
        return now().line(path).toString();
    }

    /**
     * A trader that the venue starts with, {@code anna} or {@code ben}; it has money, a key of each kind, and sessions.
     */
    public TestTrader trader(final String name) {
        if (now().line("traders") instanceof List<?> traders) {
            for (final Object one : traders) {
                if (one != null && JsonText.text(one, "name").equals(name)) {
                    return new TestTrader(one, firstLine("http"));
                }
            }
        }
        throw new TestVenueException("the first line has no trader " + name + "; add one with user(...)");
    }

    /** Adds a user. */
    public TestTrader user(final String name, final Map<String, String> balances) {
        final TestAnswer answer = control("POST", "/users", JsonText.write(Map.of("name", name, "balances", balances)));
        return new TestTrader(JsonText.read(answer.body()), firstLine("http"));
    }

    /** Gives a user exactly these balances. */
    public void balances(final String user, final Map<String, String> balances) {
        control("PUT", "/users/" + user + "/balances", JsonText.write(balances));
    }

    /** The book of a listing. */
    public VenueBook book(final String symbol) {
        return new VenueBook(door(), symbol);
    }

    /** The faults of the venue. */
    public VenueFaults faults() {
        return new VenueFaults(door());
    }

    /** The time of the venue. */
    public VenueClock clock() {
        return new VenueClock(door());
    }

    /** Fills the user's next resting order in these parts, each part after a gap of venue time. */
    public void fill(final TestTrader user, final List<String> sizes, final List<Duration> gaps) {
        control("POST", "/fill", JsonText.write(Map.of("key", user.name(), "sizes", sizes, "gaps", gaps)));
    }

    /** Ends {@code cookies}, {@code keys}, {@code listenKeys} or {@code rateLimits} at once, as waiting would. */
    public void expire(final String... what) {
        final Map<String, Object> body = new LinkedHashMap<>();
        for (final String word : what) {
            body.put(word, true);
        }
        control("POST", "/expire", JsonText.write(body));
    }

    /** Waits until an order of a user is in a state, such as {@code filled}; fails after ten seconds. */
    public void await(final TestTrader user, final String clientOrderId, final String state) {
        awaited(Map.of("key", user.name(), "order", clientOrderId, "state", state));
    }

    /** Waits until all followers have received a result; fails after ten seconds. */
    public void await(final long seq) {
        awaited(Map.of("seq", seq));
    }

    private void awaited(final Map<String, Object> body) {
        final TestAnswer answer = control("POST", "/await", JsonText.write(body));
        if (!answer.text("holds").equals("true")) {
            throw new AssertionError("not reached within 10 s: " + body + ": " + answer.body());
        }
    }

    /** Commands and results since the test began, as lines of a scenario. */
    public List<String> journal() {
        return control("GET", "/journal?from=" + (begunAt + 1), "")
                .body()
                .lines()
                .toList();
    }

    /** The requests and answers of all doors since the venue's last reset, as JSON. */
    public String requests() {
        return control("GET", "/requests", "").body();
    }

    /** The hash of the state. */
    public String hash() {
        return control("GET", "/hash", "").text("hash");
    }

    /** Starts an empty exchange on the same ports. Added users are removed; traders keep their keys. */
    public void reset() {
        begunAt = Long.parseLong(control("POST", "/reset", JsonText.write(Map.of("seed", settings.seed())))
                .text("seq"));
        users = 0;
        ran.clear();
    }

    /**
     * Sends a request to the control door; {@code GET /} lists its requests.
     *
     * @param body empty for none
     * @throws TestVenueException for a refusal
     */
    public TestAnswer control(final String method, final String path, final String body) {
        return door().ask(method, path, body);
    }

    private Door door() {
        return now().control();
    }

    private Running now() {
        return Objects.requireNonNullElseGet(running, () -> {
            throw new TestVenueException("the venue runs only during tests of its class: register it as an extension");
        });
    }

    // ---- what JUnit does -----------------------------------------------------------------------------------------

    @Override
    public void beforeAll(final ExtensionContext context) {
        if (depth++ == 0) {
            running = Pool.of(context).take(settings);
            reset();
        }
    }

    @Override
    public void afterAll(final ExtensionContext context) {
        if (--depth == 0) {
            giveBack(context);
        }
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        if (depth == 0) {
            running = Pool.of(context).take(settings);
        }
        if (depth == 0 || isNewEachTest) {
            reset();
        } else {
            begunAt = Long.parseLong(control("GET", "/hash", "").text("seq"));
        }
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        final String name = context.getRequiredTestClass().getName() + "#"
                + context.getTestMethod().map(method -> method.getName()).orElse("") + " " + context.getDisplayName();
        final Throwable failure = context.getExecutionException().orElse(null);
        try {
            final List<String> unused = faults().unused();
            faults().clear();
            if (failure != null && !(failure instanceof TestAbortedException)) {
                report(name);
            } else if (failure == null && !unused.isEmpty()) {
                report(name);
                throw new AssertionError("no request or message met " + String.join(", ", unused)
                        + ": requests() lists all that came; remove a fault that the test does not need");
            }
        } catch (TestVenueException e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        } finally {
            ran.add(name);
            if (depth == 0) {
                giveBack(context);
            }
        }
    }

    private void giveBack(final ExtensionContext context) {
        final Running used = running;
        running = null;
        if (used != null) {
            Pool.of(context).giveBack(settings, used);
        }
    }

    private void report(final String name) {
        final List<String> lines = journal();
        final StringBuilder text =
                new StringBuilder("The venue's journal of ").append(name).append(":\n");
        lines.stream().skip(Math.max(0, lines.size() - MOST_LINES)).forEach(line -> text.append(line)
                .append('\n'));
        if (lines.size() > MOST_LINES) {
            text.append("(the last ")
                    .append(MOST_LINES)
                    .append(" of ")
                    .append(lines.size())
                    .append(" lines)\n");
        }
        text.append("Repeat it with ").append(settings.code());
        text.append(ran.isEmpty() ? ", on a new venue." : ", after " + String.join(", ", ran) + ".");
        System.err.println(text);
    }

    @Override
    public boolean supportsParameter(final ParameterContext parameter, final ExtensionContext context) {
        final Class<?> type = parameter.getParameter().getType();
        return running != null && (type == TestTrader.class || type == URI.class);
    }

    @Override
    public Object resolveParameter(final ParameterContext parameter, final ExtensionContext context) {
        return parameter.getParameter().getType() == URI.class ? uri("http") : user("user-" + ++users, money);
    }
}
