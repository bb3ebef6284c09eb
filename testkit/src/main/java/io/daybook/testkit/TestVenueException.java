package io.daybook.testkit;

/** The venue for tests does not start, cannot be reached, or refuses a request of a test. */
public final class TestVenueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TestVenueException(final String message) {
        super(message);
    }

    TestVenueException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
