package io.daybook.it;

import io.daybook.api.CustomQuery;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderBookReport;
import io.daybook.api.OrderBookType;
import io.daybook.api.ResultView;
import io.daybook.api.StateView;
import io.daybook.engine.EngineConfig;
import io.daybook.engine.EngineHost;
import io.daybook.engine.ExchangeEngine;
import io.daybook.engine.SlotResultView;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.model.Scenario;
import io.daybook.scenario.BadLineException;
import io.daybook.scenario.ScenarioLine;
import io.daybook.scenario.ScenarioReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Carries out the commands of a scenario one after the other, without an exchange around the engine. */
final class ScenarioEngine {
    private static final int EVENTS_IN_RING = 64;

    /** The orders that the books show, by symbol. */
    private record QueuesQuery() implements CustomQuery<Map<Integer, List<String>>> {
        @Override
        public Map<Integer, List<String>> report(final StateView state) {
            final Map<Integer, List<String>> queues = new HashMap<>();
            state.forEachOrder(order -> {
                if (order.shown() > 0) {
                    queues.computeIfAbsent(order.symbol(), symbol -> new ArrayList<>())
                            .add(order.side() + " " + order.price() + " " + order.shown());
                }
            });
            return queues;
        }
    }

    /** All live orders: owner, side and remaining lots, by symbol and id. */
    private record OrdersQuery() implements CustomQuery<Map<String, String>> {
        @Override
        public Map<String, String> report(final StateView state) {
            final Map<String, String> orders = new TreeMap<>();
            state.forEachOrder(order -> orders.put(
                    order.symbol() + " #" + order.orderId(),
                    order.uid() + " side " + order.side().code() + " lots " + order.remaining()));
            return orders;
        }
    }

    private final EngineHost host;
    private final SlotResultView view = new SlotResultView();
    private final CommandSlot slot = new CommandSlot();
    private final ScenarioReader reader = new ScenarioReader();
    private final Scenario scenario;

    ScenarioEngine(final Scenario scenario, final OrderBookType books) {
        this.scenario = scenario;
        host = new EngineHost(new ExchangeEngine(
                new EngineConfig(
                        BookTypes.all(books),
                        scenario.settings().marginTrading(),
                        scenario.settings().resetAllowed(),
                        0,
                        Set.of(QueuesQuery.class, OrdersQuery.class),
                        HashSecret.NONE),
                new EventRing(EVENTS_IN_RING)));
    }

    /**
     * Runs the scenario; ignores lines that are not commands.
     *
     * @param told receives each result, which is valid during the call
     * @param between called after each command, when the state may be queried
     */
    void run(final Consumer<ResultView> told, final Runnable between) {
        long stamp = 1;
        for (final String line : scenario.lines()) {
            final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            final ScenarioLine read;
            try {
                read = reader.read(bytes, 0, bytes.length);
            } catch (final BadLineException e) {
                continue;
            }
            if (read instanceof ScenarioLine.Send send) {
                final byte[] payload;
                try {
                    payload = CommandRecords.encodePayload(send.command());
                } catch (final IllegalArgumentException e) { // no door would accept the command
                    continue;
                }
                slot.clear();
                CommandRecords.fill(slot, send.command(), payload);
                slot.cookie(send.cookie());
                slot.tag(send.tagBytes(), 0, send.tagBytes().length);
                stamp = send.stamped() ? send.timestampNs() : stamp + 1;
                host.apply(slot, stamp, (applied, seq, timeNs) -> {
                    view.wrap(applied, seq, timeNs);
                    told.accept(view);
                });
                between.run();
            }
        }
    }

    /**
     * The side, price and shown lots of each order that the books show, by symbol, in the order of side, price and
     * queue position. The query is for all symbols, because the engine copies all its books to show them.
     */
    Map<Integer, List<String>> queues() {
        return host.answer(new QueuesQuery());
    }

    Map<String, String> orders() {
        return host.answer(new OrdersQuery());
    }

    OrderBookReport book(final int symbol) {
        return host.answer(new OrderBookQuery(symbol, 0));
    }
}
