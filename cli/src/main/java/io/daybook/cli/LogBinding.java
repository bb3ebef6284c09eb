package io.daybook.cli;

import java.util.List;

/**
 * Which binding of SLF4J counts: the command that serves has two on its class path, and SLF4J would warn of that. Only
 * {@code serve} has a log; other commands say what there is to say themselves.
 */
final class LogBinding {
    private static final String PROVIDER = "slf4j.provider";
    private static final String LOGBACK = "ch.qos.logback.classic.spi.LogbackServiceProvider";
    private static final String NONE = "org.slf4j.nop.NOPServiceProvider";

    private LogBinding() {}

    /** Chooses the binding before the first logger is made, unless a property has. */
    static void choose(final String... args) {
        final boolean serves = args.length > 0 && args[0].equals("serve");
        final List<String> wanted = serves ? List.of(LOGBACK, NONE) : List.of(NONE);
        if (System.getProperty(PROVIDER) == null) {
            wanted.stream().filter(LogBinding::isThere).findFirst().ifPresent(name -> {
                System.setProperty(PROVIDER, name);
                System.setProperty("slf4j.internal.verbosity", "WARN"); // else it says that it was told so
            });
        }
    }

    private static boolean isThere(final String name) {
        return Daybook.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }
}
