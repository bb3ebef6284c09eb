package io.daybook.server;

import io.daybook.gateway.config.VenueFile;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.orders.OrdersFollower;
import java.nio.file.Files;

/** The keys of the server that a file describes, for the server itself and for {@code daybook key}. */
public final class ServerKeys {
    private ServerKeys() {}

    /**
     * Opens them, or makes the first where the folder never had a server: one whose exchange has run with a server had
     * keys, and must not be opened to whoever comes first.
     *
     * @throws io.daybook.server.identity.IdentityException where they are lost, damaged, or of another master key
     */
    public static KeyStore open(final VenueFile<ServerSettings> config) {
        return open(config, () -> {});
    }

    /** The same, with somebody who is told before a password is reckoned with. */
    static KeyStore open(final VenueFile<ServerSettings> config, final Runnable onPassword) {
        final boolean mayCreate =
                !Files.exists(config.data().resolve("followers").resolve(OrdersFollower.NAME));
        return KeyStore.open(config.own().folder(), config.own().masterKeyFile(), mayCreate, onPassword);
    }
}
