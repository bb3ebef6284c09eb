package io.daybook.cluster.config;

import io.daybook.config.Section;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one node; {@link ClusterConfigReader} reads it from a file.
 *
 * @param cluster the name of the cluster
 * @param node the index of this member, from 0
 * @param dir the folder of its log and snapshots
 * @param members the three nodes of the cluster; copied
 * @param bind the address from which the node sends
 * @param durability what an acknowledged command survives
 * @param answers when results are released to clients, doors and the feed
 * @param heartbeatMs the time after which a silent leader is replaced
 * @param intervalMs the time between two heartbeats of a leader
 * @param electionMs how long an election waits for votes
 * @param clients the maximum number of connections
 * @param secrets the file of the cluster's keys; null if the ports are open to every client
 * @param upkeepAt the times of the day (UTC) at which the node takes a snapshot and purges its log; copied
 */
public record ClusterConfig(
        String cluster,
        int node,
        Path dir,
        List<ClusterMember> members,
        String bind,
        Durability durability,
        Answers answers,
        int heartbeatMs,
        int intervalMs,
        int electionMs,
        int clients,
        @Nullable Path secrets,
        List<LocalTime> upkeepAt) {

    /** How many nodes a cluster has. */
    public static final int NODES = 3;

    private static final int IPV6_LENGTH = 16;

    /** fc00::/7, RFC 4193. */
    private static final int UNIQUE_LOCAL = 0xFC;

    private static final int UNIQUE_LOCAL_MASK = 0xFE;

    /** Copies the lists. */
    public ClusterConfig {
        members = List.copyOf(members);
        upkeepAt = List.copyOf(upkeepAt);
    }

    /** The entry of this node among the members. */
    public ClusterMember self() {
        return members.get(node);
    }

    /**
     * The keys; null if there are none.
     *
     * @throws ClusterConfigException if they cannot be used
     */
    public @Nullable ClusterKeys keys() {
        return secrets == null ? null : ClusterKeys.read(secrets, cluster);
    }

    /** All members in the format of Aeron's consensus module. */
    public String clusterMembers() {
        final StringJoiner joined = new StringJoiner("|");
        for (int i = 0; i < members.size(); i++) {
            joined.add(i + "," + members.get(i).endpoints());
        }
        return joined.toString();
    }

    /** The endpoints for clients, in Aeron's format. */
    public String ingressEndpoints() {
        final StringJoiner joined = new StringJoiner(",");
        for (int i = 0; i < members.size(); i++) {
            joined.add(i + "=" + members.get(i).ingress());
        }
        return joined.toString();
    }

    /**
     * Returns whether every address of this node is reachable only from this machine or private networks, because its
     * traffic is not encrypted.
     */
    public boolean isPrivate() {
        try {
            for (final String host : List.of(bind, self().host())) {
                final InetAddress address = InetAddress.getByName(host);
                final boolean isUniqueLocal = address.getAddress().length == IPV6_LENGTH
                        && (address.getAddress()[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
                if (!address.isLoopbackAddress()
                        && !address.isSiteLocalAddress()
                        && !address.isLinkLocalAddress()
                        && !isUniqueLocal) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /**
     * Compares the files of one cluster.
     *
     * @return a line for each contradiction; empty if all is well
     */
    public static List<String> compare(final List<ClusterConfig> configs) {
        final List<String> faults = new ArrayList<>();
        final ClusterConfig first = configs.get(0);
        final boolean[] seen = new boolean[NODES];
        for (final ClusterConfig config : configs) {
            if (seen[config.node]) {
                faults.add("node must differ from file to file: node=" + config.node + " twice");
            }
            seen[config.node] = true;
            require(faults, "cluster", first.cluster, config.cluster, config);
            require(faults, "members", first.members, config.members, config);
            require(faults, "durability", first.durability.word(), config.durability.word(), config);
            require(faults, "answers", Section.word(first.answers), Section.word(config.answers), config);
            require(faults, "heartbeat", first.heartbeatMs, config.heartbeatMs, config);
            require(faults, "interval", first.intervalMs, config.intervalMs, config);
            require(faults, "election", first.electionMs, config.electionMs, config);
            require(faults, "clients", first.clients, config.clients, config);
            require(faults, "upkeep.at", first.upkeepAt, config.upkeepAt, config);
            require(
                    faults,
                    "whether there are secrets",
                    first.secrets == null ? "none" : "some",
                    config.secrets == null ? "none" : "some",
                    config);
        }
        return faults;
    }

    private static void require(
            final List<String> faults,
            final String name,
            final Object expected,
            final Object value,
            final ClusterConfig config) {
        if (!expected.equals(value)) {
            faults.add(name + " must be the same in all files: node " + config.node + " has " + value
                    + ", the first file " + expected);
        }
    }
}
