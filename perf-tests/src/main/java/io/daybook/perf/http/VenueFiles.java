package io.daybook.perf.http;

import io.daybook.perf.workload.Market;
import io.daybook.perf.workload.SymbolSetup;
import io.daybook.perf.workload.WorkloadSetup;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a venue that lists the symbols of a workload. Currencies have no decimals, so the numbers are short. */
final class VenueFiles {
    private static final String MEMBERS = "members.json";

    private VenueFiles() {}

    /** Writes the file of a venue with a door for HTTP and nothing else. */
    static void writeQuiet(final Path folder, final WorkloadSetup setup) throws IOException {
        write(folder, "", "", setup);
    }

    /** Writes the files of a venue that serves neither orders nor trades. */
    static void writeLean(final Path folder, final WorkloadSetup setup) throws IOException {
        write(folder, "", "orders = false\nhistory = false\n", setup);
    }

    /**
     * Writes the files of a venue with all its doors, with a member without a secret at each, and a feed.
     *
     * @param linePort the port of this machine that receives the packets of the feed
     */
    static void writeOpen(final Path folder, final WorkloadSetup setup, final int linePort) throws IOException {
        final String nobody = "sha256$" + "0".repeat(32) + "$" + "0".repeat(64);
        Files.writeString(folder.resolve(MEMBERS), """
                {"members":[{"name":"ALPHA","secret":"%s","sessions":[
                {"session":1,"protocol":"tcp","accounts":{"A":1000001},"may":["trade"]},
                {"session":2,"protocol":"fix","accounts":{"B":1000002},"may":["trade"],"compId":"A","venue":"B"}]}]}
                """.formatted(nobody));
        write(folder, """
                members = "%s"
                [tcp]
                port = 0
                [fix]
                port = 0
                [feed.lineA]
                address = "127.0.0.1"
                port = %d
                """.formatted(MEMBERS, linePort), "", setup);
    }

    private static void write(final Path folder, final String doors, final String http, final WorkloadSetup setup)
            throws IOException {
        final StringBuilder toml = new StringBuilder("data = \"data\"\n");
        toml.append(doors).append("[http]\nport = 0\n").append(http);
        for (final WorkloadSetup.Funding funding : setup.fundings()) {
            toml.append("[currency.C%d]\nid = %1$d\ndecimals = 0\n".formatted(funding.currency()));
        }
        for (final SymbolSetup symbol : setup.symbols()) {
            toml.append(listing(symbol));
        }
        Files.writeString(folder.resolve(LocalServer.FILE), toml);
    }

    private static String listing(final SymbolSetup symbol) {
        final BigDecimal tick = BigDecimal.valueOf(symbol.tickValue()).divide(BigDecimal.valueOf(symbol.lotSize()));
        return """
                [listing.S%d]
                symbol = %1$d
                %s
                base = "C%d"
                quote = "C%d"
                tick = "%s"
                lot = "%d"
                feesPerLot = true
                takerFee = "%d"
                makerFee = "%d"
                minPrice = "%s"
                maxPrice = "%s"
                """.formatted(
                        symbol.symbol(),
                        symbol.market() == Market.FUTURES
                                ? "type = \"futures\"\ntickValue = \"" + symbol.tickValue() + "\""
                                : "type = \"pair\"",
                        symbol.baseCurrency(),
                        symbol.quoteCurrency(),
                        tick.toPlainString(),
                        symbol.lotSize(),
                        symbol.takerFee(),
                        symbol.makerFee(),
                        price(symbol.minPrice(), tick),
                        price(symbol.maxPrice(), tick));
    }

    private static String price(final long ticks, final BigDecimal tick) {
        return tick.multiply(BigDecimal.valueOf(ticks)).toPlainString();
    }
}
