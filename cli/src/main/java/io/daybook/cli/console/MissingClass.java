package io.daybook.cli.console;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/** Finds out why a class could not be loaded: it opens each jar of the class path and searches it. */
public final class MissingClass {
    private MissingClass() {}

    /** Describes the failure on one line, with the way out. */
    public static String describe(final LinkageError failure) {
        final Throwable cause = failure.getCause();
        final String what = "a class cannot be loaded: " + failure
                + (cause == null || cause instanceof ClassNotFoundException
                        ? ""
                        : ": " + CommandFailure.describe(cause));
        final String entry = String.valueOf(failure.getMessage()).replace('.', '/') + ".class";
        boolean isThere = false;
        for (final String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            final Path path = Path.of(element);
            if (Files.isDirectory(path)) {
                isThere |= Files.exists(path.resolve(entry));
                continue;
            }
            try (ZipFile jar = new ZipFile(path.toFile())) {
                isThere |= jar.getEntry(entry) != null;
            } catch (final IOException e) {
                return what + "; " + path + ": " + CommandFailure.describe(e)
                        + "; build or unpack Daybook again, or allow more open files (at least ulimit -n 64) if they"
                        + " ran out";
            }
        }
        if (isThere || !(failure instanceof NoClassDefFoundError)) {
            return what + "; this is an error of Daybook itself; please report it";
        }
        return what + ", and no jar or folder of the class path has it; start Daybook with its launcher, or build or"
                + " unpack it again";
    }
}
