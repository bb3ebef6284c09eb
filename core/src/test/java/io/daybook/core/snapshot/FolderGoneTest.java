package io.daybook.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeClosedException;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.ExchangeListener;
import io.daybook.api.ExchangeState;
import io.daybook.api.Nop;
import io.daybook.api.SnapshotFailedException;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.DisturbedStorage;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The folder is deleted, renamed or taken while an exchange runs: no snapshot is reported as durable, and the exchange
 * stops.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FolderGoneTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path parent;

    static Stream<Topology> topologies() {
        return Stream.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    private Path folder() {
        return parent.resolve("exchange");
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHaltAtTheSnapshotAfterTheFolderWasDeleted(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            deleteAll(folder());
            assertHalts(exchange);
            assertFalse(Files.exists(folder()), "no folder must be created again");
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHaltAtTheSnapshotAfterTheFolderWasRenamedAndStartUnderItsNewName(final Topology topology)
            throws Exception {
        final Path renamed = parent.resolve("renamed");
        try (Exchange exchange = start(topology)) {
            Files.move(folder(), renamed);
            assertHalts(exchange);
            assertFalse(Files.exists(folder()), "no folder must be created under the old name");
        }
        try (Exchange exchange = DaybookExchange.builder().journal(renamed).start()) {
            assertEquals(
                    1, exchange.recovery().lastSeq(), "the command that requested the snapshot must not be written");
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldHaltWhereTheFolderIsTakenWhileASnapshotIsWritten(final Topology topology) throws Exception {
        final DisturbedStorage storage = new DisturbedStorage() {
            @Override
            protected ByteBuffer beforeWrite(final Path path, final ByteBuffer source) throws IOException {
                if (path.endsWith("MANIFEST")) {
                    Files.deleteIfExists(folder().resolve("LOCK"));
                }
                return source;
            }

            @Override
            protected void beforeForce(final Path path) {}
        };
        final CompletableFuture<SnapshotFailedException> told = new CompletableFuture<>();
        final CompletableFuture<Throwable> fatal = new CompletableFuture<>();
        final ExchangeListener listener = new ExchangeListener() {
            @Override
            public void onSnapshotFailed(final SnapshotFailedException failure) {
                told.complete(failure);
            }

            @Override
            public void onFatal(final Throwable cause) {
                fatal.complete(cause);
            }
        };
        try (Exchange exchange = DaybookExchange.start(storage, config(topology), listener)) {
            exchange.submit(new Nop()).join();
            snapshot(exchange);
            assertNotOwner(told.get(60, TimeUnit.SECONDS).getCause());
            assertTrue(exchange.awaitClosed(SOON), "halts without a further command");
            assertNotOwner(fatal.get(60, TimeUnit.SECONDS));
            assertEquals(
                    List.of(),
                    namesIn(folder().resolve("snapshots")).stream()
                            .filter(name -> !name.startsWith(".tmp-"))
                            .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldFailOnlyTheSnapshotWhereTheFolderOfTheSnapshotsIsGone(final Topology topology) throws Exception {
        try (Exchange exchange = start(topology)) {
            Files.delete(folder().resolve("snapshots"));
            final ExecutionException failed = assertThrows(
                    ExecutionException.class, () -> exchange.snapshot().get(60, TimeUnit.SECONDS));
            final SnapshotFailedException failure = assertInstanceOf(SnapshotFailedException.class, failed.getCause());
            final JournalException cause = assertInstanceOf(JournalException.class, failure.getCause());
            assertEquals(JournalException.Reason.GAP, cause.reason());
            assertFalse(Files.exists(folder().resolve("snapshots")));
            exchange.submit(new Nop()).join();
            assertEquals(ExchangeState.RUNNING, exchange.state());
        }
    }

    private Exchange start(final Topology topology) {
        final Exchange exchange =
                DaybookExchange.builder().topology(topology).journal(folder()).start();
        exchange.submit(new Nop()).join();
        return exchange;
    }

    private ExchangeConfig config(final Topology topology) {
        return ExchangeConfig.builder().topology(topology).journal(folder()).build();
    }

    /** Requests a snapshot; other assertions check its outcome. */
    private static void snapshot(final Exchange exchange) {
        try {
            exchange.snapshot().exceptionally(failure -> null);
        } catch (JournalException e) {
            assertNotOwner(e); // INLINE: the caller is the journal's thread
        }
    }

    private static void assertHalts(final Exchange exchange) throws InterruptedException {
        // INLINE throws at the call: the caller is the journal's thread.
        final Exception failed =
                assertThrows(Exception.class, () -> exchange.snapshot().get(60, TimeUnit.SECONDS));
        assertTrue(failed instanceof ExecutionException || failed instanceof JournalException, failed::toString);
        assertTrue(exchange.awaitClosed(SOON));
        assertEquals(ExchangeState.FAILED, exchange.state());
        final ExchangeClosedException refused =
                assertThrows(ExchangeClosedException.class, () -> exchange.submit(new Nop()));
        assertNotOwner(refused.getCause());
    }

    private static void assertNotOwner(final Throwable cause) {
        final JournalException refusal = assertInstanceOf(JournalException.class, cause);
        assertEquals(JournalException.Reason.NOT_OWNER, refusal.reason(), refusal.getMessage());
    }

    private static List<String> namesIn(final Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> String.valueOf(entry.getFileName())).toList();
        }
    }

    /** Deletes a folder, again if a file was created meanwhile: the exchange creates its next segment ahead. */
    private static void deleteAll(final Path path) throws IOException {
        while (Files.exists(path)) {
            if (Files.isDirectory(path)) {
                for (final String name : namesIn(path)) {
                    deleteAll(path.resolve(name));
                }
            }
            try {
                Files.deleteIfExists(path);
            } catch (DirectoryNotEmptyException e) {
                // a file was created meanwhile: deletes again
            }
        }
    }
}
