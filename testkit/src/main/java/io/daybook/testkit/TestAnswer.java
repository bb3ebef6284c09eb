package io.daybook.testkit;

/**
 * An answer of a door of the venue.
 *
 * @param status the HTTP status
 * @param body the unchanged body
 */
public record TestAnswer(int status, String body) {
    /**
     * A text, number or truth value in the body, at a path of names and indexes from 0.
     *
     * @throws TestVenueException if the body has no value there
     */
    public String text(final String... path) {
        return JsonText.text(JsonText.read(body), path);
    }
}
