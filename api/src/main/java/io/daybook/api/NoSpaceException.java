package io.daybook.api;

/**
 * The disk has no room for more of the journal, and what is left is kept for what was accepted already: this command was not
 * accepted. As soon as there is room again (within about a second) commands are.
 */
public final class NoSpaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With how much is left and how much it would take. */
    public NoSpaceException(final String message) {
        super(message);
    }
}
