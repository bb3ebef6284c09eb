package io.daybook.server.demo;

/** The failure of a demonstration, which the message explains with a remedy. */
public final class DemoException extends Exception {
    private static final long serialVersionUID = 1;

    DemoException(final String message) {
        super(message, null, false, false);
    }
}
