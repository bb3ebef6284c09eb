package io.daybook.gateway.config;

import io.daybook.config.ConfigException;
import io.daybook.config.ConfigFile;
import io.daybook.config.Faults;
import io.daybook.config.Node;
import io.daybook.config.Section;
import io.daybook.host.RateLimit;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code members.json} (docs/operations.md draws it): completely or not at all. A faulty file is refused with all
 * its faults, and older settings stay valid.
 */
public final class MembersReader {
    private static final int MAX_BYTES = 128 << 20;
    private static final Map<String, Right> RIGHTS = new TreeMap<>(
            Map.of("trade", Right.TRADE, "view", Right.VIEW, "dropcopy", Right.DROPCOPY, "admin", Right.ADMIN));

    private final Faults faults;
    private final List<SessionSettings> sessions = new ArrayList<>();
    private final Map<Long, Node> numbers = new HashMap<>();
    private final Map<String, Node> names = new HashMap<>();
    private final Map<String, Node> compIds = new HashMap<>();

    private MembersReader(final String file) {
        this.faults = new Faults(file);
    }

    /**
     * Reads the sessions of a file.
     *
     * @throws ConfigException with all its faults
     * @throws IOException if it is missing, or cannot be read
     */
    public static Members read(final Path file) throws ConfigException, IOException {
        try {
            return read(file.toString(), ConfigFile.bytes(file, MAX_BYTES));
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(
                    file.toString(),
                    null,
                    "there is no such file, and \"members\" in daybook.toml names it: write {\"members\":[]} there, and"
                            + " add members with the output of 'daybook session secret'");
        }
    }

    /**
     * Reads the sessions of a file.
     *
     * @param file its name in faults
     * @param content its bytes
     * @throws ConfigException with all its faults
     */
    public static Members read(final String file, final byte[] content) throws ConfigException {
        final MembersReader reader = new MembersReader(file);
        final Section root = ConfigFile.json(content, reader.faults);
        if (root != null) {
            reader.readFile(root);
        }
        reader.faults.throwIfAny();
        return Members.of(reader.sessions);
    }

    private void readFile(final Section file) {
        if (!file.has("members")) {
            file.fault("members", "is missing. Add \"members\":[].");
        }
        for (final Node node : file.list("members")) {
            readMember(Section.of(faults, "member", node));
        }
        file.finish();
    }

    private void readMember(final Section member) {
        final String name = member.text("name");
        final Node other = name.isEmpty() ? null : names.put(name, member.place());
        if (other != null) {
            member.fault(
                    "name",
                    "\"" + name + "\" is the member of line " + other.line()
                            + " too. Put its sessions under one member.");
        }
        final int before = faults.count();
        final List<Secret> secrets = readSecrets(member);
        final boolean areSecretsRead = faults.count() == before;
        if (!member.has("sessions")) {
            member.fault("sessions", "is missing. Add \"sessions\":[].");
        }
        for (final Node node : member.list("sessions")) {
            readSession(name, areSecretsRead ? secrets : null, Section.of(faults, "session", node));
        }
        member.finish();
    }

    /** Reads one text, or a list of up to two while a secret is replaced. */
    private List<Secret> readSecrets(final Section member) {
        final Node node = member.node("secret");
        if (node == null) {
            return List.of();
        }
        final List<Node> texts = node.value() instanceof List ? member.texts("secret") : List.of(node);
        final List<Secret> secrets = new ArrayList<>();
        for (final Node text : texts) {
            // Any value here may be a secret by mistake, so no message shows it.
            try {
                secrets.add(Secret.parse(text.value() instanceof String kept ? kept : ""));
            } catch (IllegalArgumentException e) {
                faults.add(text, "member.secret: " + e.getMessage() + ".");
            }
        }
        return secrets;
    }

    /** Reads a session of a member; its secrets are null if they are faulty, which is no fault of the session. */
    private void readSession(final String member, final @Nullable List<Secret> secrets, final Section session) {
        final int before = faults.count();
        final long number = session.whole("session", 1, SessionSettings.MAX_FILE_SESSION);
        if (faults.count() == before) {
            requireNewNumber(session, number);
        }
        final Protocol protocol = session.choice("protocol", Protocol.TCP, Protocol.values());
        if (!session.has("protocol")) {
            session.fault("protocol", "is missing. Add \"tcp\" or \"fix\": a session keeps it forever.");
        }
        final boolean retired = session.flag("retired", false);
        final List<Account> accounts = readAccounts(session);
        final Set<Right> rights = readRights(session);
        if (!retired && !session.has("may")) {
            session.fault("may", "is missing. Add \"may\":[\"trade\"].");
        }
        final CancelOnDisconnect mode =
                session.choice("cancelOnDisconnect", CancelOnDisconnect.BOTH, CancelOnDisconnect.values());
        final long graceMs =
                session.whole("graceMs", SessionSettings.DEFAULT_GRACE_MS, 0, SessionSettings.MAX_GRACE_MS);
        final List<AddressRange> from = session.parsedList("from", AddressRange::parse);
        final RateLimit limit = readLimit(session);
        final String compId = session.optionalText("compId");
        final String venue = session.optionalText("venue");
        final boolean resetOnDisconnect = session.flag("resetOnDisconnect", false);
        session.finish();
        if (faults.count() > before || secrets == null) {
            return;
        }
        final SessionSettings settings = session.attempt(
                "session",
                () -> new SessionSettings(
                        (int) number,
                        member,
                        protocol,
                        retired,
                        accounts,
                        rights,
                        mode,
                        graceMs,
                        from,
                        limit,
                        secrets,
                        compId,
                        venue,
                        resetOnDisconnect));
        if (settings != null && isAlone(session, settings)) {
            sessions.add(settings);
        }
    }

    private List<Account> readAccounts(final Section session) {
        final Section accounts = session.section("accounts");
        final List<Account> read = new ArrayList<>();
        if (accounts != null) {
            for (final String name : accounts.keys()) {
                final long uid = accounts.whole(name, 1, Long.MAX_VALUE);
                final Account account = accounts.attempt(name, () -> new Account(name, uid));
                if (account != null) {
                    read.add(account);
                }
            }
        }
        return read;
    }

    private Set<Right> readRights(final Section session) {
        final Set<Right> rights = EnumSet.noneOf(Right.class);
        for (final Node node : session.list("may")) {
            rights.add(session.choice(node, session.name("may"), Right.VIEW, RIGHTS));
        }
        return rights;
    }

    private static RateLimit readLimit(final Section session) {
        final Section limits = session.section("limits");
        if (limits == null) {
            return RateLimit.DEFAULT;
        }
        final RateLimit usual = RateLimit.DEFAULT;
        final int perSecond = limits.whole("perSecond", usual.perSecond(), 1, RateLimit.MAX_PER_SECOND);
        final int burst = limits.whole("burst", usual.burst(), 1, RateLimit.MAX_BURST);
        limits.finish();
        return new RateLimit(perSecond, burst);
    }

    private void requireNewNumber(final Section session, final long number) {
        final @Nullable Node other = numbers.put(number, session.place());
        if (other != null) {
            session.fault(
                    "session",
                    number + " is the session of line " + other.line()
                            + " too. Give each a number of its own, which no session ever had.");
        }
    }

    /** Returns whether no earlier session has the CompIDs of this one. */
    private boolean isAlone(final Section session, final SessionSettings settings) {
        final @Nullable Node compId = settings.protocol() == Protocol.FIX
                ? compIds.put(settings.compId() + " " + settings.venue(), session.place())
                : null;
        if (compId != null) {
            session.fault(
                    "compId",
                    "\"" + settings.compId() + "\" with the venue \"" + settings.venue() + "\" is the session of line "
                            + compId.line() + " too. Choose another compId.");
        }
        return compId == null;
    }
}
