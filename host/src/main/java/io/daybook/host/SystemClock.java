package io.daybook.host;

/** The one class of journal and core that asks the system for the time. */
final class SystemClock extends Clock {

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long epochMillis() {
        return System.currentTimeMillis();
    }
}
