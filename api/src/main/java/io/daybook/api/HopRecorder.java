package io.daybook.api;

/**
 * Records when some commands passed the stages of an exchange: those whose seq has none of the bits of {@link #mask}.
 * Times are those of the exchange's monotonic clock, in ns; with the system clock {@link System#nanoTime}. Methods must
 * not block, and an exception stops the exchange.
 *
 * <p>A command may begin twice if risk runs ahead of matching; the first time counts.
 */
public interface HopRecorder {

    /** Records nothing; it costs only one branch per command. */
    HopRecorder NONE = new HopRecorder() {
        @Override
        public long mask() {
            return NO_SEQ;
        }

        @Override
        public void onBegan(final long seq, final long ns) {}

        @Override
        public void onSettled(final long seq, final long ns) {}

        @Override
        public void onReleased(final long seq, final long ns) {}
    };

    /** The mask that no seq passes. */
    long NO_SEQ = -1;

    /**
     * Returns n − 1 if every n-th seq is recorded, where n is a power of two; {@link #NO_SEQ} if none is recorded. The
     * value must not change.
     */
    long mask();

    /** The engine begins with a command. Called on its thread. */
    void onBegan(long seq, long ns);

    /** The engine has finished a command. Called on its thread. */
    void onSettled(long seq, long ns);

    /** The journal releases a result, forced or written by {@link AckMode}. Called on its thread. */
    void onReleased(long seq, long ns);
}
