package io.daybook.sim;

import io.daybook.host.Duty;
import io.daybook.host.Scheduler;
import io.daybook.host.SimulatedClock;
import io.daybook.host.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs the tasks of an exchange, one call at a time, in random order and in simulated time; the same seed repeats the
 * whole run. If no task has work, the clock advances to the time at which the first task wakes.
 *
 * <p>The stepping thread calls the duties. One-time work waits for other tasks while it runs, so it has its own thread,
 * which runs only while the stepping thread waits.
 */
final class SteppedScheduler implements Scheduler {
    private static final int MOST_CALL_NS = 2_000;
    /** The time between two checks of a task that waits for others. */
    private static final long LOOK_NS = 1_000_000;

    /**
     * The number of short pauses of one-time work; later pauses are longer, because each pause switches threads twice.
     */
    private static final int SHORT_PAUSES = 20;

    /** The length of later pauses of one-time work. */
    private static final long LONG_PAUSE_NS = 10_000_000;

    private static final long MOST_STEPS = 3_000_000;

    private final SimulatedClock clock;
    private final Random random;
    private final List<Stepped> tasks = new ArrayList<>();
    private final List<Stepped> ready = new ArrayList<>();
    private long steps;

    SteppedScheduler(final SimulatedClock clock, final Random random) {
        this.clock = clock;
        this.random = random;
    }

    @Override
    public Task task(final String name, final Duty duty) {
        return new DutyTask(duty);
    }

    @Override
    public Task run(final String name, final Runnable work) {
        final Task task = new OnceTask(name, work);
        task.start();
        return task;
    }

    @Override
    public void pause(final long ns) {
        if (Thread.currentThread() instanceof OnceThread thread) {
            thread.task.pause(ns);
        } else {
            step(ns);
        }
    }

    @Override
    public boolean await(final CountDownLatch latch, final long timeoutNs) {
        final long startNs = clock.nanoTime();
        waitUntil(() -> latch.getCount() == 0, startNs + Math.min(timeoutNs, Long.MAX_VALUE - startNs));
        return latch.getCount() == 0;
    }

    private void waitUntil(final BooleanSupplier hasCome, final long deadlineNs) {
        while (!hasCome.getAsBoolean() && clock.nanoTime() - deadlineNs < 0) {
            if (Thread.currentThread() instanceof OnceThread thread) {
                thread.task.waitUntil(hasCome, deadlineNs);
            } else {
                step(Math.min(LOOK_NS, deadlineNs - clock.nanoTime()));
            }
        }
    }

    /** Wakes all tasks, because the caller has made work. */
    void wakeAll() {
        steps = 0;
        tasks.forEach(Task::wake);
    }

    /** Lets time pass, and runs all tasks meanwhile. */
    void passTime(final long ns) {
        steps = 0;
        final long startNs = clock.nanoTime();
        while (clock.nanoTime() - startNs < ns) {
            step(ns - (clock.nanoTime() - startNs));
        }
    }

    /** Calls one task that has work, or lets time pass, for {@code mostNs} at most. */
    void step(final long mostNs) {
        steps++;
        if (steps > MOST_STEPS) {
            throw new AssertionError("the awaited event has not occurred in " + MOST_STEPS + " steps");
        }
        ready.clear();
        final long nowNs = clock.nanoTime();
        long firstNs = mostNs;
        for (int i = tasks.size() - 1; i >= 0; i--) {
            final Stepped task = tasks.get(i);
            final long restNs = task.restsUntilNs - nowNs;
            if (!task.isAlive()) {
                tasks.remove(i);
            } else if (restNs > 0) {
                firstNs = Math.min(firstNs, task.isRunning ? firstNs : restNs);
            } else if (!task.isRunning) {
                ready.add(task);
            }
        }
        if (ready.isEmpty()) {
            clock.advance(firstNs, TimeUnit.NANOSECONDS);
        } else {
            ready.get(random.nextInt(ready.size())).step();
            clock.advance(random.nextInt(MOST_CALL_NS), TimeUnit.NANOSECONDS);
        }
    }

    /** Ends the simulated process: one-time work ends at the point where it waits. */
    void kill() {
        while (!tasks.isEmpty()) {
            final Stepped task = tasks.remove(tasks.size() - 1);
            if (task instanceof OnceTask once) {
                once.kill();
            }
        }
    }

    private long later(final long ns) {
        final long nowNs = clock.nanoTime();
        return ns < Long.MAX_VALUE - nowNs ? nowNs + ns : Long.MAX_VALUE;
    }

    /** A task of either kind. */
    private abstract class Stepped implements Task {
        protected long restsUntilNs;
        protected boolean isRunning;

        abstract void step();

        @Override
        public void start() {
            tasks.add(this);
        }

        @Override
        public void wake() {
            restsUntilNs = clock.nanoTime();
        }

        @Override
        public boolean join(final long deadlineNs) {
            waitUntil(() -> !isAlive(), deadlineNs);
            return !isAlive();
        }
    }

    /** A task that calls a duty. */
    private final class DutyTask extends Stepped {
        private final Duty duty;
        private boolean started;
        private boolean failed;

        DutyTask(final Duty duty) {
            this.duty = duty;
        }

        @Override
        public void start() {
            started = true;
            super.start();
        }

        @Override
        public boolean isAlive() {
            return started && (isRunning || !failed && !duty.isDone());
        }

        @Override
        void step() {
            isRunning = true;
            try {
                if (duty.doWork() == 0) {
                    restsUntilNs = later(duty.idleNs());
                } else {
                    wakeAllBeside(this);
                }
            } catch (Throwable t) { // everything, because this call is the root of the task
                failed = true;
                duty.failed(t);
            } finally {
                isRunning = false;
            }
        }
    }

    private void wakeAllBeside(final Stepped worker) {
        for (final Stepped task : tasks) {
            if (task != worker && task instanceof DutyTask) {
                task.wake();
            }
        }
    }

    /** One-time work, on a thread that runs only when it has the turn. */
    private final class OnceTask extends Stepped {
        private final Turn turn = new Turn();
        private final OnceThread thread;
        private BooleanSupplier mayGoOn = () -> true;
        private int pauses;
        private boolean isKilled;

        OnceTask(final String name, final Runnable work) {
            this.thread = new OnceThread(name, work, this);
        }

        @Override
        public void start() {
            super.start();
            thread.start();
        }

        @Override
        public boolean isAlive() {
            return !turn.hasEnded();
        }

        @Override
        void step() {
            if (!mayGoOn.getAsBoolean()) {
                restsUntilNs = later(LOOK_NS);
                return;
            }
            isRunning = true;
            turn.give();
            isRunning = false;
        }

        /** Pauses the work; called on its thread. */
        void pause(final long ns) {
            pauses++;
            rest(Math.max(ns, pauses < SHORT_PAUSES ? LOOK_NS : LONG_PAUSE_NS), () -> true);
        }

        /** Lets the work wait; called on its thread. The stepping thread checks the condition and the deadline. */
        void waitUntil(final BooleanSupplier hasCome, final long deadlineNs) {
            rest(
                    Math.min(LOOK_NS, deadlineNs - clock.nanoTime()),
                    () -> hasCome.getAsBoolean() || clock.nanoTime() - deadlineNs >= 0);
        }

        private void rest(final long ns, final BooleanSupplier until) {
            mayGoOn = until;
            restsUntilNs = later(ns);
            wakeAllBeside(this);
            turn.giveBack();
            if (isKilled) {
                throw new Killed();
            }
        }

        void kill() {
            isKilled = true;
            while (isAlive()) {
                turn.give();
            }
        }
    }

    /** The thread of one-time work. */
    private static final class OnceThread extends Thread {
        private final Runnable work;
        private final OnceTask task;

        OnceThread(final String name, final Runnable work, final OnceTask task) {
            super(name);
            this.work = work;
            this.task = task;
            setDaemon(true);
        }

        @Override
        public void run() {
            task.turn.takeFirst();
            try {
                if (!task.isKilled) {
                    work.run();
                }
            } catch (Killed end) {
                return;
            } finally {
                task.turn.end();
            }
        }
    }

    /** Thrown to end one-time work that waits when the process ends. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }
}
