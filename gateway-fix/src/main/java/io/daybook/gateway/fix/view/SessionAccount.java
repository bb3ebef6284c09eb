package io.daybook.gateway.fix.view;

import io.daybook.gateway.fix.session.FixSession;
import io.daybook.sessions.member.Account;
import java.util.List;
import org.jspecify.annotations.Nullable;
import quickfix.FieldNotFound;
import quickfix.Message;

/** Which account of a session a request means. */
final class SessionAccount {

    private SessionAccount() {}

    /** The account that 1 names; without 1, the only one. Null if there is none. */
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
