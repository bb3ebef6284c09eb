package io.daybook.core.scheduling;

import io.daybook.host.Duty;
import java.util.List;
import java.util.function.Consumer;

/**
 * The loop of one thread of the exchange: calls its stages until the exchange halts. Any exception of a stage ends here
 * and stops the exchange.
 */
public final class StageLoop implements Duty {
    private final Stage[] stages;
    private final Idler idler;
    private final Wakeup wakeup;
    private final Lifecycle lifecycle;
    private final Consumer<Throwable> onFailure;

    private int working;
    private volatile boolean broken;

    public StageLoop(
            final List<? extends Stage> stages,
            final Idler idler,
            final Wakeup wakeup,
            final Lifecycle lifecycle,
            final Consumer<Throwable> onFailure) {
        this.stages = stages.toArray(new Stage[0]);
        this.idler = idler;
        this.wakeup = wakeup;
        this.lifecycle = lifecycle;
        this.onFailure = onFailure;
    }

    @Override
    public void begin() {
        lifecycle.threads().enter(ExchangeThreads.Role.STAGE);
    }

    @Override
    public boolean isDone() {
        return lifecycle.isHalted();
    }

    @Override
    public int doWork() {
        int work = 0;
        boolean isWorthWaking = false;
        for (working = 0; working < stages.length; working++) {
            final int done = stages[working].doWork();
            isWorthWaking |= done != 0 && stages[working].isWorthWaking();
            work += done;
        }
        if (work != 0) {
            idler.reset();
        }
        if (isWorthWaking) {
            wakeup.wake();
        }
        return work;
    }

    @Override
    public void failed(final Throwable cause) {
        broken = true;
        onFailure.accept(cause);
    }

    @Override
    public void idle() {
        idler.idle(idleNs());
    }

    @Override
    public long idleNs() {
        long ns = Idler.MAX_PARK_NS;
        for (final Stage stage : stages) {
            ns = Math.min(ns, stage.maxParkNs());
        }
        return ns;
    }

    /** Whether one of its stages has thrown. Valid once its task has ended. */
    public boolean isBroken(final int stage) {
        return broken && working == stage;
    }
}
