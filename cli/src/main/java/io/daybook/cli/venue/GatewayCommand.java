package io.daybook.cli.venue;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.ExitCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code daybook gateway}: what replaces it, until 1.0. */
@Command(
        name = "gateway",
        hidden = true,
        description = {"Has gone: 'daybook serve' opens the same doors.", ""})
public final class GatewayCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", hidden = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws CommandFailure {
        throw new CommandFailure(
                ExitCodes.USAGE,
                ("'daybook gateway " + String.join(" ", arguments)).strip() + "' has gone. Use instead:"
                        + "\n  daybook gateway FILE               daybook serve --config FILE --set http.enabled=false"
                        + "\n  daybook gateway check FILE         daybook config check FILE"
                        + "\n  daybook gateway secret             daybook session secret"
                        + "\n  daybook gateway reset FILE N       daybook session reset FILE N"
                        + "\n  daybook gateway roll FILE          daybook fix roll FILE");
    }
}
