package io.daybook.cli.export;

import java.util.Locale;

/** The format of the lines of a file. */
enum EventFormat {
    /** An object with the columns that the row has. */
    JSONL,
    /** All columns, empty if the row does not have them; the first line has their names. */
    CSV;

    /** Its name in an option and in the names of files. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
