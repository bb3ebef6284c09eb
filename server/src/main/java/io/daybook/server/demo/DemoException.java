package io.daybook.server.demo;

/** There is no demonstration, for a reason that the message explains with a way out. */
public final class DemoException extends Exception {
    private static final long serialVersionUID = 1;

    DemoException(final String message) {
        super(message, null, false, false);
    }
}
