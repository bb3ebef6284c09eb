package io.daybook.cli.demo;

/**
 * The abilities of the terminal: colours and redrawing only on a terminal, and block characters only if it uses UTF-8.
 *
 * @param terminal whether output goes to a terminal, which can be drawn over
 * @param colours whether to use colours
 * @param blocks whether block characters can be shown
 */
public record Ink(boolean terminal, boolean colours, boolean blocks) {
    /** Plain text only. */
    public static final Ink PLAIN = new Ink(false, false, false);

    private static final String ESCAPE = "\u001b[";

    String bid(final String text) {
        return colour("32", text);
    }

    String ask(final String text) {
        return colour("31", text);
    }

    String strong(final String text) {
        return colour("1", text);
    }

    String faint(final String text) {
        return colour("2", text);
    }

    /** Moves back to the start of the last picture. */
    String up(final int lines) {
        return ESCAPE + lines + "A" + ESCAPE + "J";
    }

    String bar(final int length) {
        return (blocks ? "█" : "#").repeat(length);
    }

    private String colour(final String code, final String text) {
        return colours ? ESCAPE + code + "m" + text + ESCAPE + "0m" : text;
    }
}
