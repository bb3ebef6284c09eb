package io.daybook.it;

import io.daybook.perf.workload.CommandRecord;
import io.daybook.perf.workload.CommandStream;
import io.daybook.perf.workload.GeneratedWorkload;
import io.daybook.perf.workload.SymbolSetup;
import io.daybook.perf.workload.WorkloadSetup;
import java.util.ArrayList;
import java.util.List;

/** A workload as a scenario: every line is a command, so that line n has seq n. */
final class ScenarioText {
    private static final String[] ORDER_TYPES = {"", "GTC", "IOC", "FOK_BUDGET"};
    private static final String[] SIDES = {"", "BID", "ASK"};

    private ScenarioText() {}

    static List<String> of(final GeneratedWorkload workload) {
        final List<String> lines = new ArrayList<>();
        addSetup(workload.setup(), lines);
        addCommands(workload.prefill(), lines);
        addCommands(workload.timed(), lines);
        return lines;
    }

    private static void addSetup(final WorkloadSetup setup, final List<String> lines) {
        for (final SymbolSetup symbol : setup.symbols()) {
            lines.add("{\"cmd\":\"add_symbol\",\"symbol\":" + symbol.symbol()
                    + ",\"type\":\"EXCHANGE_PAIR\",\"base\":" + symbol.baseCurrency()
                    + ",\"quote\":" + symbol.quoteCurrency()
                    + ",\"lotSize\":" + symbol.lotSize()
                    + ",\"tickValue\":" + symbol.tickValue()
                    + ",\"takerFee\":" + symbol.takerFee()
                    + ",\"makerFee\":" + symbol.makerFee()
                    + ",\"minPrice\":" + symbol.minPrice()
                    + ",\"maxPrice\":" + symbol.maxPrice() + "}");
        }
        for (long uid = 1; uid <= setup.users(); uid++) {
            lines.add("{\"cmd\":\"add_user\",\"uid\":" + uid + "}");
        }
        final int[] transaction = {0};
        setup.forEachAccount((uid, currency, amount) -> lines.add("{\"cmd\":\"adjust\",\"uid\":" + uid
                + ",\"currency\":" + currency + ",\"amount\":" + amount + ",\"txid\":" + ++transaction[0] + "}"));
    }

    private static void addCommands(final CommandStream stream, final List<String> lines) {
        for (int i = 0; i < stream.size(); i++) {
            lines.add(command(stream.chunkOf(i), stream.offsetOf(i)));
        }
    }

    private static String command(final long[] chunk, final int offset) {
        final String order = ",\"uid\":" + CommandRecord.uid(chunk, offset) + ",\"symbol\":"
                + CommandRecord.symbol(chunk, offset) + ",\"orderId\":" + CommandRecord.orderId(chunk, offset);
        return switch (CommandRecord.type(chunk, offset)) {
            case CommandRecord.PLACE ->
                "{\"cmd\":\"place\"" + order
                        + ",\"side\":\"" + SIDES[CommandRecord.side(chunk, offset)]
                        + "\",\"type\":\"" + ORDER_TYPES[CommandRecord.orderType(chunk, offset)]
                        + "\",\"price\":" + CommandRecord.price(chunk, offset)
                        + ",\"reservePrice\":" + CommandRecord.reservePrice(chunk, offset)
                        + ",\"size\":" + CommandRecord.size(chunk, offset) + "}";
            case CommandRecord.MOVE ->
                "{\"cmd\":\"move\"" + order + ",\"price\":" + CommandRecord.price(chunk, offset) + "}";
            case CommandRecord.REDUCE ->
                "{\"cmd\":\"reduce\"" + order + ",\"size\":" + CommandRecord.size(chunk, offset) + "}";
            default -> "{\"cmd\":\"cancel\"" + order + "}";
        };
    }
}
