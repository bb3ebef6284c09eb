package io.daybook.server.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose request is not complete 10 s after its first byte, whose peer does not take an answer
 * within 10 s, or on which nothing comes for 60 s between two requests. Used by its event loop.
 */
final class Deadlines extends ChannelDuplexHandler {
    private static final long REQUEST_S = 10;
    private static final long WRITE_S = 10;
    private static final long IDLE_S = 60;

    private @Nullable Future<?> deadline;
    private boolean isReading;

    /**
     * The number of writes that have not left yet; while there are any, the deadline is that of the first of these
     * writes.
     */
    private int writing;

    @Override
    public void channelActive(final ChannelHandlerContext context) throws Exception {
        await(context, IDLE_S);
        super.channelActive(context);
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) throws Exception {
        if (!isReading) {
            isReading = true;
            if (writing == 0) {
                await(context, REQUEST_S);
            }
        }
        super.channelRead(context, message);
    }

    @Override
    public void write(final ChannelHandlerContext context, final Object message, final ChannelPromise promise)
            throws Exception {
        isReading = false;
        if (writing++ == 0) {
            await(context, WRITE_S);
        }
        super.write(context, message, promise.unvoid().addListener(written -> left(context)));
    }

    /** Ends the deadline of a request that is complete: its handler has other deadlines. */
    void answering() {
        isReading = false;
        if (writing == 0) {
            cancel();
        }
    }

    private void left(final ChannelHandlerContext context) {
        if (--writing == 0 && context.channel().isActive()) {
            await(context, isReading ? REQUEST_S : IDLE_S);
        }
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext context) {
        cancel();
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) throws Exception {
        cancel();
        super.channelInactive(context);
    }

    private void await(final ChannelHandlerContext context, final long seconds) {
        cancel();
        deadline = context.executor().schedule(() -> close(context), seconds, TimeUnit.SECONDS);
    }

    private static void close(final ChannelHandlerContext context) {
        final Future<?> unused = context.close();
    }

    private void cancel() {
        final Future<?> before = deadline;
        if (before != null) {
            before.cancel(false);
        }
    }
}
