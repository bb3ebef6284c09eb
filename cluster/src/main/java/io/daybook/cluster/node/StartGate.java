package io.daybook.cluster.node;

import io.aeron.cluster.NodeStateFile;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.node.StartRules.Folder;
import io.daybook.cluster.node.StartRules.Word;
import io.daybook.cluster.status.NodeStart;
import io.daybook.cluster.status.NodeStatus;
import io.daybook.cluster.status.StatusBoard;
import io.daybook.cluster.status.StatusClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Lets a node take part in elections, or waits until it may, or refuses its start; {@link StartRules} decides. A node
 * with an empty folder queries the others repeatedly. The answer of another node about its folder stays valid, because
 * this node acknowledges nothing while it waits.
 */
final class StartGate {
    private static final int ANSWER_MS = 300;
    private static final long PAUSE_MS = 50;
    private static final long NOTE_NS = TimeUnit.SECONDS.toNanos(1);

    private final ClusterConfig config;
    private final NodeFolder folder;
    private final StatusBoard board;
    private final Word[] words = new Word[ClusterConfig.NODES];
    private final long beganNs = System.nanoTime();
    private List<Integer> noted = List.of();
    private long highestTerm = -1;

    private StartGate(final ClusterConfig config, final NodeFolder folder, final StatusBoard board) {
        this.config = config;
        this.folder = folder;
        this.board = board;
        Arrays.fill(words, Word.SILENT);
    }

    /**
     * Returns once the node may take part.
     *
     * @throws ClusterConfigException if its log was lost, or another node has another durability
     * @throws InterruptedIOException if the thread was interrupted while it waits
     */
    static void pass(final ClusterConfig config, final NodeFolder folder, final StatusBoard board) throws IOException {
        new StartGate(config, folder, board).pass();
    }

    private void pass() throws IOException {
        final Folder own = folder.content();
        List<Integer> silent = List.of();
        while (true) {
            ask();
            switch (verdict(own)) {
                case TAKES_PART -> {
                    takePart(own);
                    return;
                }
                case WAITS -> silent = await(silent);
                case REFUSED_LOST -> throw folder.refuseLost(firstWithCommands());
                case REFUSED_UNSEEDED -> throw new IllegalStateException("such a folder is refused when it is opened");
            }
        }
    }

    private StartRules.Verdict verdict(final Folder own) {
        return StartRules.verdict(
                own,
                words[(config.node() + 1) % ClusterConfig.NODES],
                words[(config.node() + 2) % ClusterConfig.NODES]);
    }

    private void ask() throws IOException {
        for (final Optional<NodeStatus> answer : answers()) {
            if (answer.isEmpty() || answer.get().node() == config.node()) {
                continue;
            }
            final NodeStatus other = answer.get();
            DurabilityCheck.require(config, other);
            final Word word = word(other);
            words[other.node()] = word == Word.SILENT ? words[other.node()] : word;
            highestTerm = Math.max(highestTerm, Math.max(other.term(), other.candidateTerm()));
        }
    }

    private List<Optional<NodeStatus>> answers() {
        try {
            return StatusClient.ask(config, ANSWER_MS);
        } catch (IOException e) {
            return List.of(); // the network is not there yet
        }
    }

    /**
     * Returns the answer of another node. A release that does not report its durability does not report whether its log
     * has commands, either.
     */
    private static Word word(final NodeStatus other) {
        if (other.hasLog()) {
            return Word.COMMANDS;
        }
        return other.start().durability().isEmpty() ? Word.SILENT : Word.NONE;
    }

    private int firstWithCommands() {
        return Arrays.asList(words).indexOf(Word.COMMANDS);
    }

    private List<Integer> await(final List<Integer> before) throws IOException {
        final List<Integer> silent = new ArrayList<>();
        for (int node = 0; node < ClusterConfig.NODES; node++) {
            if (node != config.node() && words[node] == Word.SILENT) {
                silent.add(node);
            }
        }
        if (!silent.equals(before)) {
            board.start(new NodeStart(config.durability().word(), silent));
        }
        note(silent);
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it waits for " + silent);
        }
        return silent;
    }

    /** Reports a long wait, and not the short one of three nodes that start together. */
    private void note(final List<Integer> silent) {
        if (silent.equals(noted) || System.nanoTime() - beganNs < NOTE_NS) {
            return;
        }
        noted = silent;
        System.err.println("daybook cluster node: node " + config.node() + " waits for "
                + NodeStart.text(silent) + ": its folder " + config.dir() + " has no log, and it takes part only once"
                + " both others have reported that they have none either. Start them; if this is a new cluster whose"
                + " third node comes later, end this one and run daybook cluster new with its file");
    }

    /**
     * Takes part with a new term: a node without a log votes in no term in which either of the others was a candidate
     * or voted, because it may have voted in that term before.
     */
    private void takePart(final Folder own) throws IOException {
        if (own != Folder.EMPTY && own != Folder.NEW) {
            return;
        }
        if (highestTerm >= 0) {
            Files.createDirectories(folder.cluster());
            try (NodeStateFile votes = new NodeStateFile(
                    folder.cluster().toFile(), true, config.durability().fileSyncLevel())) {
                votes.updateCandidateTermId(highestTerm, 0, System.currentTimeMillis());
            }
        }
        folder.begun();
        board.start(new NodeStart(config.durability().word(), List.of()));
    }
}
