package io.daybook.cli.cluster;

import io.daybook.api.ExchangeClosedException;
import io.daybook.api.Nop;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.Report;
import io.daybook.cluster.client.ClusterExchange;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusClient;
import io.daybook.sessions.Tags;
import io.daybook.venue.FixEntrance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Ends a day for FIX on a cluster. Separate from the command, so that its help does not load the cluster's classes. */
final class ClusterRollTask {
    private static final int ANSWER_MS = 500;

    private ClusterRollTask() {}

    static int run(final Console console, final Path file, final int session, final @Nullable String name)
            throws CommandFailure {
        final ClusterConfig config = ClusterTasks.config(file);
        try {
            requireFix(config);
        } catch (final IOException e) {
            throw CommandFailure.of(e, file.toString());
        }
        try (ClusterExchange exchange = ClusterExchange.connect(
                config.ingressEndpoints(),
                config.bind(),
                session,
                ClusterTasks.key(config, name),
                ClusterTasks.PATIENCE)) {
            exchange.submit(new Nop(), 0, Tags.rollOfAll())
                    .get(ClusterTasks.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            final Report out = console.report();
            out.println("the day is over: orders for the day are cancelled, and ClOrdIDs may be used again");
            out.send();
            return ExitCodes.OK;
        } catch (final ExchangeClosedException | ExecutionException | TimeoutException e) {
            throw new CommandFailure(ExitCodes.FATAL, CommandFailure.describe(e));
        } catch (final InterruptedException e) {
            throw ClusterTasks.interrupted();
        }
    }

    private static void requireFix(final ClusterConfig config) throws CommandFailure, IOException {
        final List<NodeStatus> all = StatusClient.ask(config, ANSWER_MS).stream()
                .flatMap(Optional::stream)
                .toList();
        if (!all.isEmpty() && all.stream().noneMatch(one -> one.followers().contains(FixEntrance.FOLLOWER))) {
            throw new CommandFailure(
                    ExitCodes.USAGE,
                    config.cluster() + " has no follower " + FixEntrance.FOLLOWER + ": only FIX has days; see daybook"
                            + " cluster followers");
        }
    }
}
