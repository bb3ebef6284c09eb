package io.daybook.config;

/**
 * A fault in a file of the configuration, with the way to correct it.
 *
 * @param file the file as the operator named it; or the variable or option whose value is wrong
 * @param line from 1; 0 for a variable or an option
 * @param column from 1
 * @param text one or two sentences; never a secret
 */
public record Fault(String file, int line, int column, String text) {
    @Override
    public String toString() {
        return line == 0 ? file + " " + text : file + ":" + line + ":" + column + " " + text;
    }
}
