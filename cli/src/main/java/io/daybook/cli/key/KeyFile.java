package io.daybook.cli.key;

import io.daybook.cli.config.ServerFiles;
import io.daybook.cli.console.CommandFailure;
import io.daybook.cli.console.Console;
import io.daybook.cli.console.ExitCodes;
import io.daybook.cli.console.PasswordLine;
import io.daybook.cli.console.Report;
import io.daybook.config.ConfigException;
import io.daybook.gateway.config.VenueFile;
import io.daybook.host.Clock;
import io.daybook.server.ServerKeys;
import io.daybook.server.config.ServerSettings;
import io.daybook.server.identity.ApiKey;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.IdentityException;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.NotNotedException;
import io.daybook.server.identity.Role;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys of the server that a configuration file describes. Separate from the commands, so that their help does not
 * load the server's classes.
 */
final class KeyFile {
    private static final String WHO = System.getProperty("user.name", "?") + " by daybook key";
    private static final String FROM = "this machine";

    private final Console console;
    private final Path file;

    KeyFile(final Console console, final Path file) {
        this.console = console;
        this.file = file;
    }

    int add(final KeyTerms terms) throws CommandFailure {
        final KeyKind kind = KeyKind.of(terms.kind);
        if (kind == null) {
            throw usage("--kind must be bearer, hmac, ed25519 or password: " + terms.kind);
        }
        final Set<Role> roles = EnumSet.noneOf(Role.class);
        for (final String text : terms.roles) {
            final Role role = Role.of(text);
            if (role == null) {
                throw usage("--role must be viewer, trader, operator or admin: " + text);
            }
            roles.add(role);
        }
        if (kind == KeyKind.PASSWORD && terms.publicKey != null) {
            throw usage("--public-key is for a key of the kind ed25519");
        }
        final String given = kind == KeyKind.PASSWORD ? PasswordLine.read(console) : terms.publicKey;
        try (KeyStore keys = open()) {
            final List<Account> accounts = new ArrayList<>();
            terms.accounts.forEach((account, uid) -> accounts.add(new Account(account, uid)));
            final List<AddressRange> from =
                    terms.from.stream().map(AddressRange::parse).toList();
            final long expiresMs =
                    terms.expires == null ? 0 : Instant.parse(terms.expires).toEpochMilli();
            begin("make key", terms.name);
            final KeyStore.Fresh fresh = keys.add(terms.name, kind, roles, accounts, from, expiresMs, given);
            audit("make key", fresh.key().id() + " " + terms.name);
            final Report out = console.report();
            out.println("key:    " + fresh.key().id());
            if (fresh.secret() != null) {
                out.println("secret: " + fresh.secret());
            }
            if (fresh.apiKey() != null) {
                out.println("apiKey: " + fresh.apiKey());
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        } catch (final DateTimeParseException e) {
            throw usage("--expires must be a time such as 2027-01-31T12:00:00Z: " + terms.expires);
        }
    }

    int list() throws CommandFailure {
        try (KeyStore keys = open()) {
            if (keys.note() != null) {
                console.err().println("daybook: note: " + keys.note());
            }
            final Report out = console.report();
            final Set<Integer> off = keys.off();
            for (final ApiKey key : keys.list()) {
                out.println(key.id() + "  " + key.kind().text() + "  "
                        + key.roles().stream().map(Role::text).sorted().collect(Collectors.joining(","))
                        + key.accounts().stream()
                                .map(account -> " " + account.name() + "=" + account.uid())
                                .collect(Collectors.joining())
                        + "  " + key.name()
                        + (key.expiresMs() == 0 ? "" : "  until " + Instant.ofEpochMilli(key.expiresMs()))
                        + (off.contains(key.number()) ? "  off" : key.ended() ? "  ended" : ""));
            }
            out.send();
            return ExitCodes.OK;
        }
    }

    int password(final String id) throws CommandFailure {
        final int number = number(id);
        try (KeyStore keys = open()) {
            final String password = PasswordLine.read(console);
            begin("change password", id);
            if (!keys.password(number, password)) {
                throw usage("there is no key of the kind password with that id, or it has ended: " + id);
            }
            audit("change password", id);
            final Report out = console.report();
            out.println(id + " has a new password");
            out.send();
            return ExitCodes.OK;
        } catch (final IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private static int number(final String id) throws CommandFailure {
        if (!id.matches("k\\d{6}")) {
            throw usage("a key is named by its id, such as k262145: " + id);
        }
        return Integer.parseInt(id.substring(1));
    }

    int end(final String id) throws CommandFailure {
        final int number = number(id);
        try (KeyStore keys = open()) {
            begin("end key", id);
            if (!keys.end(number)) {
                throw usage("there is no such key, or it has ended: " + id);
            }
            audit("end key", id);
            final Report out = console.report();
            out.println(id + " has ended");
            out.send();
            return ExitCodes.OK;
        }
    }

    /** Switches on keys that a restore has switched off. */
    int on(final List<String> ids) throws CommandFailure {
        try (KeyStore keys = open()) {
            final Report out = console.report();
            for (final String id : ids) {
                final int number = number(id);
                begin("switch key on", id);
                if (!keys.on(number)) {
                    throw usage("there is no such key, or it is not off: " + id);
                }
                audit("switch key on", id);
                out.println(id + " is valid again");
            }
            out.send();
            return ExitCodes.OK;
        } catch (final IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /** Creates the first admin's key if the folder has no keys, or has lost them. */
    int init() throws CommandFailure {
        final ServerSettings settings = settings().own();
        if (Files.exists(settings.folder().resolve(KeyStore.FILE))) {
            throw usage("there are keys" + " already: " + settings.folder().resolve(KeyStore.FILE)
                    + "; see: daybook key list");
        }
        try (KeyStore keys = KeyStore.open(settings.folder(), settings.masterKeyFile(), true)) {
            audit("make first key", keys.list().get(0).id());
            final Report out = console.report();
            out.println("the first admin's token is in " + settings.folder().resolve(KeyStore.ADMIN_TOKEN));
            out.send();
            return ExitCodes.OK;
        } catch (final IdentityException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private KeyStore open() throws CommandFailure {
        try {
            return ServerKeys.open(settings());
        } catch (final IdentityException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private VenueFile<ServerSettings> settings() throws CommandFailure {
        final VenueFile<ServerSettings> config;
        try {
            config = ServerFiles.read(file, ServerFiles.inputs(List.of()));
        } catch (final ConfigException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
        if (!config.own().servesHttp()) {
            throw usage(file + ": http.enabled is false, and only HTTP uses keys: set it to true first");
        }
        return config;
    }

    /** Logs an act before it is carried out. An act that cannot be logged is not carried out. */
    private void begin(final String act, final String what) throws CommandFailure {
        try (AuditTrail trail = trail()) {
            trail.begin(WHO, FROM, act, what);
        } catch (final NotNotedException e) {
            throw new CommandFailure(ExitCodes.FATAL, String.valueOf(e.getMessage()));
        }
    }

    private void audit(final String act, final String what) throws CommandFailure {
        try (AuditTrail trail = trail()) {
            trail.write(WHO, FROM, act, what, 0);
        }
    }

    private AuditTrail trail() throws CommandFailure {
        return new AuditTrail(settings().own().folder(), Clock.system());
    }

    private static CommandFailure usage(final String message) {
        return new CommandFailure(ExitCodes.USAGE, message);
    }
}
