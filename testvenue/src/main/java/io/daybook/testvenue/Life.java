package io.daybook.testvenue;

import io.daybook.api.AddUser;
import io.daybook.api.AdjustBalance;
import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.FollowerMetrics;
import io.daybook.api.Listing;
import io.daybook.api.MassCancel;
import io.daybook.api.StateHashQuery;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.host.Clock;
import io.daybook.host.VenueTime;
import io.daybook.server.HttpGiven;
import io.daybook.server.StartException;
import io.daybook.server.http.Problem;
import io.daybook.server.orders.ClientIds;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.OrdersFollower;
import io.daybook.sessions.member.Closing;
import io.daybook.venue.Venue;
import io.daybook.venue.VenueGiven;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a test venue, from a start or a reset to the next: the venue, its time, its users and the house. Used by
 * one thread at a time.
 */
final class Life implements AutoCloseable {
    private static final int MOST_SIGNED = 100_000;
    private static final byte[] NO_TAG = {};
    private static final long LOOK_NS = 100_000;
    private static final Map<String, String> MONEY = Map.of("EUR", "100000", "BTC", "10", "ETH", "100");

    private final Place place;
    private final long seed;
    private final VenueTime time;
    private final @Nullable ScheduledExecutorService timer;
    private final Agenda agenda;
    private final ShiftedClock cookies = new ShiftedClock(Clock.system());
    private final ShiftedClock listenKeys = new ShiftedClock(Clock.system());
    private final ShiftedClock rateLimits = new ShiftedClock(Clock.system());
    private final Map<String, Trader> traders = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Listing> listings = new ConcurrentSkipListMap<>();
    private final Traffic traffic = new Traffic();
    private final boolean mayBeKilled;
    private final Faults faults;
    private final Around around;
    private final FixFaults fix;
    private final Venue venue;
    private final Exchange exchange;
    private final WantedFills fills;
    private final House house;
    private final OtherTraders others = new OtherTraders(this);

    /**
     * Starts a venue on an empty folder.
     *
     * @param isAgain whether the folder is not empty, but that of a process that was killed
     * @throws StartException if a port is taken, or the venue does not start
     */
    Life(final Place place, final long seed, final TestVenueSettings settings, final boolean isAgain)
            throws StartException {
        final boolean isManual = settings.isManual();
        this.mayBeKilled = settings.process() != TestVenueSettings.OwnProcess.NO;
        this.place = place;
        this.seed = seed;
        this.faults = new Faults(seed, place.folder(), traffic);
        if (isAgain) {
            faults.takeOver();
        }
        this.around = new Around(traffic, faults);
        this.fix = new FixFaults(faults, traffic, place::nameOf);
        this.time = isManual ? new ManualTime(Clock.system(), place.noted("time")) : VenueTime.of(Clock.system());
        this.timer = isManual ? null : Executors.newSingleThreadScheduledExecutor(Life::timerThread);
        this.agenda = new Agenda(time, timer);
        place.listings().forEach(listing -> listings.put(listing.name(), listing));
        this.venue = opened(new VenueGiven(
                new HttpGiven(
                        time,
                        new HttpGiven.Waits(cookies, listenKeys, rateLimits),
                        Place.CHEAP,
                        place.random(),
                        new CountedIds(),
                        around),
                new TcpFaults(faults, traffic, place::nameOf, this::symbol),
                fix));
        boolean isStarted = false;
        try {
            final FillWatch watch = new FillWatch();
            venue.listener(watch);
            venue.listen();
            this.exchange = venue.start();
            faults.seq(() -> exchange.metrics().deliveredSeq());
            this.house = new House(this);
            this.fills = new WantedFills(this, watch);
            if (isAgain) {
                house.goOn(exchange.query(new StateHashQuery()).join().seq());
                place.traders().forEach(trader -> traders.put(trader.name(), trader));
                place.added().forEach(trader -> traders.put(trader.name(), trader));
            } else {
                house.arrive();
                for (final Trader trader : place.traders()) {
                    arrive(trader, MONEY);
                }
            }
            isStarted = true;
        } finally {
            if (!isStarted) {
                close();
            }
        }
    }

    private Venue opened(final VenueGiven given) throws StartException {
        try {
            return Venue.open(place.config(), null, given);
        } catch (StartException | RuntimeException | Error e) {
            endThreads();
            throw e;
        }
    }

    private static Thread timerThread(final Runnable work) {
        final Thread thread = new Thread(work, "daybook-testvenue-timer");
        thread.setDaemon(true);
        return thread;
    }

    /** Gives orders without a client id numbers as ids; a repeated signed request gets the same id. */
    private static final class CountedIds implements ClientIds {
        private final Map<String, String> signedIds = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<String, String> eldest) {
                return size() > MOST_SIGNED;
            }
        };
        private long count;

        @Override
        public synchronized String name(final @Nullable String signed, final Supplier<String> usual) {
            return signed == null ? next() : signedIds.computeIfAbsent(signed, text -> next());
        }

        private String next() {
            return "t-" + ++count;
        }
    }

    long seed() {
        return seed;
    }

    VenueTime time() {
        return time;
    }

    /** The time that moves on command; null if the time follows the machine's clock. */
    @Nullable
    ManualTime manualTime() {
        return time instanceof ManualTime manual ? manual : null;
    }

    Agenda agenda() {
        return agenda;
    }

    Exchange exchange() {
        return exchange;
    }

    Venue venue() {
        return venue;
    }

    House house() {
        return house;
    }

    WantedFills fills() {
        return fills;
    }

    OtherTraders others() {
        return others;
    }

    /** The orders and fills of all users, as the HTTP door shows them. */
    OrdersBook orders() {
        return Objects.requireNonNull(venue.http(), "a test venue serves HTTP").orders();
    }

    Traffic traffic() {
        return traffic;
    }

    Faults faults() {
        return faults;
    }

    FixFaults fix() {
        return fix;
    }

    /** The doors, users and listings that a fault may name. */
    Fault.Known known() {
        final Set<String> keys = Set.copyOf(traders.keySet());
        final Set<String> routes = new TreeSet<>(around.routes());
        routes.addAll(SocketFaults.WORDS);
        routes.addAll(TcpFaults.WORDS.values());
        routes.addAll(FixWords.TYPES);
        return new Fault.Known(new TreeSet<>(keys), routes, listings.keySet(), mayBeKilled);
    }

    Map<String, Trader> traders() {
        return traders;
    }

    Map<String, Listing> listings() {
        return listings;
    }

    /** The name of a user; its number if it has none. */
    String name(final long uid) {
        synchronized (traders) {
            return traders.values().stream()
                    .filter(trader -> trader.uid() == uid)
                    .map(Trader::name)
                    .findFirst()
                    .orElse(House.isHouse(uid) ? "house" : BotTraders.isBot(uid) ? "bot" : Long.toString(uid));
        }
    }

    /** Sends a command and waits for its result. */
    CommandResult send(final Command command) {
        return exchange.submit(command).join();
    }

    /** Sends a command about an order of a door, as that door: other senders may not use the ids of its orders. */
    CommandResult sendForDoors(final Command command) {
        while (true) {
            final var sent = exchange.trySubmit(OrdersFollower.NAME, command, 0, NO_TAG);
            if (sent.isPresent()) {
                return sent.get().join();
            }
            LockSupport.parkNanos(LOOK_NS); // the ring is full for a moment
        }
    }

    /** Cancels all orders of a user in a symbol. */
    void cancelAll(final long uid, final int symbol) {
        CommandResult result = send(new MassCancel(uid, symbol, null, false, false));
        while (result.more()) {
            result = send(new MassCancel(uid, symbol, null, false, false));
        }
    }

    /** Sends a command that is refused only if this code has a fault. */
    void require(final Command command) {
        final CommandResult result = send(command);
        if (!result.isSuccess()) {
            throw new IllegalStateException(command + " must succeed: " + result.code());
        }
    }

    /** Adds a user to the exchange, with money. */
    void arrive(final Trader trader, final Map<String, String> balances) {
        require(new AddUser(trader.uid()));
        traders.put(trader.name(), trader);
        balances(trader.uid(), balances);
    }

    /** Makes the keys of a further user. */
    Trader addTrader(final String name) {
        final Trader made = place.addTrader(name, Place.FIRST_UID + traders.size());
        venue.poll();
        return made;
    }

    /** The name of a listing; empty for none. */
    private String symbol(final int number) {
        return listings.values().stream()
                .filter(listing -> listing.symbol() == number)
                .map(Listing::name)
                .findFirst()
                .orElse("");
    }

    /** Notes a listing that was added. */
    void listed(final Listing listing) {
        listings.put(listing.name(), listing);
    }

    /** The currencies of all listings, by name. */
    Map<String, Listing.Currency> currencies() {
        final Map<String, Listing.Currency> byName = new TreeMap<>();
        for (final Listing listing : listings.values()) {
            byName.put(listing.base().name(), listing.base());
            byName.put(listing.quote().name(), listing.quote());
        }
        return byName;
    }

    /**
     * Gives a user exact balances.
     *
     * @throws Problem if a currency is unknown, or more is held than the balance would be
     */
    void balances(final long uid, final Map<String, String> wanted) {
        final Map<String, Listing.Currency> known = currencies();
        final UserReport report = exchange.query(UserReportQuery.accounts(uid)).join();
        final Map<Integer, Long> changes = new TreeMap<>();
        wanted.forEach((name, amount) -> {
            final Listing.Currency currency = known.get(name);
            if (currency == null) {
                throw Words.unknown("/balances/" + name, "currency", name, known.keySet());
            }
            final long units = units(name, amount, currency);
            final UserReport.Account account = report.account(currency.id());
            if (units < account.held()) {
                throw Problem.badForm(
                        "/balances/" + name,
                        amount + " " + name + " is less than live orders hold; the least is "
                                + BigDecimal.valueOf(account.held(), currency.decimals())
                                        .toPlainString());
            }
            changes.put(currency.id(), units - account.balance());
        });
        long transaction = report.lastTransactionId();
        for (final Map.Entry<Integer, Long> change : changes.entrySet()) {
            if (change.getValue() != 0) {
                require(new AdjustBalance(uid, change.getKey(), change.getValue(), ++transaction));
            }
        }
    }

    private static long units(final String name, final String amount, final Listing.Currency currency) {
        final String where = "/balances/" + name;
        final BigDecimal value = Decimal.read(where, amount);
        final BigDecimal most = BigDecimal.valueOf(House.MOST_UNITS, currency.decimals());
        if (value.signum() < 0 || value.compareTo(most) > 0) {
            throw Problem.badForm(where, "a balance must be from 0 to " + most.toPlainString() + ": " + amount);
        }
        return Decimal.steps(where, value, BigDecimal.valueOf(1, currency.decimals()));
    }

    /** Waits until every follower has received the last result; returns false after the timeout. */
    boolean awaitHeard(final Duration timeout) {
        return awaitHeard(exchange.query(new StateHashQuery()).join().seq(), timeout);
    }

    /** Waits until every follower has received a result; returns false after the timeout. */
    boolean awaitHeard(final long seq, final Duration timeout) {
        final long beganNs = System.nanoTime();
        while (!isHeard(seq)) {
            if (System.nanoTime() - beganNs > timeout.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return true;
    }

    private boolean isHeard(final long seq) {
        final var metrics = exchange.metrics();
        boolean isHeard = metrics.deliveredSeq() >= seq;
        for (final FollowerMetrics follower : metrics.followers()) {
            isHeard &= !follower.attached() || follower.seq() >= seq;
        }
        return isHeard;
    }

    /** Makes cookies, listen keys, rate limits or API keys expire at once, instead of after their usual time. */
    void expire(final List<String> what) {
        for (final String one : what) {
            switch (one) {
                case "cookies" -> cookies.skip(Duration.ofHours(13));
                case "listenKeys" -> listenKeys.skip(Duration.ofHours(2));
                case "rateLimits" -> rateLimits.skip(Duration.ofMinutes(2));
                default -> {
                    place.expireKeys();
                    venue.poll();
                }
            }
        }
    }

    @Override
    public void close() {
        Closing.all(others, this::endThreads, venue);
    }

    private void endThreads() {
        final ScheduledExecutorService own = timer;
        if (own != null) {
            own.shutdownNow();
        }
        faults.close();
    }
}
