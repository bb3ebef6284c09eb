package io.daybook.testkit;

/**
 * What a door of the venue answers.
 *
 * @param status of HTTP
 * @param body as it came
 */
public record TestAnswer(int status, String body) {
    /**
     * A text, number or truth value in the body, at a path of names and indexes from 0.
     *
     * @throws TestVenueException where the body has none
     */
    public String text(final String... path) {
        return Json.text(Json.read(body), path);
    }
}
