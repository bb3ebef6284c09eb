package io.daybook.api;

/**
 * Is told when some commands passed the stages of an exchange: those whose seq has none of the bits of {@link #mask}.
 * Times are of the exchange's monotonic clock, ns; with the system's they are {@link System#nanoTime}. Methods must not
 * block, and what they throw stops the exchange.
 *
 * <p>A command may begin twice where risk runs ahead of matching; the first time counts.
 */
public interface HopRecorder {

    /** Hears nothing: one branch a command is all that it costs. */
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

    /** One less than a power of two, every how many seqs it hears of one; or {@link #NO_SEQ}. Does not change. */
    long mask();

    /** The engine begins with a command. Its thread. */
    void onBegan(long seq, long ns);

    /** The engine is through with it. Its thread. */
    void onSettled(long seq, long ns);

    /** The journal lets its result go, forced or written, as {@link AckMode} says. Its thread. */
    void onReleased(long seq, long ns);
}
