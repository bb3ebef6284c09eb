package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.Clock;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.demo.DemoException;
import io.daybook.server.demo.DemoFolder;
import io.daybook.server.demo.DemoMarket;
import io.daybook.venue.Venue;
import io.daybook.venue.VenueGiven;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs a server with bots, in its own folder. */
final class DemoRun {
    private DemoRun() {}

    /** Creates or finds the folder, and serves it until the end. */
    static int run(final Console console, final List<String> set, final DemoWish wish) throws CommandFailure {
        final Path file;
        try {
            file = DemoFolder.prepare(DemoFolder.USUAL, wish.isFresh());
        } catch (final DemoException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw CommandFailure.of(e, DemoFolder.USUAL.toString());
        }
        return new ServeRun(console, file, set, wish).run();
    }

    /** Opens a server with bots, which only this machine can reach. */
    static Venue open(final VenueFile<ServerSettings> config, final DemoWish wish)
            throws CommandFailure, StartException {
        try {
            DemoFolder.requirePrivate(config);
        } catch (final DemoException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        }
        if (!config.own().servesHttp()) {
            throw new CommandFailure(
                    ExitCodes.USAGE, "--demo shows its market over HTTP: leave http.enabled=false out");
        }
        final Clock clock = Clock.system();
        return Venue.open(
                config,
                new DemoMarket(DemoFolder.USUAL, config.own().folder(), wish.times(), wish.seed(), clock),
                VenueGiven.of(clock));
    }

    /**
     * Prints the paths of the files, and requests to try. Each request is a shell command for the working directory of
     * the server.
     */
    static void tell(final Report out, final String url) {
        final String trader = "curl -sS -H @" + DemoFolder.USUAL.resolve(DemoMarket.TRADER_HEADER) + " " + url;
        final String admin = "curl -sS -H @" + DemoFolder.USUAL.resolve(DemoMarket.ADMIN_HEADER) + " " + url;
        final String anybody = "curl -sS " + url;
        out.println("paper money and bots, in " + DemoFolder.USUAL + "; the keys of a trader and of the admin are in "
                + DemoMarket.TRADER_HEADER + " and " + DemoMarket.ADMIN_HEADER + " there");
        out.println("to try, from this folder:");
        out.println("  " + anybody + "/v1/ticker/BTC-EUR");
        out.println("  curl -sS '" + url + "/v1/book/BTC-EUR?depth=5'");
        out.println("  curl -sS '" + url + "/v1/candles/BTC-EUR?interval=15m'");
        out.println("  " + trader + "/v1/orders -d '{\"symbol\":\"BTC-EUR\",\"side\":\"buy\",\"type\":\"market\","
                + "\"size\":\"0.01\"}'");
        out.println("  " + trader + "/v1/account");
        out.println("  " + trader + "/v1/fills");
        out.println("clients of exchange pairs, such as the class binance of ccxt in Python:");
        out.println("  key, secret = open('" + DemoFolder.USUAL.resolve(DemoMarket.SPOT_KEY) + "').read().split()");
        out.println("  exchange = ccxt.binance({'apiKey': key, 'secret': secret,"
                + " 'options': {'fetchMarkets': {'types': ['spot']}}})");
        out.println(
                "  exchange.urls['api'].update({name: '" + url + "/api/v3' for name in ('public', 'private', 'v1')})");
        out.println("  exchange.urls['api']['sapi'] = '" + url + "/sapi/v1'");
        out.println("and an operator:");
        out.println("  " + admin + "/v1/admin/overview");
    }
}
