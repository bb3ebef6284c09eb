package io.daybook.cli.console;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens the classes of strategies: the classes of this command and those of {@code --jar}, which is a jar or a folder
 * of classes.
 */
public final class StrategyJar {
    private StrategyJar() {}

    /**
     * Opens the classes.
     *
     * @param jar null for the classes of this command alone
     * @throws CommandFailure if there is no such jar
     */
    public static URLClassLoader open(final @Nullable Path jar) throws CommandFailure {
        if (jar != null && !Files.isReadable(jar)) {
            final String why = Files.exists(jar) ? "the file cannot be read" : "there is no such file";
            throw new CommandFailure(ExitCodes.USAGE, jar + ": " + why);
        }
        try {
            final URL[] jars = jar == null ? new URL[0] : new URL[] {jar.toUri().toURL()};
            return new URLClassLoader(jars, StrategyJar.class.getClassLoader());
        } catch (final IOException e) {
            throw CommandFailure.of(e, String.valueOf(jar));
        }
    }
}
