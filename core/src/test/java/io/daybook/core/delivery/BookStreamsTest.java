package io.daybook.core.delivery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.CommandType;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookReport;
import io.daybook.api.ResultCode;
import io.daybook.api.SubscribeBookQuery;
import io.daybook.api.UnsubscribeBookQuery;
import io.daybook.kernel.command.CommandSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BookStreamsTest {
    private static final long SEED = Long.getLong("daybook.seed", 20_261_127L);
    private static final int STEPS = 20_000;
    private static final int SYMBOLS = 40;
    private static final int STEPS_PER_RESET = 2_000;
    private static final int[] OUTSIDE = {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE};

    private final Random random = new Random(SEED);
    private final BookStreams streams = new BookStreams();

    /** The listeners of each book, in their order. */
    private final Map<Integer, List<ExchangeListener>> expected = new HashMap<>();

    @Test
    void shouldKnowWhoHearsOfEachBookWhoeverComesAndGoes() {
        final ExchangeListener[] listening = {
            new ExchangeListener() {}, new ExchangeListener() {}, new ExchangeListener() {}
        };
        for (int i = 1; i <= STEPS; i++) {
            final ExchangeListener listener = listening[random.nextInt(listening.length)];
            final int symbol = symbol(random.nextInt(SYMBOLS));
            if (i % STEPS_PER_RESET == 0) {
                reset();
            } else if (random.nextInt(5) < 2) {
                subscribe(i, symbol, listener, listening);
            } else {
                unsubscribe(i, symbol, listener, listening);
            }
            requireHearers(listening);
        }
    }

    /** Small ids and large ones. */
    private static int symbol(final int number) {
        return 1 + number * (number % 2 == 0 ? 1 : 50_000_000);
    }

    private void subscribe(
            final long seq, final int symbol, final ExchangeListener listener, final ExchangeListener[] listening) {
        final OrderBookReport report = report(seq, symbol);
        assertEquals(report, streams.onQuery(slot(report, new SubscribeBookQuery(symbol, listener)), listening));
        final List<ExchangeListener> hearers = expected.computeIfAbsent(symbol, key -> new ArrayList<>());
        if (!hearers.contains(listener)) {
            hearers.add(listener);
        }
    }

    private void unsubscribe(
            final long seq, final int symbol, final ExchangeListener listener, final ExchangeListener[] listening) {
        final OrderBookReport report = report(seq, symbol);
        assertEquals(null, streams.onQuery(slot(report, new UnsubscribeBookQuery(symbol, listener)), listening));
        expected.getOrDefault(symbol, new ArrayList<>()).remove(listener);
    }

    private void reset() {
        final CommandSlot slot = new CommandSlot();
        slot.type(CommandType.RESET.code());
        streams.onCommand(slot);
        expected.clear();
    }

    private static OrderBookReport report(final long seq, final int symbol) {
        return new OrderBookReport(seq, ResultCode.SUCCESS, symbol, List.of(), List.of());
    }

    private static CommandSlot slot(final OrderBookReport report, final Object query) {
        final CommandSlot slot = new CommandSlot();
        slot.report(report);
        slot.payload(query);
        return slot;
    }

    private void requireHearers(final ExchangeListener[] listening) {
        for (int number = 0; number < SYMBOLS; number++) {
            final int symbol = symbol(number);
            assertArrayEquals(
                    expected.getOrDefault(symbol, List.of()).toArray(),
                    streams.subscribers(symbol, listening),
                    () -> "symbol " + symbol + ", seed=" + SEED);
        }
        for (final int symbol : OUTSIDE) {
            assertEquals(0, streams.subscribers(symbol, listening).length);
        }
    }
}
