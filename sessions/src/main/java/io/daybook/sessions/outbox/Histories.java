package io.daybook.sessions.outbox;

import io.daybook.api.CommandType;
import io.daybook.api.ResultView;
import io.daybook.host.storage.JournalStorage;
import io.daybook.host.storage.StorageFile;
import io.daybook.wire.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The histories of an exchange. Each restore of a backup begins a new one: the answers after the backup are lost, and
 * their numbers may not be used again. So the restore adds a NOP to the journal, and each fold that assigns numbers
 * raises them at that NOP.
 *
 * <p>The number of a history is the time of its restore in seconds since the epoch, and all numbers are raised to
 * values that follow from it alone. So two restores of one copy give different numbers, and the numbers of a lost
 * history stay below the new ones, as long as a session sends fewer than 16,384 requests and 1,048,576 messages per
 * second on average, and a channel of the feed fewer than 4,194,304.
 *
 * <pre>
 * 0          1              8
 * | kind = 10 | "HISTORY"    | history i64 |      16 bytes, little-endian, on a NOP with cookie 0
 * </pre>
 *
 * <p>An operator admits each session, and the HTTP door, once for each history. A file in {@code admitted/<history>/}
 * records it.
 */
public final class Histories {
    /** The name of the HTTP door in {@link #admit}. */
    public static final String HTTP = "http";

    /** The folder with the names that operators have admitted. */
    public static final String ADMITTED = "admitted";

    /** The number of the history of a folder that was never restored. */
    private static final long NEVER_RESTORED = 0;

    private static final byte[] HEAD = {10, 'H', 'I', 'S', 'T', 'O', 'R', 'Y'};
    private static final int TAG_LENGTH = HEAD.length + Long.BYTES;

    /** 1 January 2026 in seconds: no venue is older. */
    private static final long BEGIN = 1_767_225_600L;

    /** The least step, which also applies if the clock of the restore is wrong. */
    private static final long LEAST_STEP = 1L << 20;

    private static final int REQUESTS_A_SECOND = 14;
    private static final int HTTP_IDS_A_SECOND = 12;
    private static final int MESSAGES_A_SECOND = 20;
    private static final int FEED_MESSAGES_A_SECOND = 22;

    private Histories() {}

    /**
     * The history that a folder is in.
     *
     * @param number 0 for the first history
     * @param fromSeq the command with which the history began
     */
    public record Current(long number, long fromSeq) {
        /** A folder that was never restored. */
        public static final Current FIRST = new Current(NEVER_RESTORED, 0);

        /**
         * Returns the history of a follower that begins without a part, after a command; 0 if the history's NOP comes
         * later.
         */
        public long beginningBehind(final long seq) {
            return isRestored() && seq >= fromSeq ? number : NEVER_RESTORED;
        }

        /** Returns whether there was a restore. */
        public boolean isRestored() {
            return number != NEVER_RESTORED;
        }
    }

    /** Returns the tag of the NOP with which a history begins. */
    public static byte[] tag(final long history) {
        final byte[] tag = Arrays.copyOf(HEAD, TAG_LENGTH);
        Bytes.putI64(tag, HEAD.length, history);
        return tag;
    }

    /**
     * Returns the history that begins with a command; 0 for none.
     *
     * @param buffer room for the longest tag
     */
    public static long begunBy(final ResultView result, final byte[] buffer) {
        if (result.typeCode() != CommandType.NOP.code() || result.tagLength() != TAG_LENGTH) {
            return NEVER_RESTORED;
        }
        result.copyTag(buffer, 0);
        return Arrays.equals(buffer, 0, HEAD.length, HEAD, 0, HEAD.length)
                ? Bytes.getI64(buffer, HEAD.length)
                : NEVER_RESTORED;
    }

    /** Raises a session's last request. */
    public static long request(final long last, final long history) {
        return raised(last, history, REQUESTS_A_SECOND);
    }

    /** Raises the number of a session's next message. */
    public static long message(final long next, final long history) {
        return raised(next, history, MESSAGES_A_SECOND);
    }

    /** Raises the number of the next message of a channel of the feed. */
    public static long feedMessage(final long next, final long history) {
        return raised(next, history, FEED_MESSAGES_A_SECOND);
    }

    /**
     * Raises the last id that was given over HTTP.
     *
     * @param first the first id that was ever given
     */
    public static long httpId(final long last, final long first, final long history) {
        return first + raised(last - first, history, HTTP_IDS_A_SECOND);
    }

    private static long raised(final long number, final long history, final int bitsASecond) {
        return Math.max(number + LEAST_STEP, history - BEGIN << bitsASecond);
    }

    /** Returns whether an operator has admitted a session, or {@link #HTTP}, since the last restore. Any thread. */
    public static boolean isAdmitted(
            final JournalStorage storage, final Path data, final Current history, final String name) {
        try {
            return !history.isRestored() || storage.exists(folder(data, history).resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("the sessions admitted since the restore cannot be read: " + data, e);
        }
    }

    /** Admits a session, or {@link #HTTP}. The admission is durable when the method returns. Any process. */
    public static void admit(final JournalStorage storage, final Path data, final Current history, final String name)
            throws IOException {
        if (!history.isRestored() || isAdmitted(storage, data, history, name)) {
            return;
        }
        final Path folder = folder(data, history);
        storage.createDirectories(folder);
        try (StorageFile file = storage.create(folder.resolve(name))) {
            file.force(true);
        }
        storage.forceDirectory(folder);
        storage.forceDirectory(data.resolve(ADMITTED));
        storage.forceDirectory(data);
    }

    /** Returns the sessions that were admitted since the last restore. */
    public static List<String> admitted(final JournalStorage storage, final Path data, final Current history)
            throws IOException {
        final Path folder = folder(data, history);
        return history.isRestored() && storage.exists(folder) ? storage.list(folder) : List.of();
    }

    private static Path folder(final Path data, final Current history) {
        return data.resolve(ADMITTED).resolve(Long.toString(history.number()));
    }
}
