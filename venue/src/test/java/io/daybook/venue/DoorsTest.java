package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ExchangeState;
import io.daybook.config.ConfigException;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.FreePorts;
import io.daybook.host.Proves;
import io.daybook.host.storage.FileJournalStorage;
import io.daybook.host.storage.ForwardingStorage;
import io.daybook.host.storage.StorageLock;
import io.daybook.server.StartException;
import io.daybook.server.api.OperationRoutes;
import io.daybook.server.config.ServerSections;
import io.daybook.server.config.ServerSettings;
import io.daybook.sessions.member.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The other doors at the start and the end of a server with HTTP, if some step fails there. */
@Proves("the doors of a server start and end together, even if one fails")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("whole")
class DoorsTest {
    private static final int ATTEMPTS = 20;
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder;

    /** Returns a server with a door for programs on a port, and a feed, that is not started yet. */
    private ServedVenue venue(final int port) throws IOException {
        final ServedVenue venue = ServedVenue.at(folder);
        final Path file = folder.resolve("daybook.toml");
        Files.writeString(
                file, "members = \"members.json\"\n" + Files.readString(file) + "[tcp]\nport = " + port + "\n[feed]\n");
        final Secret.Fresh secret = Secret.make(new byte[Secret.RANDOM_BYTES]);
        Files.writeString(
                folder.resolve("members.json"),
                "{\"members\":[{\"name\":\"ALPHA\",\"secret\":\""
                        + secret.kept().kept() + "\",\"sessions\":[{\"session\":17,\"protocol\":\"tcp\","
                        + "\"accounts\":{\"U\":303},\"may\":[\"trade\"],\"cancelOnDisconnect\":\"none\"}]}]}");
        return venue;
    }

    /** A storage that takes the port after it was found free. */
    private static final class TakenMeanwhile extends ForwardingStorage implements AutoCloseable {
        private final int port;
        private @Nullable ServerSocket taken;

        TakenMeanwhile(final int port) {
            super(new FileJournalStorage());
            this.port = port;
        }

        @Override
        public StorageLock lock(final Path path, final String holder) throws IOException {
            if (taken == null) {
                taken = new ServerSocket(port, 1, LOOPBACK);
            }
            return super.lock(path, holder);
        }

        @Override
        public void close() throws IOException {
            if (taken != null) {
                taken.close();
            }
        }
    }

    /** Reads the file again when an admin requests it, like the command line. */
    private OperationRoutes.Control rereading(final Venue server) {
        return new OperationRoutes.Control() {
            @Override
            public void reload() throws OperationRoutes.ControlException {
                try {
                    server.reload(config());
                } catch (ConfigException | StartException e) {
                    throw new OperationRoutes.ControlException(String.valueOf(e.getMessage()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void stop() {}
        };
    }

    @Test
    void shouldTellAdminsToComeAgainWhileTheDoorsAreNotOpen() throws Exception {
        final int port = FreePorts.next();
        final ServedVenue unused = venue(port);
        try (TakenMeanwhile disk = new TakenMeanwhile(port);
                Venue server = Venue.open(config())) {
            server.control(rereading(server));
            final int http = server.listen();
            final StartException failed = assertThrows(StartException.class, () -> server.start(disk));
            assertTrue(
                    String.valueOf(failed.getMessage())
                            .equals("the door for programs does not open: the TCP door cannot listen on 127.0.0.1:"
                                    + port + ": Address already in use"),
                    failed::toString);
            final HttpResponse<String> answer = reload(server, http);
            assertEquals(503, answer.statusCode(), answer.body());
            assertEquals("STARTING", ServedVenue.member(answer.body(), "code"));
        }
        try (Venue server = Venue.open(config())) {
            server.control(rereading(server));
            final int http = server.listen();
            server.start();
            ServedVenue.ok(reload(server, http));
        }
    }

    private VenueFile<ServerSettings> config() throws IOException, ConfigException {
        return ServerSections.read(folder.resolve("daybook.toml"), Inputs.of(Map.of(), List.of()));
    }

    private static HttpResponse<String> reload(final Venue server, final int port)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/admin/reload"))
                                .header(
                                        "Authorization",
                                        "Bearer "
                                                + Files.readString(Objects.requireNonNull(server.http())
                                                                .adminToken())
                                                        .strip())
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** An interrupted thread does not wait for the TCP door; it is no fault if the door has ended by then. */
    @Test
    void shouldEndTheExchangeAndItsLocksWhereADoorCannotBeEnded() throws Exception {
        final ServedVenue venue = venue(0);
        boolean isRefused = false;
        for (int i = 0; i < ATTEMPTS && !isRefused; i++) {
            venue.begin();
            Thread.currentThread().interrupt();
            try {
                venue.end();
            } catch (IllegalStateException expected) {
                isRefused = true;
            }
            assertTrue(Thread.interrupted());
            assertEquals(ExchangeState.CLOSED, venue.exchange().state());
            FolderLock.take(venue.data().resolve("server"), "the test").close();
        }
        assertTrue(isRefused);
        venue.begin();
        venue.end();
    }
}
