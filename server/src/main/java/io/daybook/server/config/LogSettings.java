package io.daybook.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * What is logged, and where to.
 *
 * @param level the least that is written
 * @param format of the lines
 * @param file where they go; null for standard error
 * @param fileMiB how large a file becomes before the next one begins
 * @param files how many are kept beside the one that is written
 */
public record LogSettings(
        Level level, LogFormat format, @Nullable Path file, int fileMiB, int files) {
    /** How large a file becomes. */
    public long fileBytes() {
        return (long) fileMiB << 20;
    }

    /** The same with another level. */
    public LogSettings withLevel(final Level other) {
        return new LogSettings(other, format, file, fileMiB, files);
    }
}
