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
 * The only thread of a gateway, which serves sockets with Netty and does the gateway's own work in between. After the
 * last event it polls for a while before it sleeps, because waking it costs more than a short wait.
 */
final class EventLoop implements SelectStrategy {

    private final MultiThreadIoEventLoopGroup group;
    private final long spinNs;
    private final Clock clock;

    /** The work that the loop does between its polls. Set on the loop. */
    private volatile @Nullable Work work;

    /** True if {@link #wakeUp} must wake the thread. */
    private volatile boolean isAsleep;

    private long lastWorkNs;

    /** A piece of work of the gateway. */
    @FunctionalInterface
    interface Work {

        /** Does pending work; returns whether there was some. */
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

    /** Sets the work done in between; null for none. */
    void work(final @Nullable Work other) {
        work = other;
    }

    /** Wakes the loop for its work. Any thread; must not throw. */
    void wakeUp() {
        if (isAsleep) {
            isAsleep = false;
            try {
                group.next().execute(EventLoop::wake);
            } catch (RejectedExecutionException e) {
                // The loop has ended, and with it the thread to wake.
                isAsleep = false;
            }
        }
    }

    /** Does nothing: the task itself wakes the loop. */
    static void wake() {}

    /** Polls until nothing has happened for a while. */
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
                // Work that came before isAsleep was set woke no thread, so the loop polls once more.
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
