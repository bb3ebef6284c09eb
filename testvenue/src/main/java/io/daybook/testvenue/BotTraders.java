package io.daybook.testvenue;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultCode;
import io.daybook.flow.bots.BotKind;
import io.daybook.flow.bots.BotListing;
import io.daybook.flow.bots.BotMarket;
import io.daybook.flow.bots.BotView;
import io.daybook.server.demo.DemoPeople;
import io.daybook.server.demo.DemoView;
import io.daybook.server.orders.OrdersBook;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bots of the demonstration in a life of a test venue, in steps of venue time. A step waits for all results of the
 * last step, so its commands follow from seed, time and results. Any thread.
 */
final class BotTraders implements BotView, BotMarket.Sender, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BotTraders.class);

    /** The first id of the bots: ids of the house are below it, those of recorded days far above it. */
    private static final long FIRST_ID = 1L << 39;

    /** The rank of the bots: at equal times recorded days act first, in the order of their symbols. */
    private static final int RANK = Integer.MAX_VALUE;

    private final Life life;
    private final OrdersBook orders;
    private final DemoPeople people;
    private final BotMarket market;
    private final Map<BotListing, Set<BotKind>> trading = new EnumMap<>(BotListing.class);
    private final Map<Integer, OrderBookReport> books = new TreeMap<>();
    private final Set<Long> broke = new TreeSet<>();
    private final List<Sent> unanswered = new ArrayList<>();
    private long lastId = FIRST_ID;
    private long lastTransaction = 1_000;
    private boolean isScheduled;

    /** Set while a step waits, so that its waiting ends. */
    private volatile boolean isClosed;

    /** A command on its way, and its user. */
    private record Sent(long uid, CompletableFuture<CommandResult> result) {}

    /** Adds the bots' users, with money. */
    BotTraders(final Life life) {
        this.life = life;
        this.orders = life.orders();
        this.people = new DemoPeople(List.copyOf(life.listings().values()));
        this.market = new BotMarket(
                life.seed(), name -> Objects.requireNonNull(life.listings().get(name), name));
        for (final BotListing one : BotListing.values()) {
            market.only(one, Set.of());
        }
        people.arriveBots().forEach(life::require);
    }

    /** Lets bots trade a listing; makers fill its book at once. */
    synchronized void start(final BotListing listing, final Set<BotKind> kinds) {
        for (final BotListing one : BotListing.values()) {
            market.only(one, Set.of());
        }
        market.only(listing, kinds);
        look();
        market.fillLadders(this);
        trading.put(listing, EnumSet.copyOf(kinds));
        trading.forEach(market::only);
        settle();
        if (!isScheduled) {
            isScheduled = true;
            schedule();
        }
    }

    /** The bots that trade a listing; empty for none. */
    synchronized Set<BotKind> kinds(final BotListing listing) {
        return trading.getOrDefault(listing, Set.of());
    }

    /** Ends the bots of a listing, and cancels their orders. */
    synchronized void end(final BotListing listing) {
        trading.remove(listing);
        market.only(listing, Set.of());
        life.cancelAll(listing.maker(), symbol(listing));
    }

    private int symbol(final BotListing listing) {
        return Objects.requireNonNull(life.listings().get(listing.text())).symbol();
    }

    private void schedule() {
        life.agenda().at(life.time().stampNs() + BotMarket.STEP_NS, RANK, this::act);
    }

    private synchronized void act() {
        if (trading.isEmpty() || isClosed) {
            isScheduled = false;
            return;
        }
        try {
            look();
            refill();
            market.step(1, this);
            settle();
            schedule();
        } catch (ExchangeClosedException e) {
            LOG.debug("the venue of the bots has ended", e);
        }
    }

    private void look() {
        final Map<Integer, CompletableFuture<OrderBookReport>> asked = new TreeMap<>();
        for (final BotListing one : BotListing.values()) {
            asked.put(symbol(one), life.exchange().query(new OrderBookQuery(symbol(one), 1)));
        }
        asked.forEach((symbol, report) -> books.put(symbol, report.join()));
        DemoView.awaitShown(orders, book(symbol(BotListing.BTC_EUR)).seq(), () -> isClosed);
        market.look(this);
    }

    private OrderBookReport book(final int symbol) {
        return Objects.requireNonNull(books.get(symbol));
    }

    private void refill() {
        for (final long uid : broke) {
            lastTransaction += 10;
            people.refill(uid, lastTransaction).forEach(this::send);
        }
        broke.clear();
    }

    /** Waits for all results. */
    private void settle() {
        for (final Sent sent : unanswered) {
            if (sent.result.join().code() == ResultCode.RISK_NSF) {
                broke.add(sent.uid);
            }
        }
        unanswered.clear();
    }

    // ---- what bots see and send ----------------------------------------------------------------------------------

    @Override
    public List<Order> live(final long uid) {
        return DemoView.live(orders, uid);
    }

    @Override
    public long bestBid(final int symbol) {
        final List<OrderBookReport.Level> bids = book(symbol).bids();
        return bids.isEmpty() ? 0 : bids.get(0).price();
    }

    @Override
    public long bestAsk(final int symbol) {
        final List<OrderBookReport.Level> asks = book(symbol).asks();
        return asks.isEmpty() ? 0 : asks.get(0).price();
    }

    @Override
    public void place(final PlaceOrder order) {
        lastId++;
        submit(
                order.uid(),
                new PlaceOrder(
                        order.uid(),
                        order.symbol(),
                        lastId,
                        order.side(),
                        order.orderType(),
                        order.price(),
                        order.reservePrice(),
                        order.size(),
                        order.terms()));
    }

    @Override
    public void send(final Command command) {
        submit(command instanceof ReplaceOrder replace ? replace.uid() : 0, command);
    }

    private void submit(final long uid, final Command command) {
        unanswered.add(new Sent(uid, life.exchange().submit(command)));
    }

    /** Whether a user is a bot. */
    static boolean isBot(final long uid) {
        return DemoPeople.bots().contains(uid);
    }

    /** The listings that bots trade, by name. */
    static Map<String, BotListing> listings() {
        final Map<String, BotListing> byName = new LinkedHashMap<>();
        for (final BotListing one : BotListing.values()) {
            byName.put(one.text(), one);
        }
        return byName;
    }

    @Override
    public void close() {
        isClosed = true;
    }
}
