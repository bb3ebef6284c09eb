package io.daybook.server.api;

import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What must not be done on an event loop, one thing after the other, on a thread of its own. What takes seconds, as a
 * backup does, has another one than what is soon done.
 */
public final class SlowWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowWork.class);
    private static final int QUEUE = 16;

    /** What takes longer, as a large copy may, is left behind. */
    private static final long CLOSE_S = 10;

    private final String name;
    private final ThreadPoolExecutor thread;

    /**
     * With a thread of its own.
     *
     * @param name of the thread
     */
    public SlowWork(final String name) {
        this.name = name;
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> {
            final Thread own = new Thread(task, name);
            own.setDaemon(true);
            return own;
        });
    }

    /** Does something, and answers on the event loop of the request. */
    CompletionStage<Response> answer(final Request request, final Callable<Response> work) {
        final CompletableFuture<Response> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Throwable e) { // no memory for it, too: whoever asks is told, and the next is done
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            throw Waiting.busy();
        }
        return answer.thenApplyAsync(done -> done, request.loop());
    }

    /** Does something that nobody waits for, if there is room for it; whether there is. */
    boolean later(final Runnable work) {
        try {
            thread.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Takes nothing more, and waits until what was asked for is done: it uses files that are closed next. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_S, TimeUnit.SECONDS)) {
                LOG.warn("{} has not ended what it does within {} s, and is left behind", name, CLOSE_S);
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
