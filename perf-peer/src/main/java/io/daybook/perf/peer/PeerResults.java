package io.daybook.perf.peer;

import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** Counts the peer's results as they come and reads a little of each, as our own listener does. */
final class PeerResults implements ObjLongConsumer<OrderCommand> {
    private long expected;
    private long arrived;
    private final Map<CommandResultCode, Long> refused = new EnumMap<>(CommandResultCode.class);
    private long events;

    private volatile long endNs;
    private volatile boolean complete = true;

    void expect(final long results) {
        expected = results;
        arrived = 0;
        refused.clear();
        complete = false;
    }

    @Override
    public void accept(final OrderCommand command, final long sequence) {
        if (command.resultCode != CommandResultCode.SUCCESS) {
            refused.merge(command.resultCode, 1L, Long::sum);
        }
        for (MatcherTradeEvent event = command.matcherEvent; event != null; event = event.nextEvent) {
            events++;
        }
        if (++arrived == expected) {
            endNs = System.nanoTime();
            complete = true;
        }
    }

    long await() {
        while (!complete) {
            Thread.onSpinWait();
        }
        return endNs;
    }

    /** The number of refused commands, by result code; empty if none was refused. */
    Map<CommandResultCode, Long> refused() {
        return refused;
    }

    long events() {
        return events;
    }
}
