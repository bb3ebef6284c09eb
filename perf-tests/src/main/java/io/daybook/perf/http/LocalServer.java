package io.daybook.perf.http;

import io.daybook.api.Exchange;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.perf.fork.PerfProperties;
import io.daybook.perf.run.Folders;
import io.daybook.server.StartException;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import io.daybook.sessions.member.Closing;
import io.daybook.venue.Venue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a separate folder. */
final class LocalServer implements AutoCloseable {
    /** The name of the server's configuration file. */
    static final String FILE = "daybook.toml";

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Path folder;
    private final Venue venue;
    private final int port;
    private final Exchange exchange;

    private LocalServer(final Path folder, final Venue venue, final int port, final Exchange exchange) {
        this.folder = folder;
        this.venue = venue;
        this.port = port;
        this.exchange = exchange;
    }

    /**
     * Starts a server with two listings and two users with money. Its answers wait until the journal is forced, which
     * is the default.
     */
    static LocalServer start() throws IOException, InterruptedException {
        final Path folder = newFolder();
        Files.writeString(folder.resolve(FILE), """
                data = "data"
                [http]
                port = 0
                [limits]
                requestsPerSecond = 1000000
                ordersPerSecond = 1000000
                [currency.BTC]
                id = 1
                decimals = 8
                [currency.ETH]
                id = 2
                decimals = 8
                [currency.EUR]
                id = 3
                decimals = 8
                [listing.BTC-EUR]
                symbol = 1
                base = "BTC"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                takerFee = "0.001"
                [listing.ETH-EUR]
                symbol = 2
                base = "ETH"
                quote = "EUR"
                tick = "0.01"
                lot = "0.00001"
                takerFee = "0.001"
                """);
        final LocalServer local = open(folder, note -> {});
        try {
            local.endow();
            return local;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            Closing.after(e, local);
            throw e;
        }
    }

    private void endow() throws IOException, InterruptedException {
        for (int uid = 301; uid <= 302; uid++) {
            admin("/v1/admin/users", "{\"uid\":" + uid + "}");
            int transaction = 1;
            for (final String currency : List.of("BTC", "ETH", "EUR")) {
                admin(
                        "/v1/admin/users/" + uid + "/adjust",
                        "{\"currency\":\"" + currency + "\",\"amount\":\"10000000\",\"transactionId\":" + transaction++
                                + "}");
            }
        }
    }

    /** Creates a folder for the file of a server. */
    static Path newFolder() throws IOException {
        return Files.createTempDirectory(Files.createDirectories(PerfProperties.output()), "server-");
    }

    /** Reads the settings in a folder's file. */
    static VenueFile<ServerSettings> read(final Path folder) throws IOException {
        try {
            return ServerSections.read(folder.resolve(FILE), Inputs.of(Map.of(), List.of()));
        } catch (ConfigException e) {
            throw new IllegalStateException("the server has no file", e);
        }
    }

    /**
     * Starts a server from the file in a folder; {@link #close} deletes the folder.
     *
     * @param notes receives messages for people about the feed, on any thread
     */
    static LocalServer open(final Path folder, final Consumer<String> notes) throws IOException {
        final Venue venue;
        try {
            venue = Venue.open(read(folder));
        } catch (StartException e) {
            throw new IllegalStateException("the server does not start", e);
        }
        try {
            venue.notes(notes);
            final int port = venue.listen();
            return new LocalServer(folder, venue, port, venue.start());
        } catch (StartException e) {
            Closing.after(e, venue);
            throw new IllegalStateException("the server does not start", e);
        } catch (RuntimeException | Error e) {
            Closing.after(e, venue);
            throw e;
        }
    }

    /** The exchange of the server. */
    Exchange exchange() {
        return exchange;
    }

    int port() {
        return port;
    }

    /** Requests the tickers, after which the server keeps the books for at least a minute. */
    void look() throws IOException {
        try {
            final String unused = send("/v1/ticker", HttpRequest.newBuilder());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the tickers were requested", e);
        }
    }

    /** Creates a key for a user; returns the key's id and its secret. */
    String[] key(final int uid, final String kind) throws IOException, InterruptedException {
        final String made = admin(
                "/v1/admin/keys",
                "{\"name\":\"" + kind + "\",\"kind\":\"" + kind + "\",\"roles\":[\"trader\"],\"accounts\":{\"A-" + uid
                        + "\":" + uid + "}}");
        return new String[] {member(made, "id"), member(made, "secret")};
    }

    private String admin(final String path, final String body) throws IOException, InterruptedException {
        return send(
                path,
                HttpRequest.newBuilder()
                        .header(
                                "Authorization",
                                "Bearer "
                                        + Files.readString(Objects.requireNonNull(venue.http())
                                                        .adminToken())
                                                .strip())
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private String send(final String path, final HttpRequest.Builder request) throws IOException, InterruptedException {
        final HttpResponse<String> answer = CLIENT.send(
                request.uri(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private static String member(final String json, final String name) {
        final Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!found.find()) {
            throw new IllegalStateException("no " + name + " in " + json);
        }
        return found.group(1);
    }

    @Override
    public void close() {
        venue.close();
        Folders.delete(folder);
    }
}
