package io.daybook.core.scheduling;

import java.util.List;
import java.util.function.Consumer;

/**
 * A thread of the exchange: calls its stages until the exchange halts. Anything that a stage throws ends here, and
 * stops the exchange.
 */
public final class StageThread extends ExchangeThread {
    private final Stage[] stages;
    private final Idler idler;
    private final Wakeup wakeup;
    private final Lifecycle lifecycle;
    private final Consumer<Throwable> onFailure;

    private int working;
    private boolean broken;

    public StageThread(
            final String name,
            final List<Stage> stages,
            final Idler idler,
            final Wakeup wakeup,
            final Lifecycle lifecycle,
            final Consumer<Throwable> onFailure) {
        super(null, name, lifecycle);
        this.stages = stages.toArray(new Stage[0]);
        this.idler = idler;
        this.wakeup = wakeup;
        this.lifecycle = lifecycle;
        this.onFailure = onFailure;
    }

    /** Whether the calling thread is one that works on the ring of the exchange that has this life. */
    public static boolean isStageOf(final Lifecycle lifecycle) {
        return Thread.currentThread() instanceof StageThread current && current.lifecycle == lifecycle;
    }

    @Override
    public void run() {
        try {
            while (!lifecycle.isHalted()) {
                int work = 0;
                for (working = 0; working < stages.length; working++) {
                    work += stages[working].doWork();
                }
                if (work == 0) {
                    idler.idle(maxParkNs());
                } else {
                    idler.reset();
                    wakeup.wake();
                }
            }
        } catch (Throwable t) { // the root of a thread: the one place that may
            broken = true;
            onFailure.accept(t);
        }
    }

    /** Whether one of its stages has thrown. Valid once this thread has ended. */
    public boolean isBroken(final int stage) {
        return broken && working == stage;
    }

    private long maxParkNs() {
        long ns = Long.MAX_VALUE;
        for (final Stage stage : stages) {
            ns = Math.min(ns, stage.maxParkNs());
        }
        return ns;
    }
}
