package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.MassCancel;
import io.daybook.api.OrderTerms;
import io.daybook.api.PlaceOrder;
import io.daybook.api.ReplaceOrder;
import io.daybook.api.ResultView;
import io.daybook.api.Side;
import io.daybook.api.StateHashQuery;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.Tick;
import io.daybook.api.Topology;
import io.daybook.api.TriggerWhen;
import io.daybook.core.DaybookExchange;
import io.daybook.core.Replay;
import io.daybook.core.recovery.JournalSettings;
import io.daybook.engine.result.ResultEncoder;
import io.daybook.journal.access.JournalReader;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The facts about a folder that {@link FolderFacts} does not have: every byte of the results of orders with terms, and
 * the results of acts that still wait when the folder is opened. They are facts of semantics 3, and must never change.
 */
final class OrderFacts {
    private static final long UID = 900_000_003L;
    private static final long FAR = 1L << 41;
    private static final int MOST_TICKS = 100;

    private OrderFacts() {}

    /** Opens a folder, sends further commands, and returns the facts. */
    static SortedMap<String, String> of(final Path folder) {
        final SortedMap<String, String> facts = new TreeMap<>();
        final Bytes before = new Bytes();
        Replay.from(folder, 1, before);
        facts.put("orders.results", before.toString());
        final ExchangeConfig config = JournalSettings.parse(
                        JournalReader.open(folder).settings())
                .config()
                .topology(Topology.INLINE)
                .journal(folder)
                .build();
        final Bytes after = new Bytes();
        final String hash;
        try (Exchange exchange = DaybookExchange.start(config, after)) {
            facts.put("orders.hash", hash(exchange));
            for (final SymbolSpec symbol :
                    exchange.query(new SymbolsQuery()).join().symbols()) {
                goOn(exchange, symbol);
            }
            hash = hash(exchange);
            facts.put("orders.after.results", after.toString());
            facts.put("orders.after.hash", hash);
        }
        try (Exchange exchange = DaybookExchange.start(config)) {
            assertEquals(hash, hash(exchange), "the folder must have the same state when it is opened again");
        }
        return facts;
    }

    /**
     * Sends ticks until no act is left, places and replaces a dormant order, and cancels the flagged orders, then all.
     */
    private static void goOn(final Exchange exchange, final SymbolSpec spec) {
        final int symbol = spec.symbol();
        int ticks = 0;
        while (exchange.submit(new Tick(symbol), 0, 0).join().more()) {
            assertEquals(true, ++ticks < MOST_TICKS, "a cascade must end");
        }
        exchange.submit(
                        PlaceOrder.ioc(UID, symbol, FAR, Side.ASK, spec.minPrice(), 1)
                                .withTerms(OrderTerms.builder()
                                        .trigger(spec.minPrice(), TriggerWhen.FALLS)
                                        .build()),
                        0,
                        0)
                .join();
        exchange.submit(new ReplaceOrder(UID, symbol, FAR, FAR + 1, spec.minPrice(), 2, 0, 0, 0), 0, 0)
                .join();
        exchange.submit(new MassCancel(0, symbol, null, true, false), 0, 0).join();
        exchange.submit(new MassCancel(0, symbol, null, false, false), 0, 0).join();
    }

    private static String hash(final Exchange exchange) {
        return HexFormat.of()
                .toHexDigits(exchange.query(new StateHashQuery()).join().hash());
    }

    /** A digest of all results as bytes, and the number of events of each kind. */
    private static final class Bytes implements ExchangeListener {
        private final MessageDigest digest = sha256();
        private final SortedMap<String, Integer> events = new TreeMap<>();
        private int more;

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onResult(final ResultView result) {
            final ResultView told = asBefore(result);
            final byte[] bytes = new byte[ResultEncoder.encodedLength(told)];
            ResultEncoder.encode(told, bytes, 0);
            digest.update(bytes);
            more += result.more() ? 1 : 0;
            for (int i = 0; i < result.eventCount(); i++) {
                events.merge(result.event(i).kind().name(), 1, Integer::sum);
            }
        }

        /**
         * A result as it was before the third version of the bytes of results: fields that are newer have their default
         * values.
         */
        private static ResultView asBefore(final ResultView result) {
            return proxy(ResultView.class, (method, arguments) -> switch (method.getName()) {
                case "shown" -> result.remaining();
                case "addedSymbols" -> List.of();
                case "event" -> asBefore(result, result.event((int) arguments[0]));
                default -> method.invoke(result, arguments);
            });
        }

        private static EventView asBefore(final ResultView result, final EventView event) {
            return proxy(EventView.class, (method, arguments) -> switch (method.getName()) {
                case "shown" -> event.takerRemaining();
                case "symbol" -> result.symbol();
                default -> method.invoke(event, arguments);
            });
        }

        private interface Answer {
            @Nullable
            Object to(Method method, Object @Nullable [] arguments) throws ReflectiveOperationException;
        }

        private static <T> T proxy(final Class<T> type, final Answer answer) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (self, method, arguments) -> answer.to(method, arguments)));
        }

        @Override
        public void onListenerError(final RuntimeException error) {
            throw error;
        }

        @Override
        public String toString() {
            return events + ", more=" + more + ", "
                    + HexFormat.of().formatHex(digest.digest()).substring(0, 16);
        }
    }
}
