package io.daybook.gateway.config;

/**
 * What is wrong in a file of the configuration, and the way out.
 *
 * @param file as the operator named it
 * @param line from 1
 * @param column from 1
 * @param text a sentence or two; never a secret
 */
public record Fault(String file, int line, int column, String text) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + " " + text;
    }
}
