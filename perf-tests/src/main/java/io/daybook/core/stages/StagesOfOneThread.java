package io.daybook.core.stages;

import com.lmax.disruptor.Sequence;
import io.daybook.api.ExchangeListener;
import io.daybook.api.HopRecorder;
import io.daybook.core.delivery.ResultDelivery;
import io.daybook.core.doors.CommandRing;
import io.daybook.core.listener.ListenerErrors;
import io.daybook.core.listener.Listeners;
import io.daybook.core.scheduling.Lifecycle;
import io.daybook.core.scheduling.Wakeup;
import io.daybook.engine.ExchangeEngine;
import io.daybook.host.Clock;
import io.daybook.host.Scheduler;
import io.daybook.kernel.command.EventRing;
import io.daybook.kernel.command.Numbering;

/**
 * A ring with the stages of engine and delivery behind it, called by the thread that sends. They are not public; hence
 * in this package. One thread.
 */
public final class StagesOfOneThread {
    private final Sequence passed = new Sequence();
    private final CommandRing ring;
    private final EngineStage engine;
    private final DeliveryStage delivery;
    private final boolean works;

    /**
     * Behind a ring of a size.
     *
     * @param batch the most commands that the engine carries out at a time
     * @param events of the engine
     * @param listener hears every result
     * @param works false where what is sent is passed over
     */
    public StagesOfOneThread(
            final int size,
            final int batch,
            final ExchangeEngine carriesOut,
            final EventRing events,
            final ExchangeListener listener,
            final boolean works) {
        final Clock clock = Clock.system();
        ring = new CommandRing(size, true, new Wakeup(1), new Lifecycle(), clock, Scheduler.threads(clock));
        engine = new EngineStage(
                ring, new StallWatch(ring, clock, warning -> {}), carriesOut, events, batch, HopRecorder.NONE, clock);
        final ResultDelivery results =
                new ResultDelivery(new Listeners(listener), new ListenerErrors(clock), null, new Numbering(0, 0));
        delivery = new DeliveryStage(ring, engine.sequence(), engine.sequence(), results, new SlotFreeing());
        this.works = works;
        ring.gate(works ? delivery.sequence() : passed);
    }

    /** The ring, to send by. */
    public CommandRing ring() {
        return ring;
    }

    /** Carries out and delivers a batch that was published. */
    public void follow(final long last) {
        if (works) {
            engine.doWork();
            delivery.doWork();
        } else {
            passed.set(last);
        }
    }
}
