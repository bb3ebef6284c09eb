package io.daybook.perf.peer;

import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import java.util.function.ObjLongConsumer;

/** Counts the peer's results as they come and reads a little of each; the counterpart of our own listener. */
final class PeerResults implements ObjLongConsumer<OrderCommand> {
    private long expected;
    private long arrived;
    private long refused;
    private long events;

    private volatile long endNs;
    private volatile boolean complete = true;

    void expect(final long results) {
        expected = results;
        arrived = 0;
        refused = 0;
        complete = false;
    }

    @Override
    public void accept(final OrderCommand command, final long sequence) {
        if (command.resultCode != CommandResultCode.SUCCESS) {
            refused++;
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

    long refused() {
        return refused;
    }

    long events() {
        return events;
    }
}
