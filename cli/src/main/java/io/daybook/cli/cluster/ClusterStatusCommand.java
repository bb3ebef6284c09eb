package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code daybook cluster status}: how the nodes are. */
@Command(
        name = "status",
        description = {
            "Asks all three nodes, and shows role, term, position of the log, seq, chain (equal chains: every result so"
                    + " far was equal), sessions, newest snapshot since the start, and free space.",
            ""
        },
        footer = {
            "",
            "Exit status: 0 when all is well; 2 where a node does not answer, or for faults in the file; 3 without a"
                    + " leader; 4 where chains differ."
        })
public final class ClusterStatusCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The configuration of one of the nodes.")
    private Path file = Path.of("");

    @ArgGroup
    private Form form = new Form();

    /** One of them, or none. */
    static final class Form {
        @Option(names = "--json", description = "One JSON object a node, a line each, with all metrics.")
        private boolean json;

        @Option(names = "--prometheus", description = "All metrics in the text format of Prometheus.")
        private boolean prometheus;

        private ClusterStatusText.Form of() {
            if (prometheus) {
                return ClusterStatusText.Form.PROMETHEUS;
            }
            return json ? ClusterStatusText.Form.JSON : ClusterStatusText.Form.TEXT;
        }
    }

    @Option(names = "--watch", description = "Again every second, until interrupted.")
    private boolean watch;

    public ClusterStatusCommand(final Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws CommandFailure {
        return ClusterTasks.status(console, file, form.of(), watch);
    }
}
