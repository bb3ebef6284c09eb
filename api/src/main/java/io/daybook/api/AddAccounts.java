package io.daybook.api;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Opens users with their balances, all or none.
 *
 * @param accounts uid → currency → opening balance in minor units (0 to 2^53); copied, sorted by uid and currency
 */
public record AddAccounts(SortedMap<Long, SortedMap<Integer, Long>> accounts) implements Command {
    /** Copies the maps; nothing in them may be null. */
    public AddAccounts {
        final TreeMap<Long, SortedMap<Integer, Long>> copy = new TreeMap<>();
        for (final Map.Entry<Long, SortedMap<Integer, Long>> user : accounts.entrySet()) {
            final TreeMap<Integer, Long> balances = new TreeMap<>();
            balances.putAll((Map<Integer, Long>) user.getValue()); // sorts by currency, not as the caller does
            balances.values().forEach(amount -> Objects.requireNonNull(amount, "amount"));
            copy.put(user.getKey(), Collections.unmodifiableSortedMap(balances));
        }
        accounts = Collections.unmodifiableSortedMap(copy);
    }

    /** Opens users from maps of any order. */
    public static AddAccounts of(final Map<Long, ? extends Map<Integer, Long>> accounts) {
        final TreeMap<Long, SortedMap<Integer, Long>> sorted = new TreeMap<>();
        accounts.forEach((uid, balances) -> sorted.put(uid, new TreeMap<>(balances)));
        return new AddAccounts(sorted);
    }

    @Override
    public CommandType type() {
        return CommandType.ADD_ACCOUNTS;
    }
}
