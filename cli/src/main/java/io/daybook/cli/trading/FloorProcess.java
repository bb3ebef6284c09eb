package io.daybook.cli.trading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts this command in processes of its own, with the class path of this one. */
final class FloorProcess {
    private FloorProcess() {}

    /** A process that may be started; its streams are the caller's. */
    static ProcessBuilder builder(final List<String> arguments) {
        final List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", // a dozen threads that collect would be in the way of those that trade
                "-Xmx256m",
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.daybook.cli.Daybook"));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }
}
