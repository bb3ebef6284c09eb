package io.daybook.cli.cluster;

import io.daybook.cli.console.ExitCodes;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code daybook cluster}: one exchange on three nodes. */
@Command(
        name = "cluster",
        description = {
            "One exchange on three nodes: what was answered survives the loss of any one, and trading goes on. FILE is"
                    + " the configuration of a node.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  daybook cluster demo                                three nodes, a market, the leader killed",
            "  daybook cluster check n0.toml n1.toml n2.toml       finds what does not fit together",
            "  daybook cluster node n0.toml                        runs a node",
            "  daybook cluster init n0.toml --margin-trading on    once, when all three run",
            "  daybook cluster status n0.toml                      how all three are",
            "  daybook cluster client n0.toml --session 1          trades by hand"
        })
public final class ClusterCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        if (spec == null) {
            return ExitCodes.USAGE;
        }
        throw new ParameterException(
                spec.commandLine(), "say what to do with the cluster, as in: daybook cluster demo");
    }
}
