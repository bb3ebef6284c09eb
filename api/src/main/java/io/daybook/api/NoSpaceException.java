package io.daybook.api;

/**
 * The disk has no room for more of the journal. The room left is reserved for commands already accepted, so this
 * command was not accepted. Once there is room again, commands are accepted within about a second.
 */
public final class NoSpaceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates it with the room that is left and the room that is needed. */
    public NoSpaceException(final String message) {
        super(message);
    }
}
