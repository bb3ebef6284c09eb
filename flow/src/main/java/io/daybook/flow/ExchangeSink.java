package io.daybook.flow;

import io.daybook.api.Command;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.ResultCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** Sends commands to an exchange, with a limited number of them unanswered, and counts refusals. */
public final class ExchangeSink implements CommandSink {
    private static final int MAX_IN_FLIGHT = 1 << 14;

    private final Exchange exchange;
    private final Queue<CompletableFuture<CommandResult>> unanswered = new ArrayDeque<>();
    private final Map<ResultCode, Long> refused = new EnumMap<>(ResultCode.class);

    /** Creates a sink for an exchange, which the caller closes. */
    public ExchangeSink(final Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void send(final Command command, final long cookie, final long timestampNs) {
        if (unanswered.size() == MAX_IN_FLIGHT) {
            answer();
        }
        unanswered.add(exchange.submit(command, cookie, timestampNs));
    }

    /** Waits for all answers. */
    public void awaitAll() {
        while (!unanswered.isEmpty()) {
            answer();
        }
    }

    /** Returns a text for people with the number of refused commands so far, per result code. */
    public String summary() {
        final List<String> parts = new ArrayList<>();
        refused.forEach((code, count) -> parts.add(String.format(Locale.ROOT, "%,d %s", count, code)));
        return "refused by the exchange: " + (parts.isEmpty() ? "none" : String.join(", ", parts));
    }

    private void answer() {
        final CommandResult result = unanswered.remove().join();
        if (!result.isSuccess()) {
            refused.merge(result.code(), 1L, Long::sum);
        }
    }
}
