package io.daybook.server.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * The level and the destination of the log.
 *
 * @param level the lowest level that is written
 * @param format the form of the lines
 * @param file the file that the lines go to; null for standard error
 * @param fileMiB the size of a file at which the next one begins
 * @param files the number of old files that are kept
 */
public record LogSettings(
        Level level, LogFormat format, @Nullable Path file, int fileMiB, int files) {
    /** The largest size of a file. */
    public long fileBytes() {
        return (long) fileMiB << 20;
    }

    /** These settings with another level. */
    public LogSettings withLevel(final Level other) {
        return new LogSettings(other, format, file, fileMiB, files);
    }
}
