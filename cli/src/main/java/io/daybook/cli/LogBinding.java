package io.daybook.cli;

import java.util.List;

/**
 * Chooses the binding of SLF4J: the class path of the serving command has two, and SLF4J would warn about that. Only
 * {@code serve} has a log; other commands print their messages themselves.
 */
final class LogBinding {
    private static final String PROVIDER = "slf4j.provider";
    private static final String LOGBACK = "ch.qos.logback.classic.spi.LogbackServiceProvider";
    private static final String NONE = "org.slf4j.nop.NOPServiceProvider";

    private LogBinding() {}

    /** Chooses the binding before the first logger is created, unless a property names one. */
    static void choose(final String... args) {
        final boolean serves = args.length > 0 && args[0].equals("serve");
        final List<String> wanted = serves ? List.of(LOGBACK, NONE) : List.of(NONE);
        if (System.getProperty(PROVIDER) == null) {
            wanted.stream().filter(LogBinding::isThere).findFirst().ifPresent(name -> {
                System.setProperty(PROVIDER, name);
                System.setProperty("slf4j.internal.verbosity", "WARN"); // otherwise SLF4J reports the property
            });
        }
    }

    private static boolean isThere(final String name) {
        return Daybook.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }
}
