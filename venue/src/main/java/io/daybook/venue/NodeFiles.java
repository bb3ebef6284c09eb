package io.daybook.venue;

import io.daybook.api.Listing;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.Durability;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Inputs;
import io.daybook.gateway.config.FeedDoor;
import io.daybook.gateway.config.GatewayConfigReader;
import io.daybook.gateway.config.NodeFeedConfig;
import io.daybook.gateway.config.NodeFixConfig;
import io.daybook.gateway.config.NodeGatewayConfig;
import io.daybook.server.StartException;
import io.daybook.sessions.member.Members;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the doors and the feed in the files of a cluster's nodes, and compares the files. */
public final class NodeFiles {
    private NodeFiles() {}

    /**
     * Reads the section [gateway] of a node's file.
     *
     * @return null if there is none
     */
    static @Nullable NodeGatewayConfig gateway(final ClusterConfig config, final Path file) throws StartException {
        try {
            return GatewayConfigReader.node(
                    file,
                    ConfigFile.bytes(file),
                    Inputs.none(),
                    ClusterConfig.NODES,
                    config.durability() == Durability.PROCESS);
        } catch (final ConfigException e) {
            throw new StartException(true, String.valueOf(e.getMessage()));
        } catch (final IOException e) {
            throw new StartException(true, Failures.describe(e, file.toString()));
        }
    }

    /**
     * Compares the settings that must be the same on all nodes.
     *
     * @param files the files of the nodes
     * @param configs the node of each file
     * @return a line for each difference
     * @throws StartException if a file has faults
     */
    public static List<String> compare(final List<Path> files, final List<ClusterConfig> configs)
            throws StartException {
        final List<String> faults = new ArrayList<>();
        final NodeGatewayConfig first = gateway(configs.get(0), files.get(0));
        final Members firstMembers = first == null ? null : new MembersFile(first.members()).read();
        for (int i = 1; i < files.size(); i++) {
            final Comparison comparison =
                    new Comparison(faults, "node " + configs.get(i).node());
            final NodeGatewayConfig other = gateway(configs.get(i), files.get(i));
            comparison.presence("gateway", first, other);
            if (first != null && firstMembers != null && other != null) {
                comparison.values("gateway.addresses", first.addresses(), other.addresses());
                compare(comparison, first.fix(), other.fix());
                compare(comparison, firstMembers, new MembersFile(other.members()).read());
                compare(comparison, first.feed(), other.feed());
            }
        }
        return faults;
    }

    /** Compares the file of a node with the first. */
    private record Comparison(List<String> faults, String node) {
        /** Returns whether both files have a section. It is a fault if only one has it. */
        boolean presence(final String section, final @Nullable Object first, final @Nullable Object other) {
            if ((first == null) != (other == null)) {
                faults.add("whether there is [" + section + "] must be the same in all files: " + node + " has "
                        + (other == null ? "none" : "one") + ", the first file " + (first == null ? "none" : "one"));
            }
            return first != null && other != null;
        }

        void values(final String what, final Object first, final Object other) {
            if (!first.equals(other)) {
                faults.add(what + " must be the same in all files: " + node + " has " + other + ", the first file "
                        + first);
            }
        }
    }

    private static void compare(final Comparison comparison, final Members first, final Members other) {
        final String fault = "gateway.members must be the same on all nodes: " + comparison.node + " has ";
        first.sessions().forEach(session -> {
            if (!session.equals(other.session(session.session()))) {
                comparison.faults.add(fault
                        + (other.session(session.session()) == null ? "no session " : "a different session ")
                        + session.session() + " than the first file");
            }
        });
        other.sessions().forEach(session -> {
            if (first.session(session.session()) == null) {
                comparison.faults.add(fault + "session " + session.session() + ", and the first file does not");
            }
        });
    }

    private static void compare(
            final Comparison comparison, final @Nullable NodeFixConfig first, final @Nullable NodeFixConfig other) {
        if (!comparison.presence("gateway.fix", first, other) || first == null || other == null) {
            return;
        }
        comparison.values("gateway.fix.addresses", first.addresses(), other.addresses());
        comparison.values(
                "gateway.fix.slippage", first.door().slippage(), other.door().slippage());
        comparison.values(
                "gateway.fix.limits.closedKept",
                first.door().limits().closedKept(),
                other.door().limits().closedKept());
        comparison.values("listings and their currencies", first.listings(), other.listings());
    }

    static void compare(
            final Comparison comparison, final @Nullable NodeFeedConfig first, final @Nullable NodeFeedConfig other) {
        if (!comparison.presence("gateway.feed", first, other) || first == null || other == null) {
            return;
        }
        final FeedDoor one = first.door();
        final FeedDoor two = other.door();
        comparison.values("gateway.feed.channels", one.channels(), two.channels());
        comparison.values("gateway.feed.levels", one.levels(), two.levels());
        comparison.values("gateway.feed.restarts", first.restarts(), other.restarts());
        comparison.values("gateway.feed.anewFrom", first.anewFrom(), other.anewFrom());
        comparison.values("gateway.feed.lineA", target(one.lineA()), target(two.lineA()));
        if (one.lineB() != null && two.lineB() != null) {
            comparison.values("gateway.feed.lineB", target(one.lineB()), target(two.lineB()));
        }
        comparison.values("gateway.feed.snapshots", target(one.snapshots()), target(two.snapshots()));
        final List<Listing> differing = new ArrayList<>(first.listings());
        differing.addAll(other.listings());
        differing.removeIf(
                each -> first.listings().contains(each) && other.listings().contains(each));
        if (!differing.isEmpty()) {
            comparison.faults.add("listings must be the same in all files: " + comparison.node
                    + " and the first file differ in "
                    + differing.stream().map(Listing::name).distinct().toList());
        }
    }

    /**
     * Returns only the target: subscribers must not need to know which node sends, but each node has its own interface.
     */
    private static String target(final FeedDoor.@Nullable Line line) {
        return line == null
                ? "none"
                : line.target().getAddress().getHostAddress() + ":"
                        + line.target().getPort();
    }
}
