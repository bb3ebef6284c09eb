package io.daybook.gateway.session;

import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.SimulatedClock;
import io.daybook.host.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs the background work of an exchange on the caller's thread whenever the caller waits, so that every run is equal.
 */
final class CallerScheduler implements Scheduler {
    private static final int MOST_STEPS = 100_000;
    private static final long PAUSE_NS = 100_000;

    private final SimulatedClock clock;
    private final List<DutyTask> tasks = new ArrayList<>();

    CallerScheduler(final SimulatedClock clock) {
        this.clock = clock;
    }

    @Override
    public Task task(final String name, final Duty duty) {
        return new DutyTask(duty);
    }

    @Override
    public Task run(final String name, final Runnable work) {
        work.run();
        return new DutyTask(null);
    }

    @Override
    public void pause(final long ns) {
        clock.advance(Math.min(ns, PAUSE_NS), TimeUnit.NANOSECONDS);
        step();
    }

    @Override
    public boolean await(final CountDownLatch latch, final long timeoutNs) {
        return runUntil(() -> latch.getCount() == 0);
    }

    /** Lets all tasks work until a condition holds; returns whether it does. */
    boolean runUntil(final BooleanSupplier condition) {
        for (int i = 0; i < MOST_STEPS && !condition.getAsBoolean(); i++) {
            pause(PAUSE_NS);
        }
        return condition.getAsBoolean();
    }

    private void step() {
        for (int i = 0; i < tasks.size(); i++) {
            tasks.get(i).step();
        }
    }

    private final class DutyTask implements Task {
        private final Duty duty;
        private boolean isRunning;
        private boolean hasFailed;

        private DutyTask(final Duty duty) {
            this.duty = duty;
        }

        @Override
        public void start() {
            tasks.add(this);
        }

        @Override
        public void wake() {}

        @Override
        public boolean isAlive() {
            return duty != null && tasks.contains(this) && !hasFailed && !duty.isDone();
        }

        @Override
        public boolean join(final long deadlineNs) {
            return runUntil(() -> !isAlive());
        }

        private void step() {
            if (isRunning || !isAlive()) {
                return;
            }
            isRunning = true;
            try {
                while (duty.doWork() > 0) {
                    // does all work that is due
                }
            } catch (Throwable t) { // like the root of a thread
                hasFailed = true;
                duty.failed(t);
            } finally {
                isRunning = false;
            }
        }
    }
}
