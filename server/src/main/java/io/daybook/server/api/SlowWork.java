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
 * Runs tasks that must not run on an event loop, one by one, on a separate thread. Tasks that take seconds, such as a
 * backup, run on another instance than short tasks.
 */
public final class SlowWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlowWork.class);
    private static final int QUEUE = 16;

    /** The longest wait for tasks at the end; a task that takes longer, such as a large copy, is abandoned. */
    private static final long CLOSE_S = 10;

    private final String name;
    private final ThreadPoolExecutor thread;

    /**
     * Starts the thread.
     *
     * @param name the name of the thread
     */
    public SlowWork(final String name) {
        this.name = name;
        this.thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), task -> {
            final Thread own = new Thread(task, name);
            own.setDaemon(true);
            return own;
        });
    }

    /** Runs a task, and answers on the event loop of the request. */
    CompletionStage<Response> answer(final Request request, final Callable<Response> work) {
        final CompletableFuture<Response> answer = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    answer.complete(work.call());
                } catch (Throwable e) { // even if memory is short, only this request fails, and the next task runs
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            throw Waiting.busy();
        }
        return answer.thenApplyAsync(done -> done, request.loop());
    }

    /** Queues a task that has no answer; returns false if there is no room for it. */
    boolean later(final Runnable work) {
        try {
            thread.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) { // the next task runs
                    LOG.warn("{}: a task has failed", name, e);
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Takes no more tasks, and waits for those in the queue: they use files that are closed next. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_S, TimeUnit.SECONDS)) {
                LOG.warn("{} has not ended its task within {} s, and is abandoned", name, CLOSE_S);
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
