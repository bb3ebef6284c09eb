package io.daybook.venue;

import io.daybook.sessions.ViewSource;
import org.jspecify.annotations.Nullable;

/** A view of a node's feed that begins once the node sends. Used by the door's thread. */
final class LaterView implements ViewSource.View {
    /** The source in which a view can begin. */
    interface Views {
        /** The source of subscribers; null while there is none. */
        @Nullable
        ViewSource served();

        /** Returns whether nothing will be served for a long time, so that subscribers should try another node. */
        boolean isSilent();

        /** Begins a view of the source; null if a wanted message is too old. */
        ViewSource.@Nullable View begin(ViewSource source, int channel, int stream, long from);
    }

    private final Views views;
    private final int channel;
    private final int stream;
    private final long from;
    private ViewSource.@Nullable View view;
    private long lateBacklog;

    /** Creates a view that has not begun. */
    LaterView(final Views views, final int channel, final int stream, final long from) {
        this.views = views;
        this.channel = channel;
        this.stream = stream;
        this.from = from;
    }

    @Override
    public int next(final byte[] frame) {
        final ViewSource.View begun = view;
        return begun == null ? beginLate(frame) : begun.next(frame);
    }

    private int beginLate(final byte[] frame) {
        final ViewSource source = views.served();
        if (source == null) {
            return views.isSilent() ? ENDED : 0;
        }
        final ViewSource.View begun = views.begin(source, channel, stream, from);
        if (begun == null) {
            return TOO_OLD;
        }
        view = begun;
        lateBacklog = begun.behind();
        return begun.next(frame);
    }

    @Override
    public long lateBacklog() {
        final long told = lateBacklog;
        lateBacklog = 0;
        return told;
    }

    @Override
    public long behind() {
        final ViewSource.View begun = view;
        return begun == null ? 0 : begun.behind();
    }

    @Override
    public void close() {
        final ViewSource.View begun = view;
        if (begun != null) {
            begun.close();
        }
    }
}
