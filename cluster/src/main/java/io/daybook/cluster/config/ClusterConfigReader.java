package io.daybook.cluster.config;

import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Inputs;
import io.daybook.config.Node;
import io.daybook.config.Section;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the file of a node. The doors have a separate reader for {@code [gateway]} and the listings. */
public final class ClusterConfigReader {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
    private static final int MAX_PORT = 65_535;

    private final Section file;
    private final Path folder;

    private ClusterConfigReader(final Section file, final Path folder) {
        this.file = file;
        this.folder = folder;
    }

    /**
     * Reads a file.
     *
     * @param path the configuration; its {@code dir} is relative to the folder of the file
     * @throws ClusterConfigException with a line for each fault
     */
    public static ClusterConfig read(final Path path) {
        return read(path, Inputs.none());
    }

    /** Reads a file, and records the keys that were read. */
    public static ClusterConfig read(final Path path, final Inputs inputs) {
        final Faults faults = new Faults(path.toString(), inputs);
        try {
            final Section file = ConfigFile.toml(ConfigFile.bytes(path), faults);
            final ClusterConfig config = file == null
                    ? null
                    : new ClusterConfigReader(
                                    file,
                                    Objects.requireNonNull(path.toAbsolutePath().getParent()))
                            .read();
            faults.throwIfAny();
            return Objects.requireNonNull(config, "a configuration without a fault");
        } catch (ConfigException e) {
            throw new ClusterConfigException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new ClusterConfigException(path + " cannot be read: " + e);
        }
    }

    private @Nullable ClusterConfig read() {
        final String cluster = file.text("cluster");
        if (!cluster.isEmpty() && !NAME.matcher(cluster).matches()) {
            file.fault("cluster", "\"" + cluster + "\" must have 1 to 32 lower-case letters, digits and dashes.");
        }
        final int node = (int) file.whole("node", 0, ClusterConfig.NODES - 1);
        final Path dir = file.path("dir", folder);
        final List<ClusterMember> members = members();
        final String bind = bind(node < members.size() ? members.get(node).host() : "127.0.0.1");
        final Durability durability = file.choice("durability", Durability.POWER, Durability.values());
        final Answers answers = file.choice("answers", Answers.CARRIED_OUT, Answers.values());
        final Section timeouts = file.sectionOrEmpty("timeouts");
        final int heartbeat = timeouts.whole("heartbeat", 1_000, 50, 60_000);
        final int interval = timeouts.whole("interval", Math.min(100, heartbeat / 2), 10, heartbeat / 2);
        final int election = timeouts.whole("election", 500, 50, 60_000);
        timeouts.finish();
        final Section limits = file.sectionOrEmpty("limits");
        final int clients = limits.whole("clients", 100, 1, 1_000);
        limits.finish();
        final Path secrets = file.optionalPath("secrets", folder);
        final Section upkeep = file.sectionOrEmpty("upkeep");
        final List<LocalTime> upkeepAt = upkeep.parsedList("at", ClusterConfigReader::time).stream()
                .sorted()
                .distinct()
                .toList();
        upkeep.finish();
        file.finish("gateway", "currency", "listing");
        return dir == null
                ? null
                : new ClusterConfig(
                        cluster,
                        node,
                        dir.normalize(),
                        members,
                        bind,
                        durability,
                        answers,
                        heartbeat,
                        interval,
                        election,
                        clients,
                        secrets == null ? null : secrets.normalize(),
                        upkeepAt);
    }

    private List<ClusterMember> members() {
        final List<ClusterMember> members = file.parsedList("members", ClusterConfigReader::member);
        final List<Node> texts = file.list("members");
        if (texts.size() != ClusterConfig.NODES) {
            file.fault("members", "must be a list of " + ClusterConfig.NODES + " texts, \"host:port\".");
        }
        for (int i = 0; i < members.size(); i++) {
            for (int j = 0; j < i; j++) {
                final ClusterMember one = members.get(i);
                final ClusterMember other = members.get(j);
                if (one.host().equals(other.host())
                        && Math.abs(one.basePort() - other.basePort()) < ClusterMember.PORTS) {
                    file.fault(
                            "members",
                            "members on one host must have base ports at least " + ClusterMember.PORTS + " apart: "
                                    + other + ", " + one + ".");
                }
            }
        }
        return members;
    }

    private static ClusterMember member(final String text) {
        final int colon = text.lastIndexOf(':');
        final int most = MAX_PORT - ClusterMember.PORTS;
        final int port = colon > 0 && text.matches(".*:\\d{1,5}") ? Integer.parseInt(text.substring(colon + 1)) : 0;
        if (port < 1 || port > most) {
            throw new IllegalArgumentException("\"" + text + "\" must be \"host:port\", with a port from 1 to " + most
                    + ", the first of the member's " + ClusterMember.PORTS);
        }
        return new ClusterMember(text.substring(0, colon), port);
    }

    private static LocalTime time(final String text) {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("\"" + text + "\" must be a time of the day in UTC, \"HH:MM\"", e);
        }
    }

    private String bind(final String usual) {
        final String bind = file.takes("bind") ? file.text("bind") : usual;
        try {
            if (InetAddress.getByName(bind).isAnyLocalAddress()) {
                file.fault("bind", "\"" + bind + "\" must be one address of this machine, not all.");
            }
        } catch (UnknownHostException e) {
            file.fault("bind", "\"" + bind + "\" must be an address of this machine.");
        }
        return bind;
    }
}
