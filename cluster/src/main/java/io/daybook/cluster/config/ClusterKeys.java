package io.daybook.cluster.config;

import io.daybook.cluster.client.ClusterKey;
import io.daybook.cluster.state.Principal;
import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Node;
import io.daybook.config.Section;
import io.daybook.wire.OrderNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a cluster, from the file that {@code secrets} names, which only its owner may read.
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
 * <p>A node needs the whole file. A machine of clients needs only their entries, which may lack sessions and rights; a
 * backup needs only {@code [nodes]}.
 */
public final class ClusterKeys {
    /** The name of nodes and backups. */
    static final String NODES = "nodes";

    private static final Pattern HEX = Pattern.compile("([0-9a-fA-F]{2}){16,128}");
    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,9})\\s*(?:-\\s*(\\d{1,9})\\s*)?");
    private static final Map<String, Integer> RIGHTS =
            new TreeMap<>(Map.of("trade", Principal.TRADE, "view", Principal.VIEW, "admin", Principal.ADMIN));

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
     * @param file the file that {@code secrets} names
     * @param cluster the name of the cluster
     * @throws ClusterConfigException if it cannot be used, or other users may read it
     */
    public static ClusterKeys read(final Path file, final String cluster) {
        final ClusterKeys keys = new ClusterKeys(file, cluster);
        keys.read();
        return keys;
    }

    private void read() {
        final Faults faults = new Faults(file.toString());
        try {
            requirePrivate();
            final Section root = ConfigFile.secretToml(ConfigFile.bytes(file), faults);
            if (root != null) {
                read(root);
            }
            faults.throwIfAny();
        } catch (ConfigException e) {
            throw new ClusterConfigException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new ClusterConfigException(file + " cannot be read: " + e);
        }
    }

    private void read(final Section root) {
        final Section section = root.section(NODES);
        if (section != null) {
            nodes = key(NODES, section);
            section.finish();
        }
        final Section all = root.sectionOrEmpty("clients");
        for (final String name : all.keys()) {
            final Section client = all.section(name);
            if (client != null) {
                client(name, client);
            }
        }
        root.finish();
    }

    private void requirePrivate() throws IOException {
        try {
            for (final PosixFilePermission permission : Files.getPosixFilePermissions(file, new LinkOption[0])) {
                if (!permission.name().startsWith("OWNER_")) {
                    throw fault("other users may read or write it: chmod 600 " + file);
                }
            }
        } catch (UnsupportedOperationException e) {
            // a file system without such permissions is the owner's responsibility
        }
    }

    private void client(final String name, final Section client) {
        if (name.equals(NODES)) {
            client.fault("", "a client must have another name than " + NODES + ".");
        }
        int rights = 0;
        for (final Node word : client.list("rights")) {
            rights |= client.choice(word, client.name("rights"), 0, RIGHTS);
        }
        final int[] ranges = client.parsedList("sessions", ClusterKeys::sessions).stream()
                .flatMapToInt(Arrays::stream)
                .toArray();
        if (ranges.length > 2 * Principal.MAX_RANGES) {
            client.fault("sessions", "must be at most " + Principal.MAX_RANGES + " ranges.");
        }
        final ClusterKey key = key(name, client);
        client.finish();
        final int all = rights;
        final Principal principal = client.attempt("sessions", () -> Principal.of(all, ranges));
        if (key != null && principal != null) {
            clients.put(name, new KeyAuthenticator.Grant(key, principal));
        }
    }

    private static int[] sessions(final String range) {
        final Matcher ends = RANGE.matcher(range);
        final int first = ends.matches() ? Integer.parseInt(ends.group(1)) : 0;
        final int last = first > 0 && ends.group(2) != null ? Integer.parseInt(ends.group(2)) : first;
        if (first < 1 || last > OrderNumbers.MAX_SESSION || first > last) {
            throw new IllegalArgumentException(
                    "\"" + range + "\" must be a number, or an ascending range such as \"1-10\", from 1 to "
                            + OrderNumbers.MAX_SESSION);
        }
        return new int[] {first, last};
    }

    /** Reads a key; its messages never contain the secret. */
    private @Nullable ClusterKey key(final String name, final Section section) {
        final Node secret = section.node("secret");
        if (secret != null
                && secret.value() instanceof String hex
                && HEX.matcher(hex).matches()) {
            return section.attempt(
                    "", () -> new ClusterKey(cluster, name, HexFormat.of().parseHex(hex)));
        }
        section.fault("secret", "must be 32 to 256 hexadecimal digits, two a byte: openssl rand -hex 32 draws some.");
        return null;
    }

    private ClusterConfigException fault(final String what) {
        return new ClusterConfigException(file + ": " + what);
    }

    /** The key with which nodes and backups connect to archives, and backups and doors to nodes. */
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

    /** The key of the only client in the file. */
    public ClusterKey onlyClient() {
        if (clients.size() != 1) {
            throw fault("one of its clients must be named: " + clients.keySet());
        }
        return clients.values().iterator().next().key();
    }

    /** Authenticates clients and backups. */
    public KeyAuthenticator forClients() {
        final Map<String, KeyAuthenticator.Grant> all = new TreeMap<>(clients);
        final int rights = Principal.BACKUP | Principal.DOOR | Principal.TRADE; // for backups and the nodes' doors
        all.put(NODES, new KeyAuthenticator.Grant(nodes(), Principal.of(rights)));
        return new KeyAuthenticator(all);
    }

    /** Authenticates connections to an archive. */
    public KeyAuthenticator forArchive() {
        return new KeyAuthenticator(Map.of(NODES, new KeyAuthenticator.Grant(nodes(), Principal.of(Principal.BACKUP))));
    }
}
