package io.daybook.cluster.client;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.CommandResult;
import io.daybook.api.Nop;
import io.daybook.engine.codec.CommandRecords;
import io.daybook.kernel.command.CommandSlot;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that finds no cluster: its requests have limits, and each request beyond them fails with a reason. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClientLoopTest {
    /** The waiting requests, and the one that the client's thread has taken. */
    private static final int QUEUED = 8_192 + 1;

    private ClientLoop loop;

    @BeforeEach
    void start() throws IOException {
        final int port;
        try (DatagramSocket nobody = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            port = nobody.getLocalPort();
        }
        loop = ClientLoop.start("0=127.0.0.1:" + port, "127.0.0.1", 7, 1, null);
    }

    @AfterEach
    void end() {
        loop.abandon();
    }

    /** A client waits for five seconds for the end of its thread, and a slow machine may need more. */
    private void abandon() throws InterruptedException {
        loop.abandon();
        assertTrue(loop.awaitEnd(Duration.ofMinutes(1)));
    }

    private CompletableFuture<Boolean> wish() {
        final CompletableFuture<Boolean> wish = new CompletableFuture<>();
        loop.requestSnapshot(wish);
        return wish;
    }

    private static void assertRefused(final CompletableFuture<Boolean> wish, final String why) {
        assertTrue(wish.isDone());
        final Throwable cause =
                assertThrows(ExecutionException.class, wish::get).getCause();
        assertTrue(cause instanceof IllegalStateException, cause::toString);
        assertTrue(String.valueOf(cause.getMessage()).contains(why), cause::toString);
    }

    @Test
    void shouldRefuseWishesBeyondABound() throws Exception {
        final List<CompletableFuture<Boolean>> wishes = new ArrayList<>();
        for (int i = 0; i < SnapshotFlow.MOST; i++) {
            wishes.add(wish());
        }
        assertRefused(wish(), "64 snapshots already");
        assertFalse(wishes.get(0).isDone());
        abandon();
        assertTrue(wishes.stream().allMatch(CompletableFuture::isCompletedExceptionally));
    }

    @Test
    void shouldRefuseAWishBehindMoreThanItCanKeep() throws Exception {
        final CommandSlot slot = new CommandSlot();
        final Nop nop = new Nop();
        CommandRecords.fill(slot, nop, CommandRecords.encodePayload(nop));
        final List<CompletableFuture<?>> commands = new ArrayList<>();
        for (int i = 0; i < QUEUED; i++) {
            final CompletableFuture<CommandResult> result = new CompletableFuture<>();
            loop.submit(slot, result);
            commands.add(result);
        }
        assertRefused(wish(), "8192 commands and queries of this client wait");
        abandon();
        assertTrue(commands.stream().allMatch(CompletableFuture::isCompletedExceptionally));
    }
}
