package io.daybook.it;

import io.daybook.api.Command;

/** The uids and symbols of a door that is not open yet. */
final class WalkPlan extends WalkDoor {
    WalkPlan(final int number) {
        super(number, "");
    }

    @Override
    String send(final Command command) {
        throw new UnsupportedOperationException();
    }

    @Override
    String word(final End end) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
