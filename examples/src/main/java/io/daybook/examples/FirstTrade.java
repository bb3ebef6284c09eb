package io.daybook.examples;

import io.daybook.api.AddAccounts;
import io.daybook.api.AddSymbol;
import io.daybook.api.CommandResult;
import io.daybook.api.Exchange;
import io.daybook.api.PlaceOrder;
import io.daybook.api.Side;
import io.daybook.api.SymbolSpec;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Embed and trade: an exchange with a journal, a trade, a report. Run it again, even after killing it, and it continues
 * where it ended.
 *
 * <p>Argument: the folder of the journal.
 */
public final class FirstTrade {
    private static final int BTC_EUR = 1;
    private static final int EUR = 978;
    private static final int BTC = 1001;
    private static final long BUYER = 301;
    private static final long SELLER = 302;

    private FirstTrade() {}

    public static void main(final String[] args) {
        trade(Path.of(args[0]), System.out);
    }

    static void trade(final Path folder, final PrintStream out) {
        try (Exchange exchange = DaybookExchange.builder().journal(folder).start()) {
            final long before = exchange.recovery().lastSeq();
            out.println(before == 0 ? "a new exchange" : "back at seq " + before);
            if (before == 0) {
                open(exchange);
            }
            // Ids must be unique among live orders only; these two orders are closed once they have traded.
            exchange.submit(PlaceOrder.gtc(SELLER, BTC_EUR, 1, Side.ASK, 5_732, 10))
                    .join();
            final CommandResult bought = exchange.submit(PlaceOrder.ioc(BUYER, BTC_EUR, 2, Side.BID, 5_740, 10))
                    .join();
            out.println(bought.code() + " " + bought.events());
            final UserReport buyer = exchange.query(new UserReportQuery(BUYER)).join();
            out.println(buyer.accounts());
        }
    }

    private static void open(final Exchange exchange) {
        // One lot is 0.001 BTC, one tick is one cent per lot; the taker pays 0.2%, the maker 0.1%.
        final SymbolSpec spec = SymbolSpec.exchangePair(BTC_EUR, BTC, EUR)
                .lotSize(100_000)
                .tickValue(1)
                .feesProportional(2_000, 1_000)
                .build();
        exchange.submit(new AddSymbol(spec)).join();
        exchange.submit(AddAccounts.of(Map.of(BUYER, Map.of(EUR, 10_000_000L), SELLER, Map.of(BTC, 1_000_000_000L))))
                .join();
    }
}
