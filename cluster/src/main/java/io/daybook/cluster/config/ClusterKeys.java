package io.daybook.cluster.config;

import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.state.Principal;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/**
 * The keys of a cluster, from the file that {@code secrets} names, which nobody but its owner may read.
 *
 * <pre>
 *  [nodes]
 *  secret = "32 to 256 hexadecimal digits"
 *
 *  [clients.alice]
 *  secret   = "another"
 *  sessions = ["300001-300010", "300077"]
 *  rights   = ["trade", "view"]
 * </pre>
 *
 * <p>A node needs all of it, a machine of clients only their entries, without sessions and rights where it likes; a
 * backup only {@code [nodes]}.
 */
public final class ClusterKeys {
    /** The name under which nodes and backups come. */
    static final String NODES = "nodes";

    private static final long MAX_FILE_BYTES = 1 << 20;
    private static final int MOST_SECRET_DIGITS = 256;
    private static final Set<String> CLIENT_KEYS = Set.of("secret", "sessions", "rights");
    private static final Map<String, Integer> RIGHTS =
            Map.of("trade", Principal.TRADE, "view", Principal.VIEW, "admin", Principal.ADMIN);

    private final Path file;
    private final String cluster;
    private final Map<String, KeyAuthenticator.Grant> clients = new TreeMap<>();
    private @Nullable ClusterKey nodes;

    private ClusterKeys(final Path file, final String cluster) {
        this.file = file;
        this.cluster = cluster;
    }

    /**
     * Reads a file.
     *
     * @param file as {@code secrets} names it
     * @param cluster the name of the cluster
     * @throws ClusterConfigException where it cannot be used, or others may read it
     */
    public static ClusterKeys read(final Path file, final String cluster) {
        final ClusterKeys keys = new ClusterKeys(file, cluster);
        keys.read();
        return keys;
    }

    private void read() {
        final TomlParseResult toml;
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw fault("it has more than " + MAX_FILE_BYTES + " bytes");
            }
            requirePrivate();
            toml = Toml.parse(file);
        } catch (IOException e) {
            throw new ClusterConfigException(file + " cannot be read: " + e);
        }
        if (toml.hasErrors()) {
            throw fault("no valid TOML: " + toml.errors().get(0).getMessage()); // without the line: it may be a secret
        }
        for (final String key : toml.keySet()) {
            final TomlTable table = toml.get(List.of(key)) instanceof TomlTable one ? one : null;
            if (table != null && key.equals(NODES)) {
                requireKnown(NODES, table, Set.of("secret"));
                nodes = new ClusterKey(cluster, NODES, secret(NODES, table));
            } else if (table != null && key.equals("clients")) {
                for (final String name : table.keySet()) {
                    client(name, table.get(List.of(name)));
                }
            } else {
                throw fault(key + " is no table of keys; there are [nodes] and [clients.NAME]");
            }
        }
    }

    private void requirePrivate() throws IOException {
        try {
            for (final PosixFilePermission permission : Files.getPosixFilePermissions(file, new LinkOption[0])) {
                if (!permission.name().startsWith("OWNER_")) {
                    throw fault("others may read or write it: chmod 600 " + file);
                }
            }
        } catch (UnsupportedOperationException e) {
            // a file system without such permissions has others, which are its owner's care
        }
    }

    private void requireKnown(final String name, final TomlTable table, final Set<String> known) {
        for (final String key : table.keySet()) {
            if (!known.contains(key)) {
                throw fault(name + '.' + key + " is no key; there are "
                        + known.stream().sorted().toList());
            }
        }
    }

    private void client(final String name, final @Nullable Object value) {
        if (!(value instanceof TomlTable table)) {
            throw fault("clients." + name + " must be a table, [clients." + name + ']');
        }
        requireKnown(name, table, CLIENT_KEYS);
        if (name.equals(NODES)) {
            throw fault("a client must have another name than " + NODES);
        }
        int rights = 0;
        for (final String word : texts(name, table, "rights")) {
            final Integer right = RIGHTS.get(word);
            if (right == null) {
                throw fault(name + ".rights must be of trade, view and admin: " + word);
            }
            rights |= right;
        }
        final List<Integer> ranges = new ArrayList<>();
        for (final String range : texts(name, table, "sessions")) {
            final String[] ends = range.split("-", 2);
            final int first = session(name, ends[0]);
            final int last = session(name, ends[ends.length - 1]);
            if (first > last) {
                throw fault(name + ".sessions must rise: " + range);
            }
            ranges.add(first);
            ranges.add(last);
        }
        if (ranges.size() > 2 * Principal.MAX_RANGES) {
            throw fault(name + ".sessions must have at most " + Principal.MAX_RANGES + " ranges");
        }
        try {
            clients.put(
                    name,
                    new KeyAuthenticator.Grant(
                            new ClusterKey(cluster, name, secret(name, table)),
                            Principal.of(
                                    rights,
                                    ranges.stream().mapToInt(Integer::intValue).toArray())));
        } catch (IllegalArgumentException e) {
            throw fault(String.valueOf(e.getMessage()));
        }
    }

    private int session(final String name, final String text) {
        try {
            final int session = Integer.parseInt(text.strip());
            if (session >= 1 && session <= OrderNumbers.MAX_SESSION) {
                return session;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw fault(name + ".sessions must be texts like \"1-10\" or \"77\", within 1.." + OrderNumbers.MAX_SESSION
                + ": " + text);
    }

    private List<String> texts(final String name, final TomlTable table, final String key) {
        final Object value = table.get(List.of(key));
        final List<String> texts = new ArrayList<>();
        if (value instanceof TomlArray array) {
            array.toList().forEach(one -> texts.add(String.valueOf(one)));
        } else if (value != null) {
            throw fault(name + '.' + key + " must be a list of texts");
        }
        return texts;
    }

    /** Never says what it found: it is a secret. */
    private byte[] secret(final String name, final TomlTable table) {
        if (table.get(List.of("secret")) instanceof String hex
                && hex.length() >= 2 * ClusterKey.LEAST_SECRET_LENGTH
                && hex.length() <= MOST_SECRET_DIGITS) {
            try {
                return HexFormat.of().parseHex(hex);
            } catch (IllegalArgumentException e) {
                // told below
            }
        }
        throw fault(name + ".secret must be " + 2 * ClusterKey.LEAST_SECRET_LENGTH + " to " + MOST_SECRET_DIGITS
                + " hexadecimal digits: openssl rand -hex 32 draws some");
    }

    private ClusterConfigException fault(final String what) {
        return new ClusterConfigException(file + ": " + what);
    }

    /** With what nodes and backups come to archives, and backups and the doors of nodes to nodes. */
    public ClusterKey nodes() {
        final ClusterKey key = nodes;
        if (key == null) {
            throw fault("[nodes] is missing: nodes and backups need its secret");
        }
        return key;
    }

    /** The key of a client. */
    public ClusterKey client(final String name) {
        final KeyAuthenticator.Grant grant = clients.get(name);
        if (grant == null) {
            throw fault("[clients." + name + "] is missing; there are " + clients.keySet());
        }
        return grant.key();
    }

    /** The key of the only client in it. */
    public ClusterKey onlyClient() {
        if (clients.size() != 1) {
            throw fault("it must be said which of its clients this is: " + clients.keySet());
        }
        return clients.values().iterator().next().key();
    }

    /** Asks clients, and backups. */
    public KeyAuthenticator forClients() {
        final Map<String, KeyAuthenticator.Grant> all = new TreeMap<>(clients);
        final int rights = Principal.BACKUP | Principal.DOOR | Principal.TRADE; // of backups, and of the nodes' doors
        all.put(NODES, new KeyAuthenticator.Grant(nodes(), Principal.of(rights)));
        return new KeyAuthenticator(all);
    }

    /** Asks whoever comes to an archive. */
    public KeyAuthenticator forArchive() {
        return new KeyAuthenticator(Map.of(NODES, new KeyAuthenticator.Grant(nodes(), Principal.of(Principal.BACKUP))));
    }
}
