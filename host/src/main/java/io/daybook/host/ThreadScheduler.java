package io.daybook.host;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs each task on its own thread. */
final class ThreadScheduler implements Scheduler {
    private final Clock clock;

    ThreadScheduler(final Clock clock) {
        this.clock = clock;
    }

    @Override
    public Task task(final String name, final Duty duty) {
        return new ThreadTask(name, () -> run(duty));
    }

    private static void run(final Duty duty) {
        try {
            duty.begin();
            while (!duty.isDone()) {
                if (duty.doWork() == 0) {
                    duty.idle();
                }
            }
        } catch (Throwable t) { // the root of a thread, the only place that may catch everything
            duty.failed(t);
        }
    }

    @Override
    public Task run(final String name, final Runnable work) {
        final Task task = new ThreadTask(name, work);
        task.start();
        return task;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // an interrupted thread cannot park
    public void pause(final long ns) {
        if (Thread.currentThread().isInterrupted()) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, ns);
        }
    }

    @Override
    public boolean await(final CountDownLatch latch, final long timeoutNs) throws InterruptedException {
        return latch.await(timeoutNs, TimeUnit.NANOSECONDS);
    }

    private final class ThreadTask implements Task {
        private final Thread thread;

        ThreadTask(final String name, final Runnable work) {
            this.thread = new Thread(work, name);
            thread.setDaemon(true);
        }

        @Override
        public void start() {
            thread.start();
        }

        @Override
        public void wake() {
            LockSupport.unpark(thread);
        }

        @Override
        public boolean isAlive() {
            return thread.isAlive();
        }

        @Override
        public boolean join(final long deadlineNs) {
            boolean interrupted = false;
            while (thread.isAlive() && clock.nanoTime() - deadlineNs < 0) {
                try {
                    thread.join(1);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return !thread.isAlive();
        }
    }
}
