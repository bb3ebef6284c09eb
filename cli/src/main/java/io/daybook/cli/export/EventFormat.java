package io.daybook.cli.export;

import java.util.Locale;

/** The format of the lines of a file. */
enum EventFormat {
    /** Each row is an object with its non-empty columns. */
    JSONL,
    /** Each row has all columns, some of them empty; the first line has the names of the columns. */
    CSV;

    /** The name of the format in an option and in the names of files. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
