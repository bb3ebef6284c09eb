package io.daybook.server.demo;

import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeMetrics;
import io.daybook.api.Listing;
import io.daybook.api.NoSpaceException;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.flow.bots.BotListing;
import io.daybook.flow.bots.BotMarket;
import io.daybook.host.Clock;
import io.daybook.server.api.Markets;
import io.daybook.server.history.Candle;
import io.daybook.server.history.Interval;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.OwnFiles;
import io.daybook.server.identity.Role;
import io.daybook.server.orders.OperatorDoor;
import io.daybook.server.orders.OrderDoor;
import io.daybook.server.orders.OrdersBook;
import io.daybook.server.orders.Outcome;
import io.daybook.sessions.member.Account;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated market: first its past, then a thread with bots, which send commands through the door of HTTP and pause
 * while other clients fill the ring. Started and ended by one thread.
 */
public final class DemoMarket implements AutoCloseable {
    /** The file with curl's headers for the trader, in the folder of the demonstration. */
    public static final String TRADER_HEADER = "trader.header";

    /** The file with a key for clients of the spot dialect: apiKey and secret, a line each. */
    public static final String SPOT_KEY = "spot.key";

    /** The header file of the admin. */
    public static final String ADMIN_HEADER = "admin.header";

    private static final Logger LOG = LoggerFactory.getLogger(DemoMarket.class);
    private static final String PAST_MADE = "demo-past";
    private static final long MOST_BEHIND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_FULL_DIVISOR = 4;
    private static final int BASE_36 = 36;

    private final Path folder;
    private final Path serverFolder;
    private final int times;
    private final long seed;
    private final Clock clock;
    private @Nullable BotMarket market;
    private @Nullable DemoPast past;
    private @Nullable Thread thread;
    private volatile boolean isClosed;

    /**
     * The market of a folder.
     *
     * @param folder the folder of the demonstration
     * @param serverFolder the folder of the server in it
     * @param times the factor by which the usual number of orders is multiplied
     * @param seed the seed of the bots: if only the bots trade in the market, a seed always makes the same commands
     */
    public DemoMarket(final Path folder, final Path serverFolder, final int times, final long seed, final Clock clock) {
        this.folder = folder;
        this.serverFolder = serverFolder;
        this.times = times;
        this.clock = clock;
        this.seed = seed;
    }

    /**
     * Adds the symbols, before any other command is sent: if the past is not made yet, the symbols are part of it.
     *
     * @param tag the tag of the commands
     * @return whether a symbol was added
     */
    public boolean addSymbols(final Exchange exchange, final List<Listing> listings, final byte[] tag) {
        if (!Files.exists(serverFolder.resolve(PAST_MADE))) {
            final DemoPast fresh = new DemoPast(exchange, clock.epochNs());
            past = fresh;
            return fresh.addSymbols(listings, tag);
        }
        return false;
    }

    /** Makes the files with keys, and the past if there is none. */
    public void prepare(
            final Markets markets,
            final OrdersBook book,
            final MarketHistory history,
            final Authenticator authenticator,
            final Path adminToken)
            throws IOException {
        final Candle btc = lastOf(markets, history, BotListing.BTC_EUR);
        final Candle eth = lastOf(markets, history, BotListing.ETH_EUR);
        final BotMarket bots = new BotMarket(seed, markets::listing);
        bots.goOn(price(markets, BotListing.BTC_EUR, btc), price(markets, BotListing.ETH_EUR, eth));
        market = bots;
        final DemoPast making = past;
        if (making != null) {
            making.trade(
                    bots,
                    new DemoPeople(List.copyOf(markets.listings())),
                    new DemoView(markets, book),
                    btc == null ? 0 : btc.startNs());
            OwnFiles.create(serverFolder.resolve(PAST_MADE), "");
            past = null;
        }
        final Path trader = folder.resolve(TRADER_HEADER);
        if (!Files.exists(trader)) {
            final String token = Objects.requireNonNull(
                    key(authenticator, "demo", KeyKind.BEARER).secret());
            OwnFiles.create(trader, header(token));
        }
        final Path spot = folder.resolve(SPOT_KEY);
        if (!Files.exists(spot)) {
            final KeyStore.Fresh made = key(authenticator, "demo spot", KeyKind.HMAC);
            OwnFiles.create(spot, String.format("%s\n%s\n", made.apiKey(), made.secret()));
        }
        final Path admin = folder.resolve(ADMIN_HEADER);
        if (!Files.exists(admin) && Files.exists(adminToken)) {
            OwnFiles.create(admin, header(Files.readString(adminToken).trim()));
        }
    }

    private static KeyStore.Fresh key(final Authenticator authenticator, final String name, final KeyKind kind) {
        return authenticator.add(
                name,
                kind,
                EnumSet.of(Role.TRADER),
                List.of(new Account("DEMO", DemoPeople.PERSON)),
                List.of(),
                0,
                null);
    }

    private static String header(final String token) {
        return "Authorization: Bearer " + token + "\n";
    }

    private static @Nullable Candle lastOf(
            final Markets markets, final MarketHistory history, final BotListing listing) {
        return history.lastCandle(markets.listing(listing.text()).symbol(), Interval.M1);
    }

    private static double price(final Markets markets, final BotListing listing, final @Nullable Candle candle) {
        return candle == null
                ? 0
                : markets.listing(listing.text()).price(candle.close()).doubleValue();
    }

    /** Starts the bots. */
    public void start(final Exchange exchange, final OrderDoor door, final Markets markets, final OrdersBook book) {
        final Live live = new Live(
                exchange,
                door,
                Objects.requireNonNull(market, "prepared"),
                new DemoView(markets, book),
                new DemoPeople(List.copyOf(markets.listings())));
        final Thread bots = new Thread(live, "daybook-demo");
        bots.setDaemon(true);
        thread = bots;
        bots.start();
    }

    /** Stops the bots. */
    @Override
    public void close() {
        isClosed = true;
        final Thread bots = thread;
        if (bots != null) {
            LockSupport.unpark(bots);
            try {
                bots.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The running bots. Used by their thread. */
    private final class Live implements Runnable, BotMarket.Sender {
        private final Exchange exchange;
        private final OrderDoor door;
        private final BotMarket bots;
        private final DemoView view;
        private final DemoPeople people;
        private final String prefix = "bot-" + Long.toString(clock.epochMillis(), BASE_36) + "-";
        private final List<Sent> unanswered = new ArrayList<>();
        private final Set<Long> broke = new LinkedHashSet<>();
        private long placed;
        private long answeredNs;

        /** A command that was sent, and its user. */
        private record Sent(long uid, CompletableFuture<Outcome> outcome) {}

        private Live(
                final Exchange exchange,
                final OrderDoor door,
                final BotMarket bots,
                final DemoView view,
                final DemoPeople people) {
            this.exchange = exchange;
            this.door = door;
            this.bots = bots;
            this.view = view;
            this.people = people;
        }

        @Override
        public void run() {
            long doneNs = clock.nanoTime();
            while (!isClosed) {
                LockSupport.parkNanos(BotMarket.STEP_NS);
                final long nowNs = clock.nanoTime();
                doneNs = Math.max(doneNs, nowNs - MOST_BEHIND_NS); // long pauses are not made up for
                try {
                    for (;
                            nowNs - doneNs >= BotMarket.STEP_NS && !isClosed && !isCrowded();
                            doneNs += BotMarket.STEP_NS) {
                        step();
                    }
                } catch (NoSpaceException e) {
                    LOG.debug("the bots wait for room on the disk", e); // health and metrics report the full disk
                } catch (ExchangeClosedException e) {
                    return;
                } catch (RuntimeException e) {
                    LOG.error("the bots have stopped", e);
                    return;
                }
            }
        }

        /**
         * Makes a step. First waits for the results of the previous steps, because the commands of a step depend on
         * them.
         */
        private void step() {
            view.awaitShown(answered(), () -> isClosed);
            bots.look(view);
            refill();
            bots.step(times, this);
        }

        private boolean isCrowded() {
            final ExchangeMetrics metrics = exchange.metrics();
            return metrics.ringFill() > metrics.ringSize() / MOST_FULL_DIVISOR;
        }

        @Override
        public void place(final PlaceOrder order) {
            placed++;
            try {
                unanswered.add(new Sent(
                        order.uid(),
                        door.place(0, order, prefix + placed, placed).outcome()));
            } catch (OperatorDoor.RingFullException | OrderDoor.UsedIdException e) {
                LOG.debug("an order of a bot was not sent", e);
            }
        }

        @Override
        public void send(final Command command) {
            try {
                final long uid = command instanceof ReplaceOrder replace ? replace.uid() : 0;
                unanswered.add(new Sent(uid, door.submit(command)));
            } catch (OperatorDoor.RingFullException e) {
                LOG.debug("a command of a bot was not sent", e);
            }
        }

        /** Waits for all answers; returns the seq of the last answered command, 0 if none was sent. */
        private long answered() {
            long seq = 0;
            for (final Sent sent : unanswered) {
                final Optional<Outcome> answer = sent.outcome()
                        .handle((outcome, failure) -> Optional.ofNullable(outcome))
                        .join();
                if (answer.isPresent()) {
                    seq = answer.get().seq();
                    answeredNs = answer.get().timeNs();
                    if (answer.get().code() == ResultCode.RISK_NSF) {
                        broke.add(sent.uid());
                    }
                }
            }
            unanswered.clear();
            return seq;
        }

        /** Gives more paper money to bots that have none left. */
        private void refill() {
            for (final Long uid : List.copyOf(broke)) {
                broke.remove(uid);
                // The transaction id is above those of the first deposits and of earlier refills.
                people.refill(uid, TimeUnit.NANOSECONDS.toMicros(answeredNs)).forEach(this::send);
            }
        }
    }
}
