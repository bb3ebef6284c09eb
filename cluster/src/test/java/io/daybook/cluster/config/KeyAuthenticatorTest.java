package io.daybook.cluster.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.security.SessionProxy;
import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.state.Principal;
import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which connections are admitted, and with which keys. */
@Proves("a cluster lets in who has a key, with its rights")
class KeyAuthenticatorTest {
    private static final String KEYS = """
            [nodes]
            secret = "00112233445566778899aabbccddeeff"
            [clients.alice]
            secret = "ffeeddccbbaa99887766554433221100"
            sessions = ["1-10", "77"]
            rights = ["trade", "view"]
            """;

    @TempDir
    private Path folder;

    private ClusterKeys read(final String content) throws IOException {
        final Path file = Files.writeString(folder.resolve("cluster.keys"), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return ClusterKeys.read(file, "tulip");
    }

    /** A connection that is challenged. */
    private static final class Connection implements SessionProxy {
        private final long id;
        private byte[] challenge;
        private byte[] principal;
        private boolean isRejected;

        Connection(final long id) {
            this.id = id;
        }

        @Override
        public long sessionId() {
            return id;
        }

        @Override
        public boolean challenge(final byte[] encodedChallenge) {
            challenge = encodedChallenge.clone();
            return true;
        }

        @Override
        public boolean authenticate(final byte[] encodedPrincipal) {
            principal = encodedPrincipal.clone();
            return true;
        }

        @Override
        public void reject() {
            isRejected = true;
        }
    }

    private static Connection connect(final KeyAuthenticator gate, final long id, final String name) {
        final Connection connection = new Connection(id);
        gate.onConnectRequest(id, name.getBytes(StandardCharsets.US_ASCII), 0);
        gate.onConnectedSession(connection, 0);
        return connection;
    }

    private static boolean isLetIn(final KeyAuthenticator gate, final Connection connection, final byte[] answer) {
        gate.onChallengedSession(connection, 0);
        assertFalse(connection.isRejected, "nothing is decided before the connection has answered");
        gate.onChallengeResponse(connection.id, answer, 0);
        gate.onChallengedSession(connection, 0);
        if (connection.principal == null) {
            assertFalse(connection.isRejected, "the right answer may still come");
            gate.onChallengedSession(connection, KeyAuthenticator.WRONG_MS);
        }
        assertTrue(connection.isRejected == (connection.principal == null));
        return !connection.isRejected;
    }

    @Test
    void shouldLetInWhoHasAKey() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final Connection connection = connect(gate, 3, "alice");
        assertNotNull(connection.challenge);
        assertTrue(isLetIn(gate, connection, keys.client("alice").answer(connection.challenge)));
        final Principal principal = Principal.decode(connection.principal);
        assertTrue(principal.may(Principal.TRADE) && principal.may(Principal.VIEW));
        assertFalse(principal.may(Principal.ADMIN) || principal.may(Principal.BACKUP));
        assertTrue(principal.mayUse(10) && principal.mayUse(77));
        assertFalse(principal.mayUse(11) || principal.may(Principal.DOOR));

        // the doors of nodes have all sessions of doors, and no session of a client
        final Connection node = connect(gate, 4, ClusterKeys.NODES);
        assertNotNull(node.challenge);
        assertTrue(isLetIn(gate, node, keys.nodes().answer(node.challenge)));
        final Principal door = Principal.decode(node.principal);
        assertTrue(door.may(Principal.DOOR) && door.may(Principal.TRADE));
        assertFalse(door.mayUse(1) || door.may(Principal.ADMIN));
    }

    @Test
    void shouldRejectEverybodyElse() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final ClusterKey alice = keys.client("alice");
        final Connection unknown = connect(gate, 1, "mallory");
        assertNotNull(unknown.challenge, "the gate does not reveal whether a name exists");
        assertFalse(isLetIn(gate, unknown, alice.answer(unknown.challenge)));
        final Connection wrong = connect(gate, 2, "alice");
        assertFalse(isLetIn(gate, wrong, new ClusterKey("tulip", "alice", new byte[16]).answer(wrong.challenge)));
        final Connection elsewhere = connect(gate, 3, "alice");
        final ClusterKey other =
                ClusterKeys.read(folder.resolve("cluster.keys"), "rose").client("alice");
        assertFalse(isLetIn(gate, elsewhere, other.answer(elsewhere.challenge)));
        final Connection silent = connect(gate, 4, "");
        assertFalse(isLetIn(gate, silent, new byte[0]));
    }

    @Test
    void shouldTakeNoAnswerTwice() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final Connection first = connect(gate, 1, "alice");
        final Connection second = connect(gate, 2, "alice");
        assertFalse(Arrays.equals(first.challenge, second.challenge));
        assertFalse(isLetIn(gate, second, keys.client("alice").answer(first.challenge)));
    }

    @Test
    void shouldNotEndAnAttemptForAnAnswerThatMayBeAnothers() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final Connection honest = connect(gate, 3, "alice");
        gate.onChallengeResponse(3, new byte[32], 0);
        gate.onChallengedSession(honest, KeyAuthenticator.WRONG_MS - 1);
        assertFalse(honest.isRejected);
        gate.onChallengeResponse(3, keys.client("alice").answer(honest.challenge), KeyAuthenticator.WRONG_MS - 1);
        gate.onChallengeResponse(3, new byte[32], KeyAuthenticator.WRONG_MS - 1);
        gate.onChallengedSession(honest, KeyAuthenticator.WRONG_MS);
        assertNotNull(honest.principal);
    }

    @Test
    void shouldLetNobodyInOnTheAnswerOfAnotherWithTheSharedId() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final Connection honest = connect(gate, KeyAuthenticator.SHARED_ID, "nodes");
        final Connection stranger = connect(gate, KeyAuthenticator.SHARED_ID, "nodes");
        assertNull(stranger.challenge);
        assertTrue(stranger.isRejected, "only one connection with the shared id at a time");
        assertTrue(isLetIn(gate, honest, keys.nodes().answer(honest.challenge)));
        assertTrue(Principal.decode(honest.principal).may(Principal.BACKUP));
        final Connection later = connect(gate, KeyAuthenticator.SHARED_ID, "nodes");
        assertFalse(isLetIn(gate, later, keys.nodes().answer(honest.challenge)));
        final Connection client = connect(gate, KeyAuthenticator.SHARED_ID, "alice");
        assertFalse(isLetIn(gate, client, keys.client("alice").answer(client.challenge)));
    }

    @Test
    void shouldFreeTheSharedIdOfWhoIsSilent() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forClients();
        final Connection silent = connect(gate, KeyAuthenticator.SHARED_ID, "nodes");
        gate.onChallengedSession(silent, KeyAuthenticator.SHARED_MS - 1);
        assertFalse(silent.isRejected);
        gate.onChallengedSession(silent, KeyAuthenticator.SHARED_MS);
        assertTrue(silent.isRejected);
        final Connection gone = connect(gate, KeyAuthenticator.SHARED_ID, "nodes"); // Aeron drops it without notice
        gate.onChallengeResponse(KeyAuthenticator.SHARED_ID, new byte[32], 2_000);
        final Connection early = new Connection(KeyAuthenticator.SHARED_ID);
        gate.onConnectedSession(early, KeyAuthenticator.SHARED_LOST_MS);
        assertTrue(early.isRejected);
        final Connection next = new Connection(KeyAuthenticator.SHARED_ID);
        gate.onConnectedSession(next, KeyAuthenticator.SHARED_LOST_MS + 2_000);
        assertNotNull(next.challenge);
        assertFalse(Arrays.equals(gone.challenge, next.challenge));
    }

    @Test
    void shouldLetOnlyNodesIntoArchives() throws IOException {
        final ClusterKeys keys = read(KEYS);
        final KeyAuthenticator gate = keys.forArchive();
        final Connection node = connect(gate, 1, "nodes");
        assertTrue(isLetIn(gate, node, keys.nodes().answer(node.challenge)));
        final Connection client = connect(gate, 2, "alice");
        assertFalse(isLetIn(gate, client, keys.client("alice").answer(client.challenge)));
    }

    @Test
    void shouldBoundWhoIsBeingAsked() throws IOException {
        final KeyAuthenticator gate = read(KEYS).forClients();
        final Connection first = connect(gate, 0, "alice");
        for (int id = 1; id <= 2_000; id++) {
            connect(gate, id, "alice");
        }
        gate.onChallengedSession(first, 0);
        assertTrue(first.isRejected);
    }

    @Test
    void shouldComputeTheHmacThatItSays() {
        // computed by openssl: printf 'daybook-cluster 1\0tulip\0alice\0abc' | openssl dgst -sha256 -mac HMAC
        // -macopt hexkey:…
        final byte[] answer =
                new ClusterKey("tulip", "alice", new byte[16]).answer("abc".getBytes(StandardCharsets.US_ASCII));
        assertArrayEquals(
                java.util.HexFormat.of().parseHex("de115350fe48d61ff5075a3c8b92557bbb3b45b929a736bf48d5ae821e2f7216"),
                answer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ffeeddccbbaa99887766554433221100 | short | 4:1 clients.alice.secret: must be 32 to 256",
                "ffeeddccbbaa99887766554433221100 | zzeeddccbbaa99887766554433221100 | alice.secret: must be",
                "\"1-10\" | \"10-1\" | alice.sessions: \"10-1\" must be a number, or an ascending range",
                "\"1-10\" | \"0\" | from 1 to 524287",
                "\"1-10\" | \"many\" | alice.sessions: \"many\" must be a number",
                "\"trade\" | \"everything\" | alice.rights: \"everything\" must be one of admin, trade, view.",
                "rights | wishes | alice.wishes: unknown key.",
                "clients.alice | clients.nodes | another name than nodes",
                "clients.alice | friends.alice | friends: unknown key.",
                "clients.alice | clients.Alice | lower-case",
                "[nodes] | [nodes | not valid TOML"
            })
    void shouldNameEachFaultWithItsFileAndNoSecret(final String from, final String to, final String fault) {
        final ClusterConfigException refused =
                assertThrows(ClusterConfigException.class, () -> read(KEYS.replace(from, to)));
        final String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(fault), message);
        assertTrue(message.contains("cluster.keys"), message);
        assertFalse(message.contains("aabbcc") || message.contains("ffeedd"), message);
    }

    @Test
    void shouldQuoteNoSecretInTheWrongPlace() {
        for (final String wrong : List.of("[clients]\nbob = \"ffeedd\"\n", "[nodes]\nsecret = ffeedd\n")) {
            final String message = String.valueOf(assertThrows(ClusterConfigException.class, () -> read(wrong))
                    .getMessage());
            assertFalse(message.contains("ffeedd"), message);
        }
    }

    @Test
    void shouldRefuseAFileThatOthersMayRead() throws IOException {
        final Path file = Files.writeString(folder.resolve("cluster.keys"), KEYS);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        final ClusterConfigException refused =
                assertThrows(ClusterConfigException.class, () -> ClusterKeys.read(file, "tulip"));
        assertTrue(String.valueOf(refused.getMessage()).contains("chmod 600"), refused::getMessage);
        assertEquals("alice", read(KEYS).onlyClient().name());
    }
}
