package io.daybook.core;

import io.daybook.host.Clock;
import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.Task;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;

/** Starts threads with duties that a test has wrapped. */
public final class DisturbedTasks implements Scheduler {
    private final Scheduler threads = Scheduler.threads(Clock.system());
    private final BiFunction<String, Duty, Duty> decorator;

    /** Wraps each duty by a decorator, which receives the name of its thread. */
    public DisturbedTasks(final BiFunction<String, Duty, Duty> decorator) {
        this.decorator = decorator;
    }

    @Override
    public Task task(final String name, final Duty duty) {
        return threads.task(name, decorator.apply(name, duty));
    }

    @Override
    public Task run(final String name, final Runnable work) {
        return threads.run(name, work);
    }

    @Override
    public void pause(final long ns) {
        threads.pause(ns);
    }

    @Override
    public boolean await(final CountDownLatch latch, final long timeoutNs) throws InterruptedException {
        return threads.await(latch, timeoutNs);
    }

    /** A duty that does something before or instead of another duty's work, and passes all other calls on to it. */
    public abstract static class Around implements Duty {
        protected final Duty duty;

        protected Around(final Duty duty) {
            this.duty = duty;
        }

        @Override
        public long idleNs() {
            return duty.idleNs();
        }

        @Override
        public boolean isDone() {
            return duty.isDone();
        }

        @Override
        public void begin() {
            duty.begin();
        }

        @Override
        public void idle() {
            duty.idle();
        }

        @Override
        public void failed(final Throwable cause) {
            duty.failed(cause);
        }
    }
}
