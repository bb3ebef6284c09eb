package io.daybook.cli;

import io.daybook.gateway.config.ConfigException;
import io.daybook.gateway.config.VenueFile;
import io.daybook.gateway.session.Account;
import io.daybook.gateway.session.AddressRange;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The keys of the server that a file describes. Apart from the commands, which are described without its classes. */
final class KeyFile {
    private final Console console;
    private final Path file;

    KeyFile(final Console console, final Path file) {
        this.console = console;
        this.file = file;
    }

    int add(
            final String name,
            final String kindText,
            final List<String> roleTexts,
            final Map<String, Long> accountTexts,
            final List<String> fromTexts,
            final @Nullable String expires,
            final @Nullable String publicKey)
            throws CommandFailure {
        final KeyKind kind = KeyKind.of(kindText);
        if (kind == null) {
            throw usage("--kind must be bearer, hmac or ed25519: " + kindText);
        }
        final Set<Role> roles = EnumSet.noneOf(Role.class);
        for (final String text : roleTexts) {
            final Role role = Role.of(text);
            if (role == null) {
                throw usage("--role must be viewer, trader, operator or admin: " + text);
            }
            roles.add(role);
        }
        try (KeyStore keys = open()) {
            final List<Account> accounts = new ArrayList<>();
            accountTexts.forEach((account, uid) -> accounts.add(new Account(account, uid)));
            final List<AddressRange> from =
                    fromTexts.stream().map(AddressRange::parse).toList();
            final long expiresMs = expires == null ? 0 : Instant.parse(expires).toEpochMilli();
            final KeyStore.Fresh fresh = keys.add(name, kind, roles, accounts, from, expiresMs, publicKey);
            final Report out = console.report();
            out.println("key:    " + fresh.key().id());
            if (fresh.secret() != null) {
                out.println("secret: " + fresh.secret());
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        } catch (final DateTimeParseException e) {
            throw usage("--expires must be a time as 2027-01-31T12:00:00Z: " + expires);
        }
    }

    int list() throws CommandFailure {
        try (KeyStore keys = open()) {
            final Report out = console.report();
            for (final ApiKey key : keys.list()) {
                out.println(key.id() + "  " + key.kind().text() + "  "
                        + key.roles().stream().map(Role::text).sorted().collect(Collectors.joining(","))
                        + key.accounts().stream()
                                .map(account -> " " + account.name() + "=" + account.uid())
                                .collect(Collectors.joining())
                        + "  " + key.name()
                        + (key.expiresMs() == 0 ? "" : "  until " + Instant.ofEpochMilli(key.expiresMs()))
                        + (key.ended() ? "  ended" : ""));
            }
            out.send();
            return ExitCodes.OK;
        }
    }

    int end(final String id) throws CommandFailure {
        if (!id.matches("k\\d{6}")) {
            throw usage("a key is ended by its id, as k262145: " + id);
        }
        try (KeyStore keys = open()) {
            if (!keys.end(Integer.parseInt(id.substring(1)))) {
                throw usage("there is no such key, or it has ended: " + id);
            }
            final Report out = console.report();
            out.println(id + " has ended");
            out.send();
            return ExitCodes.OK;
        }
    }

    private KeyStore open() throws CommandFailure {
        final VenueFile<ServerSettings> config;
        try {
            config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
        } catch (final ConfigException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        final ServerSettings settings = config.own();
        try {
            return KeyStore.open(settings.folder(), settings.masterKeyFile(), true);
        } catch (final IdentityException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private static CommandFailure usage(final String message) {
        return new CommandFailure(ExitCodes.USAGE, message);
    }
}
