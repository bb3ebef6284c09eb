package io.daybook.cli.console;

import picocli.CommandLine.IVersionProvider;

/** The version of the build. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        final String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "daybook " + (version == null ? "(unpackaged)" : version),
            "Java " + Runtime.version() + " on " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
