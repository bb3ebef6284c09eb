package io.daybook.testvenue;

import io.daybook.flow.itch.ItchWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A day of ITCH 5.0 whose messages a test writes, at seconds after half past nine. */
final class SmallDay {
    static final String STOCK = "DAYB";
    private static final int LOCATE = 7;
    private static final long OPEN_S = 34_200;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ItchWriter out = new ItchWriter(bytes::write);
    private final long stock = ItchWriter.stock(STOCK);
    private long match;

    SmallDay() {
        out.stockDirectory(LOCATE, at(0), stock);
    }

    private static long at(final double seconds) {
        return TimeUnit.SECONDS.toNanos(OPEN_S) + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    SmallDay add(final double seconds, final long reference, final char side, final long shares, final long price) {
        out.addOrder(LOCATE, at(seconds), reference, side, shares, stock, price);
        return this;
    }

    SmallDay executed(final double seconds, final long reference, final long shares) {
        out.executed(LOCATE, at(seconds), reference, shares, ++match);
        return this;
    }

    SmallDay cancelled(final double seconds, final long reference, final long shares) {
        out.cancelled(LOCATE, at(seconds), reference, shares);
        return this;
    }

    SmallDay replaced(
            final double seconds, final long reference, final long newReference, final long shares, final long price) {
        out.replaced(LOCATE, at(seconds), reference, newReference, shares, price);
        return this;
    }

    /** A trade of a hidden order of a side. */
    SmallDay hidden(final double seconds, final char side, final long shares, final long price) {
        out.trade(LOCATE, at(seconds), side, shares, stock, price, ++match);
        return this;
    }

    Path write(final Path file) throws IOException {
        return Files.write(file, bytes.toByteArray());
    }

    /** A body for {@code POST /market}. */
    static String body(final Path file) {
        return "{\"kind\":\"recorded\",\"file\":\"" + file + "\",\"stock\":\"" + STOCK + "\"}";
    }
}
