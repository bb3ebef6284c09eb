package io.daybook.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Changes settings of a user for orders that are accepted from then on; live orders stay as they are.
 *
 * @param uid user
 * @param symbol 0
 * @param settings the settings and their new values; copied
 */
public record SetUser(long uid, int symbol, SortedMap<UserSetting, Long> settings) implements Command {

    /** Copies the settings. */
    public SetUser {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** Takes settings in any order. */
    public SetUser(final long uid, final Map<UserSetting, Long> settings) {
        this(uid, 0, new TreeMap<>(settings));
    }

    @Override
    public CommandType type() {
        return CommandType.SET_USER;
    }
}
