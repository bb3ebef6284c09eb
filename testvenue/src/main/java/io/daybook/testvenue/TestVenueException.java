package io.daybook.testvenue;

/** A test venue cannot be started; the message says why, and what to do. */
public final class TestVenueException extends Exception {
    private static final long serialVersionUID = 1;

    TestVenueException(final String message) {
        super(message);
    }
}
