package io.daybook.api;

import java.util.ArrayList;
import java.util.List;

/**
 * Asks for all users, in the order of the commands. It is registered with every exchange of one process; a client of a
 * cluster cannot send it. The engine visits each user once and carries out no command meanwhile, so send it only when
 * users may have been added, not for each page of a list.
 */
public record UsersQuery() implements CustomQuery<UsersReport> {
    @Override
    public UsersReport report(final StateView state) {
        final List<Long> uids = new ArrayList<>();
        state.forEachUser(uids::add);
        return new UsersReport(state.seq(), uids);
    }
}
