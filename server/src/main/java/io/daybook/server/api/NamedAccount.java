package io.daybook.server.api;

import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.identity.Caller;
import io.daybook.sessions.member.Account;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the account of a key that a request names. */
public final class NamedAccount {
    private NamedAccount() {}

    /**
     * The account with a name; the only account of the key if the request names none.
     *
     * @throws Problem NOT_YOURS, or BAD_FORM if the key has several accounts and the request names none
     */
    public static Account of(final Caller caller, final @Nullable String name) {
        final List<Account> accounts = caller.accounts();
        if (name == null) {
            if (accounts.size() == 1) {
                return accounts.get(0);
            }
            throw Problem.badForm(
                    "/account",
                    "account must be given, because the key has several: "
                            + accounts.stream().map(Account::name).collect(Collectors.joining(", ")));
        }
        for (final Account account : accounts) {
            if (account.name().equals(name)) {
                return account;
            }
        }
        throw Problem.of(ProblemCode.NOT_YOURS, "the key may not act for this account");
    }
}
