package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.sessions.member.Secret;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code daybook session secret}: a secret for a member. */
@Command(
        name = "secret",
        description = {
            "Makes a secret of 32 random bytes. The first line is for the member, and is shown this once; the second"
                    + " goes into members.json, and nobody can log in with it.",
            "Two may be valid at once, as \"secret\":[\"…\",\"…\"]: a member changes to the new one when it likes.",
            ""
        })
public final class SessionSecretCommand implements Callable<Integer> {
    private final Console console;

    public SessionSecretCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        final byte[] random = new byte[Secret.RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        final Secret.Fresh fresh = Secret.make(random);
        final Report out = console.report();
        out.println("secret:       " + fresh.text());
        out.println("members.json: \"secret\":\"" + fresh.kept().kept() + "\"");
        out.send();
        return ExitCodes.OK;
    }
}
