package io.daybook.testvenue;

/** A test venue cannot start; the message has the reason and the remedy. */
public final class TestVenueException extends Exception {
    private static final long serialVersionUID = 1;

    TestVenueException(final String message) {
        super(message);
    }
}
