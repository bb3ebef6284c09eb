package io.daybook.model;

/** A line that is not a command of the scenario format. */
public final class BadLine extends Exception {
    BadLine(final String message) {
        super(message);
    }
}
