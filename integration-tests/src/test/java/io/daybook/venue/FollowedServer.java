package io.daybook.venue;

import io.daybook.api.Attachment;
import io.daybook.api.Exchange;
import io.daybook.api.OnFailure;
import io.daybook.config.Inputs;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.it.LocalTrader;
import io.daybook.it.PlainFollowers;
import io.daybook.server.config.ServerSections;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A server with the two {@link PlainFollowers}, and a trader in its process. Arguments: the file of the configuration,
 * and the file of the slow follower. A byte on standard input calls {@link LocalTrader#cascade}. SIGTERM ends the
 * server in order.
 */
public final class FollowedServer {
    private FollowedServer() {}

    /** Starts the server; the class describes the arguments. */
    public static void main(final String[] args) throws Exception {
        final Venue venue = Venue.open(
                ServerSections.read(Path.of(args[0]), Inputs.of(Map.of(), List.of("limits.ordersPerSecond=100000"))));
        final int port = venue.listen();
        final Exchange exchange = venue.start(
                new FileJournalStorage(),
                new Attachment(new PlainFollowers.Summing("fast"), OnFailure.HALT),
                new Attachment(new PlainFollowers.Filing("slow", Path.of(args[1])), OnFailure.HALT));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            venue.drain();
            venue.close();
            Runtime.getRuntime().halt(0);
        }));
        final LocalTrader local = new LocalTrader(exchange);
        local.endow();
        System.out.println("restored to seq " + exchange.recovery().lastSeq());
        System.out.println("listening on http://127.0.0.1:" + port + ": ");
        final Thread trader = new Thread(local, "trader");
        trader.setDaemon(true);
        trader.start();
        if (System.in.read() >= 0) {
            local.cascade();
        }
    }
}
