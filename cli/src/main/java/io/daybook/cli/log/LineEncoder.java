package io.daybook.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Makes lines from log events, without secrets and of a bounded length. Used by the thread that writes. */
abstract class LineEncoder extends EncoderBase<ILoggingEvent> {
    static final int MAX_TEXT = 8_192;
    static final int MAX_STACK = 32_768;

    private static final byte[] NOTHING = {};
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final QueueAppender queue;

    LineEncoder(final QueueAppender queue) {
        this.queue = queue;
    }

    @Override
    public final byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public final byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public final byte[] encode(final ILoggingEvent line) {
        return encode(line, queue.takeDropped());
    }

    /**
     * Returns the bytes of a line, with its end.
     *
     * @param dropped the number of lines that were dropped before it
     */
    abstract byte[] encode(ILoggingEvent line, long dropped);

    static String time(final ILoggingEvent line) {
        return TIME.format(line.getInstant());
    }

    /** Returns a text or value without secrets. */
    static String shown(final @Nullable Object text) {
        return cut(String.valueOf(text), MAX_TEXT);
    }

    /** Returns the exception with its stack; null if there is none. */
    static @Nullable String stack(final ILoggingEvent line) {
        final IThrowableProxy thrown = line.getThrowableProxy();
        return thrown == null ? null : cut(ThrowableProxyUtil.asString(thrown), MAX_STACK);
    }

    /** Cuts a text, and then removes secrets: the search for them reads only a limited length. */
    private static String cut(final String text, final int length) {
        return Secrets.hidden(text.length() <= length ? text : text.substring(0, length) + "…");
    }
}
