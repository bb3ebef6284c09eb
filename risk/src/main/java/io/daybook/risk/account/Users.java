package io.daybook.risk.account;

import io.daybook.api.UserStatus;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.Slab;

/**
 * All users, by dense index in the order of their adding, and by uid. They are never removed one by one. Used by one
 * thread.
 *
 * <p>User record, 4 longs: uid; last transaction id; count and first of the accounts; count of live orders and flags.
 */
public final class Users {

    /** The index of a user that is not known. */
    public static final int UNKNOWN = -1;

    /** No handle: the accounts of the user are found through an index. */
    static final int INDEXED_ACCOUNTS = -1;

    private static final int UID = 0;
    private static final int LAST_TRANSACTION_ID = 1;
    private static final int ACCOUNTS = 2;
    private static final int ORDERS_AND_FLAGS = 3;
    private static final int STRIDE_SHIFT = 2;

    private static final long SUSPENDED = 1;
    private static final long INDEXED = 2;
    private static final long ONE_ORDER = 1L << 32;

    private final UidIndex indexes;
    private final Slab records;

    /** No users. */
    public Users(final HashSecret secret) {
        indexes = new UidIndex(secret);
        records = new Slab(STRIDE_SHIFT);
    }

    /** What users there are now, by index, to be read by another thread; none of them can be looked up by uid. */
    public Users(final Users source) {
        indexes = new UidIndex(HashSecret.NONE);
        records = new Slab(source.records);
    }

    /** How many there are; their indexes are 0 to count − 1. */
    public int count() {
        return records.count();
    }

    /** The index of any uid, or {@link #UNKNOWN}. */
    public int indexOf(final long uid) {
        return uid < 1 ? UNKNOWN : Math.abs(indexes.get(uid)) - 1;
    }

    /** The index of a user who may place and move; negative for any other uid. Touches no record. */
    public int activeIndexOf(final long uid) {
        return uid < 1 ? UNKNOWN : indexes.get(uid) - 1;
    }

    /** Adds a user whose uid is ≥ 1 and new: active, with nothing. */
    public int add(final long uid) {
        final int handle = records.allocate();
        records.set(handle, UID, uid);
        indexes.put(uid, handle, records.count());
        return handle - 1;
    }

    /** The uid of the user at an index. */
    public long uid(final int index) {
        return records.get(index + 1, UID);
    }

    /** Whether the user may not place or move. */
    public boolean isSuspended(final int index) {
        return (records.get(index + 1, ORDERS_AND_FLAGS) & SUSPENDED) != 0;
    }

    /** Suspends or resumes. */
    public void suspend(final int index, final boolean suspended) {
        final long flags = records.get(index + 1, ORDERS_AND_FLAGS);
        records.set(index + 1, ORDERS_AND_FLAGS, suspended ? flags | SUSPENDED : flags & ~SUSPENDED);
        indexes.put(uid(index), suspended ? -index - 1 : index + 1, records.count());
    }

    /** The same as a value of the API. */
    public UserStatus status(final int index) {
        return isSuspended(index) ? UserStatus.SUSPENDED : UserStatus.ACTIVE;
    }

    /** The id of the last adjustment applied; 0 before the first. */
    public long lastTransactionId(final int index) {
        return records.get(index + 1, LAST_TRANSACTION_ID);
    }

    /** Sets {@link #lastTransactionId}. */
    public void lastTransactionId(final int index, final long transactionId) {
        records.set(index + 1, LAST_TRANSACTION_ID, transactionId);
    }

    /** How many live orders a user has; one that is held and not yet settled counts. */
    public int liveOrders(final int index) {
        return (int) (records.get(index + 1, ORDERS_AND_FLAGS) >>> 32);
    }

    /** Counts an order that was accepted. */
    public void addLiveOrder(final int index) {
        records.chunk(index + 1)[Slab.base(index + 1, STRIDE_SHIFT) + ORDERS_AND_FLAGS] += ONE_ORDER;
    }

    /** Counts an order off that has ended. */
    public void removeLiveOrder(final int index) {
        final long[] record = records.chunk(index + 1);
        final int at = Slab.base(index + 1, STRIDE_SHIFT) + ORDERS_AND_FLAGS;
        final long left = record[at] - ONE_ORDER;
        if (left < 0) {
            throw new IllegalStateException("an order must be live to end: uid=" + uid(index));
        }
        record[at] = left;
    }

    /** The first of the accounts of a user, or {@link #INDEXED_ACCOUNTS}. */
    int firstUnlessIndexed(final int index) {
        final long[] record = records.chunk(index + 1);
        final int base = Slab.base(index + 1, STRIDE_SHIFT);
        return (record[base + ORDERS_AND_FLAGS] & INDEXED) == 0 ? (int) record[base + ACCOUNTS] : INDEXED_ACCOUNTS;
    }

    /**
     * The first of the accounts of a user with less than so many live orders; {@link Accounts#NONE} where there are as
     * many, where the accounts are found through an index, and where there is none.
     */
    int firstAccountBelow(final int index, final int mostOrders) {
        final long[] record = records.chunk(index + 1);
        final int base = Slab.base(index + 1, STRIDE_SHIFT);
        final long ordersAndFlags = record[base + ORDERS_AND_FLAGS];
        final int first = (int) record[base + ACCOUNTS];
        return ordersAndFlags >>> 32 < mostOrders && (ordersAndFlags & INDEXED) == 0 ? first : Accounts.NONE;
    }

    int firstAccount(final int index) {
        return (int) records.get(index + 1, ACCOUNTS);
    }

    /** How many accounts a user has. */
    public int accountCount(final int index) {
        return (int) (records.get(index + 1, ACCOUNTS) >>> 32);
    }

    void accounts(final int index, final int first, final int count) {
        records.set(index + 1, ACCOUNTS, (long) count << 32 | first);
    }

    boolean areAccountsIndexed(final int index) {
        return (records.get(index + 1, ORDERS_AND_FLAGS) & INDEXED) != 0;
    }

    void accountsIndexed(final int index, final boolean indexed) {
        final long flags = records.get(index + 1, ORDERS_AND_FLAGS);
        records.set(index + 1, ORDERS_AND_FLAGS, indexed ? flags | INDEXED : flags & ~INDEXED);
    }
}
