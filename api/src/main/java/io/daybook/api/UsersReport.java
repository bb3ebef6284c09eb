package io.daybook.api;

import java.util.List;

/**
 * All users, suspended ones among them.
 *
 * @param seq last command whose effect is shown
 * @param uids in no order
 */
public record UsersReport(long seq, List<Long> uids) {

    /** Copies the list. */
    public UsersReport {
        uids = List.copyOf(uids);
    }
}
