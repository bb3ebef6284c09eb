package io.daybook.cli;

/** Where exchanges come from. */
final class Engines {
    private Engines() {}

    /** Exchanges inside this process. */
    static Engine embedded() {
        return config -> {
            throw new CommandFailure(ExitCodes.FATAL, "this build has no engine");
        };
    }
}
