package io.daybook.cluster.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * Reads the file of a node. Every fault names the file, the key, its value and what it must be; the first one ends the
 * reading.
 */
public final class ClusterConfigReader {
    private static final long MAX_FILE_BYTES = 64 * 1024;
    private static final int MAX_PORT = 65_535;
    private static final Set<String> KEYS = Set.of(
            "cluster",
            "node",
            "dir",
            "members",
            "bind",
            "durability",
            "answers",
            "secrets",
            "timeouts",
            "limits",
            "upkeep",
            "gateway", // of the doors, which their own reader reads
            "currency",
            "listing");
    private static final Set<String> TIMEOUTS = Set.of("heartbeat", "interval", "election");
    private static final Set<String> LIMITS = Set.of("clients");
    private static final Set<String> UPKEEP = Set.of("at");

    private final Path file;

    private ClusterConfigReader(final Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param file the configuration; its {@code dir} counts from the folder in which it lies
     * @throws ClusterConfigException when it cannot be used
     */
    public static ClusterConfig read(final Path file) {
        return new ClusterConfigReader(file).read();
    }

    private ClusterConfig read() {
        final TomlParseResult toml;
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new ClusterConfigException(file + ": a configuration has at most " + MAX_FILE_BYTES + " bytes");
            }
            toml = Toml.parse(file);
        } catch (IOException e) {
            throw new ClusterConfigException(file + " cannot be read: " + e);
        }
        if (toml.hasErrors()) {
            throw new ClusterConfigException(
                    file + ":" + toml.errors().get(0).position().line() + ": no valid TOML: "
                            + toml.errors().get(0).getMessage());
        }
        requireKnown(toml, "", KEYS);
        final TomlTable timeouts = table(toml, "timeouts", TIMEOUTS);
        final TomlTable limits = table(toml, "limits", LIMITS);
        final List<ClusterMember> members = members(toml);
        final int node = number(toml, "node", 0, members.size() - 1, null);
        final int heartbeat = number(timeouts, "heartbeat", 50, 60_000, 1_000);
        return new ClusterConfig(
                name(toml),
                node,
                beside(text(toml, "dir", null)),
                members,
                bind(toml, members.get(node)),
                durability(toml),
                answers(toml),
                heartbeat,
                number(timeouts, "interval", 10, heartbeat / 2, Math.min(100, heartbeat / 2)),
                number(timeouts, "election", 50, 60_000, 500),
                number(limits, "clients", 1, 1_000, 100),
                toml.contains("secrets") ? beside(text(toml, "secrets", null)) : null,
                times(table(toml, "upkeep", UPKEEP)));
    }

    private Path beside(final String name) {
        return file.toAbsolutePath().resolveSibling(name).normalize();
    }

    private void requireKnown(final TomlTable table, final String prefix, final Set<String> keys) {
        for (final String key : table.keySet()) {
            if (!keys.contains(key)) {
                throw fault(prefix + key + " is no key of a node; there are "
                        + keys.stream().sorted().toList());
            }
        }
    }

    private TomlTable table(final TomlTable toml, final String key, final Set<String> keys) {
        final Object value = toml.get(List.of(key));
        if (value == null) {
            return Toml.parse("");
        }
        if (!(value instanceof TomlTable table)) {
            throw fault(key + " must be a table, [" + key + "]: " + key + "=" + value);
        }
        requireKnown(table, key + ".", keys);
        return table;
    }

    private String name(final TomlTable toml) {
        final String name = text(toml, "cluster", null);
        if (!name.matches("[a-z0-9-]{1,32}")) {
            throw fault("cluster must be of 1 to 32 lower-case letters, digits and dashes: cluster=" + name);
        }
        return name;
    }

    private String text(final TomlTable toml, final String key, final @Nullable String otherwise) {
        final Object value = toml.get(List.of(key));
        if (value == null && otherwise != null) {
            return otherwise;
        }
        if (!(value instanceof String text) || text.isBlank()) {
            throw fault(key + " must be a text in quotes: " + key + "=" + value);
        }
        return text;
    }

    private int number(
            final TomlTable toml,
            final String key,
            final int least,
            final int most,
            final @Nullable Integer otherwise) {
        final Object value = toml.get(List.of(key));
        if (value == null && otherwise != null) {
            return otherwise;
        }
        if (!(value instanceof Long number) || number < least || number > most) {
            throw fault(key + " must be a number within " + least + ".." + most + ": " + key + "=" + value);
        }
        return Math.toIntExact(number);
    }

    private List<ClusterMember> members(final TomlTable toml) {
        final Object value = toml.get(List.of("members"));
        if (!(value instanceof TomlArray array) || array.size() != ClusterConfig.NODES) {
            throw fault("members must be a list of " + ClusterConfig.NODES + " texts, \"host:port\": members="
                    + (value instanceof TomlArray list ? list.toList() : value));
        }
        final List<ClusterMember> members = new ArrayList<>();
        for (final Object member : array.toList()) {
            members.add(member(String.valueOf(member)));
        }
        for (int i = 0; i < members.size(); i++) {
            for (int j = 0; j < i; j++) {
                final ClusterMember one = members.get(i);
                final ClusterMember other = members.get(j);
                if (one.host().equals(other.host())
                        && Math.abs(one.basePort() - other.basePort()) < ClusterMember.PORTS) {
                    throw fault("members on one host must have base ports at least " + ClusterMember.PORTS + " apart: "
                            + other + ", " + one);
                }
            }
        }
        return members;
    }

    private ClusterMember member(final String text) {
        final int colon = text.lastIndexOf(':');
        try {
            final int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port >= 1 && port <= MAX_PORT - ClusterMember.PORTS) {
                return new ClusterMember(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // told below, as every other text that is none
        }
        throw fault("a member must be \"host:port\", with a port within 1.." + (MAX_PORT - ClusterMember.PORTS)
                + ", the first of its " + ClusterMember.PORTS + ": " + text);
    }

    private List<LocalTime> times(final TomlTable upkeep) {
        final Object value = upkeep.get(List.of("at"));
        final List<LocalTime> times = new ArrayList<>();
        if (value instanceof TomlArray array) {
            for (final Object time : array.toList()) {
                times.add(time(time, value));
            }
        } else if (value != null) {
            throw timeFault(value);
        }
        return times.stream().sorted().distinct().toList();
    }

    private LocalTime time(final Object time, final Object all) {
        try {
            return LocalTime.parse(String.valueOf(time));
        } catch (DateTimeParseException e) {
            throw timeFault(all);
        }
    }

    private ClusterConfigException timeFault(final Object value) {
        return fault("upkeep.at must be a list of times of the day in UTC, \"HH:MM\": upkeep.at="
                + (value instanceof TomlArray list ? list.toList() : value));
    }

    private String bind(final TomlTable toml, final ClusterMember self) {
        final String bind = text(toml, "bind", self.host());
        try {
            if (InetAddress.getByName(bind).isAnyLocalAddress()) {
                throw fault("bind must be one address of this machine, not all: bind=" + bind);
            }
        } catch (UnknownHostException e) {
            throw fault("bind must be an address of this machine: bind=" + bind);
        }
        return bind;
    }

    private Durability durability(final TomlTable toml) {
        final String word = text(toml, "durability", Durability.POWER.word());
        final List<String> words = new ArrayList<>();
        for (final Durability durability : Durability.values()) {
            if (durability.word().equals(word)) {
                return durability;
            }
            words.add(durability.word());
        }
        throw fault("durability must be one of " + words + ": durability=" + word);
    }

    private Answers answers(final TomlTable toml) {
        final String word = text(toml, "answers", Answers.CARRIED_OUT.word());
        final List<String> words = new ArrayList<>();
        for (final Answers answers : Answers.values()) {
            if (answers.word().equals(word)) {
                return answers;
            }
            words.add(answers.word());
        }
        throw fault("answers must be one of " + words + ": answers=" + word);
    }

    private ClusterConfigException fault(final String what) {
        return new ClusterConfigException(Objects.requireNonNull(file) + ": " + what);
    }
}
