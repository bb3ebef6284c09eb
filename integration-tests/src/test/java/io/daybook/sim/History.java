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
 * The commands so far, in the order that the journal must have, with the reference model and an uninterrupted exchange
 * without a journal, both of which have carried out these commands. After a crash, the last commands may be taken back.
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
     * Adds a command; returns the result line that it must have.
     *
     * @throws io.daybook.model.CapacityExceeded if the contract lets the exchange halt
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

    /** The number that the result of a command adds to the sum of a follower. */
    long hash(final long seq) {
        return hashes.get((int) seq - 1);
    }

    /** The answer that a query of a producer must get now. */
    String answer(final Producers.Message query) {
        return query.from().answeredBy(model);
    }

    /** The answer that a query must get now. */
    String answer(final String query) {
        return model.run(query);
    }

    /** Takes back the commands after a seq: begins anew, and carries out all earlier commands again. */
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

    /** Queries that together show the whole visible state. */
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
