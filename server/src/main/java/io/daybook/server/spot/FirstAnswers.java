package io.daybook.server.spot;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The answers to the last signed requests, including requests in progress: a repeated request gets the first answer and
 * does nothing. Any thread.
 *
 * @param <T> the type of an answer
 */
final class FirstAnswers<T> {
    private final Map<String, CompletableFuture<T>> bySigned;
    private final Predicate<T> isNothing;

    /**
     * Makes an empty table.
     *
     * @param most the number of answers that are kept; the oldest is dropped first
     * @param isNothing returns whether an answer shows that its request had no effect, so that it may be tried again
     */
    FirstAnswers(final int most, final Predicate<T> isNothing) {
        this.isNothing = isNothing;
        this.bySigned = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(final Map.Entry<String, CompletableFuture<T>> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * Returns the first answer to a request.
     *
     * @param signed a name made of the key and the text that it signed
     * @param work carries out the request; exceptions that it throws are not kept
     */
    CompletionStage<T> first(final String signed, final Supplier<CompletionStage<T>> work) {
        final CompletableFuture<T> answer = new CompletableFuture<>();
        synchronized (bySigned) {
            final CompletableFuture<T> before = bySigned.putIfAbsent(signed, answer);
            if (before != null) {
                return before;
            }
        }
        final CompletionStage<T> started;
        try {
            started = work.get();
        } catch (RuntimeException e) {
            forget(signed, answer);
            answer.completeExceptionally(e);
            throw e;
        }
        return started.whenComplete((value, failure) -> {
            if (failure != null) {
                forget(signed, answer);
                answer.completeExceptionally(failure);
            } else {
                if (isNothing.test(value)) {
                    forget(signed, answer);
                }
                answer.complete(value);
            }
        });
    }

    private void forget(final String signed, final CompletableFuture<T> answer) {
        synchronized (bySigned) {
            bySigned.remove(signed, answer);
        }
    }
}
