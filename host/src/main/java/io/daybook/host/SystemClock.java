package io.daybook.host;

/** The only class of host, journal and core that reads the system's time. */
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
