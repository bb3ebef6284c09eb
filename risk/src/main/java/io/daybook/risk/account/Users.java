package io.daybook.risk.account;

import io.daybook.api.UserStatus;
import io.daybook.kernel.slab.HashSecret;
import io.daybook.kernel.slab.Slab;
import io.daybook.risk.position.PositionHolders;
import java.util.Arrays;

/**
 * All users, by dense index in the order in which they were added, and by uid. They are never removed one by one. Used
 * by one thread.
 *
 * <p>User record, 4 longs: uid; last transaction id; count of accounts, flags and first account; count of live orders
 * and latest position. The few users with settings of their own have a second record: mode and group of self-trade
 * prevention, and the most live orders; 0 for a default.
 */
public final class Users implements PositionHolders {

    /** The index of an unknown user. */
    public static final int UNKNOWN = -1;

    /** No position: the user already has as many live orders as allowed. */
    static final int TOO_MANY_ORDERS = -1;

    private static final int UID = 0;
    private static final int LAST_TRANSACTION_ID = 1;
    private static final int FLAGS_AND_ACCOUNT = 2;
    private static final int ORDERS_AND_POSITION = 3;
    private static final int STRIDE_SHIFT = 2;

    private static final long LOW = 0xFFFF_FFFFL;
    private static final long SUSPENDED = 1L << 32;
    private static final long INDEXED = 2L << 32;
    private static final long HAS_SETTINGS = 4L << 32;
    private static final int ACCOUNTS_SHIFT = 35;
    private static final int MOST_ACCOUNTS = (1 << (Long.SIZE - ACCOUNTS_SHIFT)) - 1;
    private static final long ONE_ORDER = 1L << 32;

    private static final int STP_MODE = 0;
    private static final int STP_GROUP = 1;
    private static final int MAX_ORDERS = 2;
    private static final int SETTINGS_STRIDE_SHIFT = 2;

    private int suspendedCount;

    private final UidIndex indexes;
    private final Slab records;
    private final Slab settings;

    /** The handle of each user's settings, by index of the user; long enough for the last user with settings. */
    private int[] settingsOf = {};

    public Users(final HashSecret secret) {
        indexes = new UidIndex(secret);
        records = new Slab(STRIDE_SHIFT);
        settings = new Slab(SETTINGS_STRIDE_SHIFT);
    }

    /** Copies the users, by index, for another thread; the copy cannot look up uids. */
    public Users(final Users source) {
        indexes = new UidIndex(HashSecret.NONE);
        records = new Slab(source.records);
        settings = new Slab(source.settings);
        settingsOf = source.settingsOf.clone();
    }

    /** How many users there are; their indexes are 0 to count − 1. */
    public int count() {
        return records.count();
    }

    /** The index of any uid, or {@link #UNKNOWN}. */
    public int indexOf(final long uid) {
        return uid < 1 ? UNKNOWN : Math.abs(indexes.get(uid)) - 1;
    }

    /** The index of a user who may place and move and has no settings; negative for any other uid. Reads no record. */
    public int activeIndexOf(final long uid) {
        return uid < 1 ? UNKNOWN : indexes.get(uid) - 1;
    }

    /** Whether no user is suspended, or {@link #activeIndexOf} finds the uid. */
    public boolean isClearlyActive(final long uid) {
        return suspendedCount == 0 || activeIndexOf(uid) >= 0;
    }

    /** Adds an active user without accounts, whose uid is ≥ 1 and new; returns its index. */
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
        return (records.get(index + 1, FLAGS_AND_ACCOUNT) & SUSPENDED) != 0;
    }

    /** Suspends or resumes a user. */
    public void suspend(final int index, final boolean suspended) {
        final long flags = records.get(index + 1, FLAGS_AND_ACCOUNT);
        final long changed = suspended ? flags | SUSPENDED : flags & ~SUSPENDED;
        suspendedCount += Long.signum(changed & SUSPENDED) - Long.signum(flags & SUSPENDED);
        records.set(index + 1, FLAGS_AND_ACCOUNT, changed);
        indexFlags(index);
    }

    private void indexFlags(final int index) {
        final boolean isPlain = (records.get(index + 1, FLAGS_AND_ACCOUNT) & (SUSPENDED | HAS_SETTINGS)) == 0;
        indexes.put(uid(index), isPlain ? index + 1 : -index - 1, records.count());
    }

    /** Whether any user has settings of its own. */
    public boolean haveSettings() {
        return settings.count() > 0;
    }

    /** Whether a user has settings of its own. */
    public boolean hasSettings(final int index) {
        return (records.get(index + 1, FLAGS_AND_ACCOUNT) & HAS_SETTINGS) != 0;
    }

    /**
     * The code of the {@link io.daybook.api.StpMode} for orders that set none themselves; 0 if the user has not set it.
     */
    public int stpMode(final int index) {
        return (int) setting(index, STP_MODE);
    }

    /** The group of a user for self-trade prevention; 0 for none. */
    public long stpGroup(final int index) {
        return setting(index, STP_GROUP);
    }

    /** The most live orders that a user may have; 0 if the user has no limit of its own. */
    public int maxOrders(final int index) {
        return (int) setting(index, MAX_ORDERS);
    }

    private long setting(final int index, final int field) {
        return hasSettings(index) ? settings.get(settingsOf[index], field) : 0;
    }

    /** Sets all settings of a user; 0 for a default. */
    public void settings(final int index, final int stpMode, final long stpGroup, final int maxOrders) {
        final long flags = records.get(index + 1, FLAGS_AND_ACCOUNT);
        final boolean has = (stpMode | stpGroup | maxOrders) != 0;
        if (has && index >= settingsOf.length) {
            settingsOf = Arrays.copyOf(settingsOf, Math.max(index + 1, settingsOf.length * 2));
        }
        if (has && !hasSettings(index)) {
            settingsOf[index] = settings.allocate();
        } else if (!has && hasSettings(index)) {
            settings.free(settingsOf[index]);
            settingsOf[index] = Slab.NONE;
        }
        records.set(index + 1, FLAGS_AND_ACCOUNT, has ? flags | HAS_SETTINGS : flags & ~HAS_SETTINGS);
        if (has) {
            settings.set(settingsOf[index], STP_MODE, stpMode);
            settings.set(settingsOf[index], STP_GROUP, stpGroup);
            settings.set(settingsOf[index], MAX_ORDERS, maxOrders);
        }
        indexFlags(index);
    }

    /** The status of a user as a value of the API. */
    public UserStatus status(final int index) {
        return isSuspended(index) ? UserStatus.SUSPENDED : UserStatus.ACTIVE;
    }

    /** The id of the last adjustment applied; 0 before the first. */
    public long lastTransactionId(final int index) {
        return records.get(index + 1, LAST_TRANSACTION_ID);
    }

    public void lastTransactionId(final int index, final long transactionId) {
        records.set(index + 1, LAST_TRANSACTION_ID, transactionId);
    }

    /** How many live orders a user has; an order that is held and not yet settled counts. */
    public int liveOrders(final int index) {
        return (int) (records.get(index + 1, ORDERS_AND_POSITION) >>> 32);
    }

    /** Counts an order that was accepted. */
    public void addLiveOrder(final int index) {
        addLiveOrder(record(index), base(index));
    }

    static void addLiveOrder(final long[] record, final int base) {
        record[base + ORDERS_AND_POSITION] += ONE_ORDER;
    }

    /** The array that holds the record of a user, at {@link #base}. */
    long[] record(final int index) {
        return records.chunk(index + 1);
    }

    static int base(final int index) {
        return Slab.base(index + 1, STRIDE_SHIFT);
    }

    /** Counts off an order that has ended. */
    public void removeLiveOrder(final int index) {
        countOff(index, 1);
    }

    /**
     * Counts off orders that have ended, and returns {@link #latestPosition(int)}.
     *
     * @param ended 0 or 1
     */
    int countOff(final int index, final int ended) {
        final long[] record = record(index);
        final int at = base(index) + ORDERS_AND_POSITION;
        final long left = record[at] - ended * ONE_ORDER;
        if (left < 0) {
            throw new IllegalStateException("live orders must not be negative: uid=" + uid(index));
        }
        record[at] = left;
        return (int) left;
    }

    @Override
    public int latestPosition(final int index) {
        return (int) records.get(index + 1, ORDERS_AND_POSITION);
    }

    @Override
    public void latestPosition(final int index, final int position) {
        final long orders = records.get(index + 1, ORDERS_AND_POSITION) & ~LOW;
        records.set(index + 1, ORDERS_AND_POSITION, orders | position);
    }

    /**
     * {@link #latestPosition(int)} of a user with fewer live orders than {@code mostOrders}; else
     * {@link #TOO_MANY_ORDERS}.
     */
    static int latestPositionBelow(final long[] record, final int base, final int mostOrders) {
        final long ordersAndPosition = record[base + ORDERS_AND_POSITION];
        return ordersAndPosition >>> 32 < mostOrders ? (int) ordersAndPosition : TOO_MANY_ORDERS;
    }

    int firstAccount(final int index) {
        return (int) records.get(index + 1, FLAGS_AND_ACCOUNT);
    }

    void firstAccount(final int index, final int account) {
        records.set(index + 1, FLAGS_AND_ACCOUNT, records.get(index + 1, FLAGS_AND_ACCOUNT) & ~LOW | account);
    }

    /** How many accounts a user has. */
    public int accountCount(final int index) {
        return (int) (records.get(index + 1, FLAGS_AND_ACCOUNT) >>> ACCOUNTS_SHIFT);
    }

    void accounts(final int index, final int first, final int count) {
        if (count > MOST_ACCOUNTS) {
            throw new ArithmeticException("a user has too many accounts: uid=" + uid(index));
        }
        final long flags = records.get(index + 1, FLAGS_AND_ACCOUNT) & (SUSPENDED | INDEXED | HAS_SETTINGS);
        records.set(index + 1, FLAGS_AND_ACCOUNT, (long) count << ACCOUNTS_SHIFT | flags | first);
    }

    boolean areAccountsIndexed(final int index) {
        return (records.get(index + 1, FLAGS_AND_ACCOUNT) & INDEXED) != 0;
    }

    void accountsIndexed(final int index, final boolean indexed) {
        final long flags = records.get(index + 1, FLAGS_AND_ACCOUNT);
        records.set(index + 1, FLAGS_AND_ACCOUNT, indexed ? flags | INDEXED : flags & ~INDEXED);
    }
}
