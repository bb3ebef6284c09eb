package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Proves;
import io.daybook.server.http.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("a query that finds no room returns a failed future, and the number of waiting requests is limited")
@Tag("whole")
class WaitingTest {
    private static final int MINUTE_S = 60;

    @TempDir
    private Path folder;

    @Test
    void shouldAnswerAQuestionForWhichThereIsNoRoomAndNotThrow() {
        try (var exchange =
                DaybookExchange.builder().journal(folder.resolve("data")).start()) {
            final Waiting waiting = new Waiting(exchange);
            waiting.close();
            // A refused query fails its future and does not throw, so that its caller can answer without the details.
            assertEquals(
                    "without",
                    waiting.ask(new UserReportQuery(1))
                            .handle((report, failure) -> failure == null ? "with" : "without")
                            .join());
        }
    }

    @Test
    void shouldLetSoManyWaitAndRefuseOthersAtOnce() throws Exception {
        final AtomicLong shown = new AtomicLong();
        try (var exchange = DaybookExchange.builder()
                        .journal(folder.resolve("data"))
                        .start();
                Waiting waiting = new Waiting(exchange)) {
            while (!lettingSoManyWait(waiting, shown)) {
                shown.set(0);
            }
            final CompletableFuture<Void> never = waiting.until(8, shown::get);
            final Throwable late = assertThrows(
                            CompletionException.class,
                            () -> never.orTimeout(MINUTE_S, TimeUnit.SECONDS).join())
                    .getCause();
            assertEquals("BEHIND", assertInstanceOf(Problem.class, late).code());
        }
    }

    /**
     * Returns whether all waiters were added before the time of the first one was over; the test is valid only then.
     */
    private static boolean lettingSoManyWait(final Waiting waiting, final AtomicLong shown) throws Exception {
        final long beganNs = System.nanoTime();
        final List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < Waiting.MAX_WAITING; i++) {
            all.add(waiting.until(7, shown::get));
        }
        final CompletableFuture<Void> tooMany = waiting.until(7, shown::get);
        final CompletableFuture<Void> atOnce = waiting.until(0, shown::get);
        shown.set(7);
        if (System.nanoTime() - beganNs >= TimeUnit.MILLISECONDS.toNanos(Waiting.BEHIND_MS)) {
            CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
                    .handle((reached, failure) -> null)
                    .get(MINUTE_S, TimeUnit.SECONDS);
            return false;
        }
        assertTrue(tooMany.isCompletedExceptionally(), "a request above the limit must be refused at once");
        assertFalse(atOnce.isCompletedExceptionally(), "a request that need not wait must not be refused");
        for (final CompletableFuture<Void> one : all) {
            one.get(MINUTE_S, TimeUnit.SECONDS);
        }
        return true;
    }
}
