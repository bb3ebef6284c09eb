package io.daybook.perf.workload;

import java.util.List;

/**
 * The setup of an exchange before the first order of a workload: symbols, users 1..{@code users}, and funds.
 *
 * <p>Users and currencies come in groups, so that a user has few accounts although the venue has many currencies: user
 * u is in group (u − 1) mod {@code groups} and has an account in each currency of the group; the symbols of a group are
 * traded by its users only. With one group every user trades everything.
 *
 * @param symbols in the order of their ids, from 1 without gaps
 * @param users the number of users
 * @param groups the number of groups
 * @param fundings one entry per currency, in the order of their ids
 */
public record WorkloadSetup(List<SymbolSetup> symbols, int users, int groups, List<Funding> fundings) {
    /**
     * The amount that every user of a group gets in one of its currencies before the prefill.
     *
     * @param currency from 1
     * @param group from 0
     * @param amountPerUser minor units, enough that no order of the prefill or of the timed commands is refused
     */
    public record Funding(int currency, int group, long amountPerUser) {}

    /** Receives one account to open. */
    @FunctionalInterface
    public interface AccountVisitor {
        /** Called for each account: user {@code uid} starts with {@code amount} minor units of {@code currency}. */
        void onAccount(long uid, int currency, long amount);
    }

    /** Copies the lists. */
    public WorkloadSetup {
        symbols = List.copyOf(symbols);
        fundings = List.copyOf(fundings);
    }

    /** Passes every account to a visitor, user by user. */
    public void forEachAccount(final AccountVisitor visitor) {
        final int perUser = fundings.size() / groups;
        for (int uid = 1; uid <= users; uid++) {
            final int first = groupOf(uid) * perUser;
            for (Funding funding : fundings.subList(first, first + perUser)) {
                visitor.onAccount(uid, funding.currency(), funding.amountPerUser());
            }
        }
    }

    /** The group of a user, from 0. */
    public int groupOf(final long uid) {
        return (int) ((uid - 1) % groups);
    }
}
