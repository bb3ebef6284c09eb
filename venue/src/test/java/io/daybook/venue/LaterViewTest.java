package io.daybook.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.sessions.ViewSource;
import io.daybook.wire.SubscribeDescriptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests a subscription to the feed of a node that does not send yet. */
class LaterViewTest {
    private static final int LENGTH = 40;
    private static final long BACKLOG = 3_000;

    private final byte[] frame = new byte[LENGTH];
    private boolean isServed;
    private boolean isSilent;
    private boolean isTooOld;
    private boolean isClosed;
    private long behind = BACKLOG;

    /** A view that returns a message at each call. */
    private final class Begun implements ViewSource.View {
        @Override
        public int next(final byte[] target) {
            behind -= LENGTH;
            return LENGTH;
        }

        @Override
        public long behind() {
            return behind;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    private final class Source implements ViewSource {
        @Override
        public boolean has(final int channel, final int stream) {
            return true;
        }

        @Override
        public @Nullable View subscribe(final int channel, final int stream, final long from) {
            assertEquals(3, channel);
            assertEquals(SubscribeDescriptor.ORDERS, stream);
            assertEquals(77, from);
            return isTooOld ? null : new Begun();
        }

        @Override
        public void listen(final Runnable onNews) {}
    }

    private final LaterView view = new LaterView(
            new LaterView.Views() {
                @Override
                public @Nullable ViewSource served() {
                    return isServed ? new Source() : null;
                }

                @Override
                public boolean isSilent() {
                    return isSilent;
                }

                @Override
                public ViewSource.@Nullable View begin(
                        final ViewSource source, final int channel, final int stream, final long from) {
                    return source.subscribe(channel, stream, from);
                }
            },
            3,
            SubscribeDescriptor.ORDERS,
            77);

    @Test
    void shouldWaitForANodeThatDoesNotSendYet() {
        assertEquals(0, view.next(frame));
        assertEquals(0, view.behind(), "the view has not begun");
        assertEquals(0, view.lateBacklog());
        isServed = true;
        assertEquals(LENGTH, view.next(frame));
        assertEquals(BACKLOG - LENGTH, view.behind());
        assertEquals(BACKLOG, view.lateBacklog(), "the backlog from before the begin of the view");
        assertEquals(0, view.lateBacklog(), "the backlog must be returned only once");
        isServed = false;
        isSilent = true;
        assertEquals(LENGTH, view.next(frame), "a view that has begun must report its end itself");
        view.close();
        assertTrue(isClosed);
    }

    @Test
    void shouldEndWhereNothingWillBeSentOrWhatIsWantedIsGone() {
        isSilent = true;
        assertEquals(ViewSource.View.ENDED, view.next(frame));
        isServed = true;
        isTooOld = true;
        assertEquals(ViewSource.View.TOO_OLD, view.next(frame));
        view.close();
        assertFalse(isClosed, "no view has begun");
    }
}
