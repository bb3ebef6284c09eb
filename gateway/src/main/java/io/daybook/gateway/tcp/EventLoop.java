package io.daybook.gateway.tcp;

import io.daybook.host.Clock;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.IntSupplier;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one thread of a gateway: sockets by Netty, and work of the gateway's own in between. After the last thing that
 * happened it looks for more for a while before it sleeps, for to wake it costs more than a short wait.
 */
final class EventLoop implements SelectStrategy {

    private final MultiThreadIoEventLoopGroup group;
    private final long spinNs;
    private final Clock clock;

    /** What is done in between; says whether it found something to do. Set on the loop. */
    private volatile @Nullable Work work;

    /** Whether {@link #wakeUp} has to wake the thread. */
    private volatile boolean isAsleep;

    private long lastWorkNs;

    /** A piece of work of the gateway. */
    @FunctionalInterface
    interface Work {

        /** Does what there is to do; whether there was something. */
        boolean run();
    }

    EventLoop(final long spinNs, final Clock clock) {
        this.clock = clock;
        this.spinNs = spinNs;
        group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory("daybook-gateway"),
                NioIoHandler.newFactory(SelectorProvider.provider(), () -> this));
    }

    MultiThreadIoEventLoopGroup group() {
        return group;
    }

    IoEventLoop loop() {
        return group.next();
    }

    /** From now on this is done in between; null for nothing. */
    void work(final @Nullable Work other) {
        work = other;
    }

    /** Something came for the work. Any thread; must not throw. */
    void wakeUp() {
        if (isAsleep) {
            isAsleep = false;
            try {
                group.next().execute(EventLoop::wake);
            } catch (RejectedExecutionException e) {
                // The loop has ended, and with it whoever would be woken.
                isAsleep = false;
            }
        }
    }

    /** That a task came is all that matters. */
    static void wake() {}

    /** Looks for things to do until nothing has happened for a while. */
    @Override
    public int calculateStrategy(final IntSupplier selectNow, final boolean hasTasks) throws Exception {
        isAsleep = false;
        final Work mine = work;
        if (mine == null) {
            return hasTasks ? selectNow.get() : SELECT;
        }
        while (true) {
            final boolean didWork = mine.run();
            final int ready = selectNow.get();
            final long nowNs = clock.nanoTime();
            if (didWork || ready > 0) {
                lastWorkNs = nowNs;
            }
            if (didWork || ready > 0 || hasTasks) {
                return ready;
            }
            if (nowNs - lastWorkNs > spinNs) {
                isAsleep = true;
                // What came before the line above woke nobody: one more look.
                if (!mine.run()) {
                    return SELECT;
                }
                isAsleep = false;
                lastWorkNs = nowNs;
            }
            Thread.onSpinWait();
        }
    }

    /** Ends the thread. */
    void shutdown() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
