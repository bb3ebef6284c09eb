package io.daybook.venue.spot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.daybook.host.Proves;
import io.daybook.venue.ServedVenue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Public clients, unmodified, in processes of their own: with only an address and a key they trade.
 * {@code src/test/clients/install} installs them; {@code -Ddaybook.spot.clients} or the environment variable
 * {@code DAYBOOK_SPOT_CLIENTS} names their folder.
 */
@Proves(value = "unmodified public clients trade over the spot dialect", normal = "20 books", large = "1,000 books")
class SpotClientsTest extends SpotTraders {
    private static final Path SCRIPTS = Path.of(System.getProperty("daybook.root"), "venue/src/test/clients");
    private static final int TIMEOUT_S = Boolean.getBoolean("daybook.long") ? 1_500 : 240;

    @Override
    String bitcoins() {
        return "10";
    }

    @Test
    void shouldLetCcxtOfPythonTrade() throws Exception {
        run(python(), "trade.py");
    }

    @Test
    void shouldLetAnotherClientOfPythonPlaceListsOverASocket() throws Exception {
        run(python(), "lists.py");
    }

    @Test
    void shouldLetTwoClientsOfNodeTrade() throws Exception {
        run(node(), "trade.js");
    }

    @Test
    void shouldLetCcxtOfPythonFollowStreams() throws Exception {
        run(python(), "streams.py", Boolean.getBoolean("daybook.long") ? "1000" : "20");
    }

    @Test
    void shouldLetAClientOfNodeFollowStreams() throws Exception {
        run(node(), "streams.js");
    }

    @Test
    void shouldLetNautilusTraderLogOnAndTrade() throws Exception {
        final KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        final Base64.Encoder base64 = Base64.getEncoder();
        final String publicKey = base64.encodeToString(pair.getPublic().getEncoded());
        final String key = ServedVenue.member(venue.key(301, "ed25519", ",\"publicKey\":\"" + publicKey + "\""), "id");
        anna = new SpotClient(
                venue.port(), key, base64.encodeToString(pair.getPrivate().getEncoded()));
        run(python("nautilus"), "nautilus.py");
    }

    @Test
    void shouldLetFreqtradeTradeWithItsStopOnTheExchange() throws Exception {
        run(python("freqtrade"), "freqtrade.py", folder.toString());
    }

    private static Path clients() {
        final String given = System.getProperty("daybook.spot.clients", System.getenv("DAYBOOK_SPOT_CLIENTS"));
        final boolean isThere = given != null && Files.isDirectory(Path.of(given));
        if (!isThere) {
            System.err.println("SKIPPED: no public client of the spot dialect traded. Install them with"
                    + " venue/src/test/clients/install DIR, and set -Ddaybook.spot.clients=DIR");
        }
        assumeTrue(isThere, "no public clients: see venue/src/test/clients/install");
        return Path.of(String.valueOf(given)).toAbsolutePath();
    }

    private static List<String> python() {
        return python("py");
    }

    /** Returns the Python of an environment: traders need versions of libraries that exclude each other. */
    private static List<String> python(final String environment) {
        final Path program = clients().resolve(environment).resolve("bin/python");
        if (!Files.exists(program)) {
            System.err.println("SKIPPED: " + program + " is missing. venue/src/test/clients/install puts it there");
        }
        assumeTrue(Files.exists(program), program + " is missing: see venue/src/test/clients/install");
        return List.of(program.toString());
    }

    private static List<String> node() {
        return List.of("node");
    }

    /** Runs a script to its end, and returns its output. */
    private String run(final List<String> program, final String script, final String... more)
            throws IOException, InterruptedException {
        final Path clients = clients();
        final List<String> command = new ArrayList<>(program);
        command.addAll(List.of(
                SCRIPTS.resolve(script).toString(),
                "http://127.0.0.1:" + venue.port(),
                anna.apiKey,
                anna.secret,
                bert.apiKey,
                bert.secret));
        command.addAll(List.of(more));
        final Path said = folder.resolve(script + ".out");
        final ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        final Map<String, String> environment = builder.environment();
        environment.put("NODE_PATH", clients.resolve("node/node_modules").toString());
        environment.put("PYTHONDONTWRITEBYTECODE", "1");
        environment.keySet().removeIf(name -> name.toLowerCase(java.util.Locale.ROOT)
                .endsWith("_proxy"));
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS), () -> script + " has not ended: " + read(said));
            assertEquals(0, process.exitValue(), () -> read(said));
        } finally {
            process.destroyForcibly();
        }
        return read(said);
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "nothing: " + e;
        }
    }
}
