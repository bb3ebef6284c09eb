package io.daybook.server.api;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** All users of an exchange, for lists. Any thread. */
@FunctionalInterface
public interface Users {
    /**
     * A part of the users.
     *
     * @param uids the uids, ascending
     * @param seq the last command whose effect is shown
     */
    record Part(List<Long> uids, long seq) {
        /** Copies the list. */
        public Part {
            uids = List.copyOf(uids);
        }
    }

    /** The next users above a uid, at most {@code most} of them; completes on any thread. */
    CompletionStage<Part> above(long uid, int most);
}
