package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client in another language, with another library, keeps a book that is equal to the server's book at equal numbers.
 */
@Proves(
        value = "other clients keep a book from /v1/stream equal to GET /v1/book",
        normal = "200 times each",
        large = "5,000 times each")
class PythonStreamClientTest {
    private static final Path CLIENT = Path.of("src", "test", "python", "stream_client.py");
    private static final int ORDERS = Boolean.getBoolean("daybook.long") ? 5_000 : 200;

    @TempDir
    private Path folder;

    @Test
    void shouldKeepTheBookOfAClientOfAnotherLanguage() throws Exception {
        assumeTrue(hasWebsockets(), "python3 has no module websockets");
        try (ServedVenue venue = ServedVenue.start(folder)) {
            final String token = venue.trader(301, "1000", "1000000");
            final Process client = new ProcessBuilder(
                            "python3",
                            CLIENT.toString(),
                            Integer.toString(venue.port()),
                            token,
                            Integer.toString(ORDERS))
                    .redirectErrorStream(true)
                    .start();
            final String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(client.waitFor(1, TimeUnit.MINUTES));
            assertEquals("equal " + ORDERS + System.lineSeparator(), said);
        }
    }

    private static boolean hasWebsockets() throws InterruptedException {
        try {
            final Process asked = new ProcessBuilder("python3", "-c", "import websockets").start();
            return asked.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
