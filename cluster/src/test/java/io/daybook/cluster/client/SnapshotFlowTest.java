package io.daybook.cluster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.cluster.client.SnapshotFlow.Answer;
import io.daybook.cluster.client.SnapshotFlow.Wish;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A request for a snapshot is repeated until the leader answers it. */
class SnapshotFlowTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final SnapshotFlow flow = new SnapshotFlow();
    private final List<Long> asked = new ArrayList<>();
    private boolean isConnected = true;

    private CompletableFuture<Boolean> wish() {
        return wish(0);
    }

    private CompletableFuture<Boolean> wish(final long nowNs) {
        final CompletableFuture<Boolean> future = new CompletableFuture<>();
        final Wish wish = new Wish(future, nowNs);
        assertTrue(flow.admit());
        wish.due();
        flow.submit(wish);
        return future;
    }

    private List<Long> askedBy(final long nowNs) {
        asked.clear();
        flow.poll(nowNs, number -> isConnected && asked.add(number));
        return List.copyOf(asked);
    }

    @Test
    void shouldAskAgainWhereNobodyAnswers() {
        assertEquals(List.of(), askedBy(0), "no snapshot was requested");
        final CompletableFuture<Boolean> wish = wish();
        assertEquals(List.of(1L), askedBy(0));
        assertEquals(List.of(), askedBy(SECOND_NS - 1));
        assertEquals(List.of(2L), askedBy(SECOND_NS));
        flow.onConnected();
        assertEquals(List.of(3L), askedBy(SECOND_NS), "a new leader");
        flow.onAnswer(1, Answer.TAKEN, SECOND_NS);
        assertTrue(wish.join(), "an answer to the first message counts too");
        assertEquals(0, flow.unanswered());
        assertEquals(List.of(), askedBy(10 * SECOND_NS));
    }

    @Test
    void shouldAskOnceItIsConnected() {
        isConnected = false;
        wish();
        assertEquals(List.of(), askedBy(0));
        isConnected = true;
        assertEquals(List.of(1L), askedBy(1));
    }

    @Test
    void shouldWaitForTheEndOfAnother() {
        final CompletableFuture<Boolean> wish = wish();
        askedBy(0);
        flow.onAnswer(1, Answer.BUSY, 0);
        assertEquals(List.of(), askedBy(SECOND_NS / 10 - 1));
        assertEquals(List.of(2L), askedBy(SECOND_NS / 10));
        assertFalse(wish.isDone());
    }

    @Test
    void shouldGrantOneAfterTheOther() {
        final CompletableFuture<Boolean> first = wish();
        final CompletableFuture<Boolean> second = wish();
        assertEquals(List.of(1L), askedBy(0));
        assertEquals(List.of(2L), askedBy(SECOND_NS));
        flow.onAnswer(2, Answer.TAKEN, SECOND_NS);
        assertTrue(first.isDone());
        flow.onAnswer(1, Answer.TAKEN, SECOND_NS);
        assertFalse(second.isDone(), "the answer belongs to the first request");
        assertEquals(List.of(second), flow.open());
        assertEquals(List.of(3L), askedBy(SECOND_NS));
        flow.onAnswer(3, Answer.FORBIDDEN, SECOND_NS);
        final ExecutionException refused = assertThrows(ExecutionException.class, second::get);
        assertInstanceOf(IllegalStateException.class, refused.getCause());
    }

    @Test
    void shouldGiveUpWhereNobodyAnswersForAMinute() {
        final CompletableFuture<Boolean> first = wish();
        final CompletableFuture<Boolean> second = wish(SECOND_NS);
        askedBy(0);
        askedBy(60 * SECOND_NS - 1);
        assertFalse(first.isDone());
        assertEquals(List.of(3L), askedBy(60 * SECOND_NS), "the second request has a second left");
        assertGivenUp(first, "no leader answers");
        assertEquals(1, flow.unanswered());
        flow.onAnswer(2, Answer.TAKEN, 60 * SECOND_NS);
        assertFalse(second.isDone(), "the answer belongs to the first request");
        flow.onAnswer(3, Answer.TAKEN, 61 * SECOND_NS);
        assertTrue(second.join());
        assertEquals(List.of(), askedBy(1_000 * SECOND_NS), "no snapshot was requested");
    }

    @Test
    void shouldGiveUpWhereTheLeaderCannotForAMinute() {
        isConnected = false;
        final CompletableFuture<Boolean> wish = wish();
        askedBy(0);
        isConnected = true;
        assertEquals(List.of(1L), askedBy(59 * SECOND_NS));
        flow.onAnswer(1, Answer.BUSY, 59 * SECOND_NS);
        assertEquals(List.of(), askedBy(60 * SECOND_NS));
        assertGivenUp(wish, "the leader takes another snapshot, or cannot take one");
        final CompletableFuture<Boolean> next = wish(61 * SECOND_NS);
        assertEquals(List.of(2L), askedBy(61 * SECOND_NS));
        askedBy(121 * SECOND_NS);
        assertGivenUp(next, "no leader answers");
    }

    /** The request waits after commands that have no room, and its minute runs meanwhile. */
    @Test
    void shouldWaitForWhatWasSubmittedBeforeItForAMinute() {
        final CompletableFuture<Boolean> future = new CompletableFuture<>();
        final Wish wish = new Wish(future, 0);
        assertTrue(flow.admit());
        flow.submit(wish);
        final CompletableFuture<Boolean> behind = wish(SECOND_NS);
        assertEquals(List.of(), askedBy(0));
        assertEquals(List.of(), askedBy(60 * SECOND_NS - 1), "no later request overtakes it");
        assertEquals(List.of(1L), askedBy(60 * SECOND_NS));
        assertGivenUp(future, "earlier commands wait for room");
        wish.due();
        flow.onAnswer(1, Answer.TAKEN, 60 * SECOND_NS);
        assertTrue(behind.join());
    }

    @Test
    void shouldAskOnceWhatWasSubmittedBeforeItIsOnItsWay() {
        final CompletableFuture<Boolean> future = new CompletableFuture<>();
        final Wish wish = new Wish(future, 0);
        assertTrue(flow.admit());
        flow.submit(wish);
        assertEquals(List.of(), askedBy(SECOND_NS));
        wish.due();
        assertEquals(List.of(1L), askedBy(SECOND_NS));
    }

    @Test
    void shouldTakeSoManyWishesAndNoMore() {
        final List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < SnapshotFlow.MOST; i++) {
            all.add(wish());
        }
        assertFalse(flow.admit());
        assertEquals(List.of(1L), askedBy(0));
        flow.onAnswer(1, Answer.TAKEN, 0);
        all.add(wish());
        assertFalse(flow.admit());
        askedBy(60 * SECOND_NS);
        assertEquals(0, flow.unanswered());
        assertTrue(all.stream().allMatch(CompletableFuture::isDone));
        assertTrue(flow.admit());
    }

    @Test
    void shouldPassOverOneThatItsSenderHasGivenUp() {
        final CompletableFuture<Boolean> first = wish();
        final CompletableFuture<Boolean> second = wish();
        assertEquals(List.of(1L), askedBy(0));
        first.cancel(false);
        assertEquals(List.of(2L), askedBy(1));
        flow.onAnswer(1, Answer.TAKEN, 1);
        assertFalse(second.isDone(), "the answer belongs to the first request");
        flow.onAnswer(2, Answer.TAKEN, 1);
        assertTrue(second.join());
    }

    private static void assertGivenUp(final CompletableFuture<Boolean> wish, final String why) {
        assertTrue(wish.isDone());
        final ExecutionException given = assertThrows(ExecutionException.class, wish::get);
        final String message = String.valueOf(given.getCause().getMessage());
        assertTrue(message.contains("within 60 s, because " + why), message);
    }
}
