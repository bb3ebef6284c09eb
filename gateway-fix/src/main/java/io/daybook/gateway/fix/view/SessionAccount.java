package io.daybook.gateway.fix.view;

import io.daybook.gateway.fix.session.FixSession;
import io.daybook.sessions.member.Account;
import java.util.List;
import org.jspecify.annotations.Nullable;
import quickfix.FieldNotFound;
import quickfix.Message;

/** Finds the account of a session that a request names. */
final class SessionAccount {

    private SessionAccount() {}

    /** The account that Account (1) names; without Account, the session's only account. Null if there is none. */
    static @Nullable Account of(final Message request, final FixSession session) throws FieldNotFound {
        final List<Account> accounts = session.settings().accounts();
        if (!request.isSetField(ViewTags.ACCOUNT)) {
            return accounts.size() == 1 ? accounts.get(0) : null;
        }
        final String name = request.getString(ViewTags.ACCOUNT);
        return accounts.stream()
                .filter(account -> account.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
