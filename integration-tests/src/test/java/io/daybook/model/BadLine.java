package io.daybook.model;

/** A line that is no command of the scenario format. */
public final class BadLine extends Exception {
    BadLine(final String message) {
        super(message);
    }
}
