package io.daybook.cli.cluster;

import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.log.ClusterLogException;
import io.daybook.cluster.log.ExportReport;
import io.daybook.cluster.node.NodeRescue;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.journal.JournalException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out {@code daybook cluster rescue}. */
final class ClusterRescueTask {
    private static final int ANSWER_MS = 500;

    private static final List<String> COST = List.of(
            "What a rescue costs:",
            "  - Commands that the two lost nodes had answered, and that this node lacks, are gone. Requests in its log"
                    + " that were never",
            "    answered take effect.",
            "  - All sessions are forgotten, so a request that is sent a second time is carried out again. Compare your"
                    + " books",
            "    before any client sends again, and give the members of doors new session numbers.",
            "  - The numbers of doors and of the feed start from the beginning.",
            "If another node's folder is whole, start that node instead, and seed the third.");

    private ClusterRescueTask() {}

    static int run(
            final Console console,
            final Path file,
            final Path folder,
            final boolean isAgreed,
            final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        final Report out = console.report();
        COST.forEach(out::println);
        if (!isAgreed) {
            out.println("Nothing was done: add --yes to carry it out.");
            out.send();
            return ExitCodes.USAGE;
        }
        out.send(); // the cost is printed before the rescue, not together with its result
        try {
            final NodeRescue rescue = NodeRescue.run(config, folder);
            final ExportReport report = rescue.export().report();
            out.println("The log of node " + config.node() + " up to seq " + report.logSeq() + " is in " + folder
                    + ", its folder in " + rescue.putAway() + ".");
            out.println("Now move the folders of the two others away, and start all three nodes. If this command"
                    + " ends before all three run, import the journal next:");
            out.println("  daybook cluster import " + file + " " + folder);
            out.send();
            awaitAll(config);
        } catch (final ClusterConfigException e) {
            throw new CommandFailure(ExitCodes.USAGE, String.valueOf(e.getMessage()));
        } catch (final ClusterLogException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        } catch (final JournalException e) {
            throw CommandFailure.of(e, folder);
        } catch (final IOException e) {
            throw CommandFailure.of(e, config.dir().toString());
        } catch (final InterruptedException e) {
            throw ClusterTasks.interrupted();
        }
        return ClusterLogTasks.importJournal(console, file, folder, name);
    }

    /** Waits without a limit, because a person starts the nodes. */
    private static void awaitAll(final ClusterConfig config) throws IOException, InterruptedException {
        while (true) {
            final List<NodeStatus> there = StatusClient.ask(config, ANSWER_MS).stream()
                    .flatMap(Optional::stream)
                    .toList();
            if (there.size() == ClusterConfig.NODES
                    && there.stream().anyMatch(one -> one.role().equals("LEADER"))) {
                return;
            }
            Thread.sleep(ANSWER_MS / 5);
        }
    }
}
