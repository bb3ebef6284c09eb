package io.daybook.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultView;
import io.daybook.api.StateHashQuery;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.model.ModelRunner;
import io.daybook.model.Settings;
import io.daybook.scenario.ScenarioLine;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What happened so far, as it has to be in the journal: the commands in their order, the reference model that has
 * carried them out, and an exchange without a journal that has done the same without interruption. A crash may take
 * commands back.
 */
final class History implements AutoCloseable {
    private final Settings settings;
    private final List<Producers.Message> commands = new ArrayList<>();
    private final List<Long> timesNs = new ArrayList<>();
    private final List<Long> hashes = new ArrayList<>();
    private ModelRunner.Session model;
    private Exchange uninterrupted;

    History(final Settings settings) {
        this.settings = settings;
        begin();
    }

    private void begin() {
        model = new ModelRunner.Session(settings, (line, outcome, exchange) -> {});
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .orderBookType(OrderBookType.AVL)
                .marginTrading(settings.marginTrading())
                .resetAllowed(settings.resetAllowed())
                .ringSize(64)
                .eventRingSize(1024)
                .build();
        uninterrupted = DaybookExchange.start(config, new ExchangeListener() {
            @Override
            public void onResult(final ResultView result) {
                hashes.add(SimulatedFollower.hash(result));
            }
        });
    }

    /** The number of the last command. */
    long seq() {
        return commands.size();
    }

    /** The time of the last command, ns since the epoch; 0 before the first. */
    long timeNs() {
        return timesNs.isEmpty() ? 0 : timesNs.get(timesNs.size() - 1);
    }

    /**
     * One more command; the result line that it must have.
     *
     * @throws io.daybook.model.CapacityExceeded where the contract lets the exchange halt
     */
    String add(final Producers.Message command) {
        final String expected = command.from().answeredBy(model);
        commands.add(command);
        timesNs.add(Math.max(timeNs(), command.timestampNs()));
        final long cookie = ((ScenarioLine.Send) command.meaning()).cookie();
        uninterrupted
                .submit(command.command(), cookie, command.timestampNs(), command.tag())
                .join();
        return expected;
    }

    /** What the result of a command adds to the sum of a follower. */
    long hash(final long seq) {
        return hashes.get((int) seq - 1);
    }

    /** What a query that was sent must be answered now. */
    String answer(final Producers.Message query) {
        return query.from().answeredBy(model);
    }

    /** What a query must be answered now. */
    String answer(final String query) {
        return model.run(query);
    }

    /** Takes back what came after a command, and begins anew up to there. */
    void rewindTo(final long seq) {
        final List<Producers.Message> kept = new ArrayList<>(commands.subList(0, (int) seq));
        commands.clear();
        timesNs.clear();
        hashes.clear();
        uninterrupted.close();
        begin();
        kept.forEach(this::add);
    }

    long stateHash() {
        return uninterrupted.query(new StateHashQuery()).join().hash();
    }

    /** Queries that show everything that can be seen. */
    List<String> queriesOfAll() {
        final List<String> queries = new ArrayList<>();
        final var state = model.exchange().state();
        for (final long uid : new TreeSet<>(state.users().keySet())) {
            queries.add("{\"cmd\":\"user_report\",\"uid\":" + uid + "}");
        }
        for (final int symbol : new TreeSet<>(state.markets().keySet())) {
            queries.add("{\"cmd\":\"book\",\"symbol\":" + symbol + "}");
        }
        queries.add("{\"cmd\":\"totals_report\"}");
        return queries;
    }

    @Override
    public void close() {
        assertEquals(commands.size(), timesNs.size());
        assertEquals(commands.size(), hashes.size());
        uninterrupted.close();
    }
}
