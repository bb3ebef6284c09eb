package consumer;

import io.daybook.api.*;
import io.daybook.core.DaybookExchange;
import java.nio.file.Path;
import java.util.Map;

/** Ten lines that trade, are killed, and continue. */
public class TenLines {
    public static void main(String[] args) {
        Exchange exchange = DaybookExchange.builder().journal(Path.of(args[0])).start();
        exchange.submit(new AddSymbol(SymbolSpec.exchangePair(1, 10, 20).build())).join();
        exchange.submit(AddAccounts.of(Map.of(301L, Map.of(20, 1_000L), 302L, Map.of(10, 1_000L)))).join();
        exchange.submit(PlaceOrder.gtc(302, 1, 1, Side.ASK, 5, 10)).join();
        CommandResult bought = exchange.submit(PlaceOrder.ioc(301, 1, 2, Side.BID, 5, 10)).join();
        long lastSeq = exchange.recovery().lastSeq();
        System.out.println("back at " + lastSeq + ", " + bought.code() + " " + bought.remaining());
        System.out.println(exchange.query(new UserReportQuery(301)).join().accounts());
        Runtime.getRuntime().halt(137);
    }
}
