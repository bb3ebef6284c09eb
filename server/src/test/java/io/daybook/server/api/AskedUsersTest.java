package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daybook.api.Exchange;
import io.daybook.api.UsersReport;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests how many queries for users the exchange gets, and which answer each request gets. */
class AskedUsersTest {
    private static final long PATIENCE_S = 60;

    /** The queries that the exchange has received, in order. */
    private final BlockingQueue<CompletableFuture<UsersReport>> questions = new LinkedBlockingQueue<>();

    private final Exchange exchange = (Exchange) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Exchange.class}, (proxy, method, arguments) -> {
                assertEquals("query", method.getName());
                final CompletableFuture<UsersReport> question = new CompletableFuture<>();
                questions.add(question);
                return question;
            });

    private final AtomicLong changes = new AtomicLong();
    private final Waiting waiting = new Waiting(exchange);
    private final AskedUsers users = new AskedUsers(waiting, changes::get);

    @AfterEach
    void stop() {
        waiting.close();
    }

    private CompletableFuture<Users.Part> above(final long uid, final int most) {
        return users.above(uid, most).toCompletableFuture();
    }

    private CompletableFuture<UsersReport> question() throws InterruptedException {
        return questions.poll(PATIENCE_S, TimeUnit.SECONDS);
    }

    private static Users.Part get(final CompletableFuture<Users.Part> part) {
        return part.orTimeout(PATIENCE_S, TimeUnit.SECONDS).join();
    }

    @Test
    void shouldTellPartsInOrderAndAskAnewOnlyWhereSomebodyMayHaveCome() throws Exception {
        final CompletableFuture<Users.Part> first = above(0, 2);
        question().complete(new UsersReport(7, List.of(9L, 1L, 5L)));
        assertEquals(new Users.Part(List.of(1L, 5L), 7), get(first));
        assertEquals(new Users.Part(List.of(5L, 9L), 7), get(above(1, 9)));
        assertEquals(new Users.Part(List.of(9L), 7), get(above(8, 9)));
        assertEquals(new Users.Part(List.of(), 7), get(above(9, 9)));
        assertNull(questions.poll());

        changes.incrementAndGet();
        final CompletableFuture<Users.Part> second = above(0, 9);
        question().complete(new UsersReport(8, List.of(3L)));
        assertEquals(new Users.Part(List.of(3L), 8), get(second));
    }

    @Test
    void shouldHaveOneQuestionUnderWayHoweverManyCome() throws Exception {
        final CompletableFuture<Users.Part> first = above(0, 9);
        final CompletableFuture<UsersReport> underWay = question();
        changes.incrementAndGet();
        final CompletableFuture<Users.Part> second = above(0, 9);
        changes.incrementAndGet();
        final CompletableFuture<Users.Part> third = above(0, 9);

        underWay.complete(new UsersReport(1, List.of(1L)));
        assertEquals(new Users.Part(List.of(1L), 1), get(first));
        final CompletableFuture<UsersReport> next = question();
        assertFalse(second.isDone()); // a user that was added after the first query may be missing in its answer
        next.complete(new UsersReport(2, List.of(1L, 2L)));
        assertEquals(new Users.Part(List.of(1L, 2L), 2), get(second));
        assertEquals(new Users.Part(List.of(1L, 2L), 2), get(third));
        assertEquals(new Users.Part(List.of(2L), 2), get(above(1, 9)));
        assertNull(questions.poll());
    }

    @Test
    void shouldAskAgainBehindAQuestionThatFails() throws Exception {
        final CompletableFuture<Users.Part> first = above(0, 9);
        final CompletableFuture<UsersReport> underWay = question();
        final CompletableFuture<Users.Part> second = above(0, 9);
        underWay.completeExceptionally(new IllegalStateException("the exchange ended"));
        assertThrows(CompletionException.class, () -> get(first));
        question().complete(new UsersReport(4, List.of(4L)));
        assertEquals(new Users.Part(List.of(4L), 4), get(second));
    }
}
