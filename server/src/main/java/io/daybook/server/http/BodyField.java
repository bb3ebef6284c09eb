package io.daybook.server.http;

/**
 * A key of the JSON object that a request sends.
 *
 * @param name the key
 * @param type string, integer, boolean, array or object
 * @param isRequired whether a request must have it
 * @param summary its meaning, in a few words
 */
public record BodyField(String name, String type, boolean isRequired, String summary) {}
