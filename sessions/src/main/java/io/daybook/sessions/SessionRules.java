package io.daybook.sessions;

import io.daybook.api.AckMode;
import io.daybook.api.ExchangeConfig;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.SessionSettings;
import io.daybook.sessions.outbox.SessionStream;

/** The rules that exchange and members must meet so that a gateway can keep its promises. */
public final class SessionRules {
    private SessionRules() {}

    /**
     * Checks that a gateway can be attached to an exchange.
     *
     * @throws IllegalArgumentException if it cannot
     */
    public static void requireFit(final ExchangeConfig config, final boolean lossOnPowerFailure) {
        if (config.resetAllowed()) {
            throw new IllegalArgumentException("resetAllowed must be false if a gateway is attached: a RESET ends"
                    + " the orders of all members: resetAllowed=true");
        }
        if (config.journal() == null) {
            throw new IllegalArgumentException("journal must be set if a gateway is attached: clients are answered"
                    + " from the journal: journal=none");
        }
        if (config.ackMode() != AckMode.AFTER_FORCE && !lossOnPowerFailure) {
            throw new IllegalArgumentException(
                    "ackMode must be AFTER_FORCE, or lossOnPowerFailure must be true: a power"
                            + " failure would take back answers that clients have: ackMode=" + config.ackMode());
        }
    }

    /**
     * Checks that each session keeps its protocol and owner for ever, so that no member inherits the orders of another.
     *
     * @throws IllegalArgumentException if the members contradict a session's past
     */
    public static void requireFit(final Members members, final SessionStream known) {
        final int number = known.session();
        final SessionSettings settings = members.session(number);
        if (settings == null) {
            throw new IllegalArgumentException("session " + number + " has logged in before and must stay in the"
                    + " members file: add it again, with \"retired\":true if it is no longer used");
        }
        if (settings.protocol() != known.protocol() || settings.owner() != known.owner()) {
            throw new IllegalArgumentException("session " + number + " belongs to another member or protocol since"
                    + " its first login, and its number cannot be given away: give " + settings.member()
                    + " another number");
        }
    }

    /** Returns whether new settings take away something that a connection relies on. */
    public static boolean takesAway(final SessionSettings old, final SessionSettings now) {
        return now.retired()
                || !now.rights().containsAll(old.rights())
                || !now.accounts().containsAll(old.accounts())
                || !now.secrets().containsAll(old.secrets())
                || !now.from().equals(old.from());
    }
}
