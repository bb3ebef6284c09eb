package io.daybook.server;

import io.daybook.gateway.config.VenueFile;
import io.daybook.server.backup.Restore;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.OwnFiles;
import io.daybook.server.identity.PasswordCost;
import io.daybook.server.orders.OrdersFollower;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** The keys of the server that a file describes, for the server itself and for {@code daybook key}. */
public final class ServerKeys {
    /** The file that marks a data folder for which a server has made keys, even if the server's own folder is lost. */
    private static final String SERVED = "served";

    private ServerKeys() {}

    /**
     * Opens the keys, or makes the first key if the folder never had a server. A folder whose exchange has run with a
     * server had keys, and must not get a new first key, with which anyone could enter.
     *
     * @throws io.daybook.server.identity.IdentityException if the keys are lost, damaged, or belong to another master
     *     key
     */
    public static KeyStore open(final VenueFile<ServerSettings> config) {
        return open(config, PasswordCost.STANDARD, new SecureRandom());
    }

    /**
     * Opens the keys, or makes the first key, with another cost of passwords.
     *
     * @param random draws keys and secrets
     */
    public static KeyStore open(
            final VenueFile<ServerSettings> config, final PasswordCost cost, final SecureRandom random) {
        if (Restore.isCopy(config.data())) {
            throw new IdentityException(config.data() + " is a copy, and some of its keys may have been ended since."
                    + " Restore it first (daybook restore-backup, or a start of daybook serve)");
        }
        final boolean mayCreate = !DoorFollowers.has(config.data(), OrdersFollower.NAME)
                && !Files.exists(config.data().resolve(SERVED));
        return KeyStore.open(config.own().folder(), config.own().masterKeyFile(), mayCreate, cost, random);
    }

    /**
     * Marks a folder for good as one that has had a server. A follower does not always show this: a server without
     * orders leaves none.
     *
     * @param data the exchange's folder, which this process uses
     */
    static void mark(final Path data) {
        try {
            if (!Files.exists(data.resolve(SERVED))) {
                OwnFiles.create(data.resolve(SERVED), "daybook serve has its keys in the folder server\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
