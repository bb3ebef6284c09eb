package io.daybook.journal;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when the journal refuses to go on or the disk failed. The reason is an enum constant; the message has the
 * file, the offset, the expected and the found value, the last good seq, and the way out. The journal never skips
 * damage silently.
 */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The {@link #offset} of an error that is not about a place in a file. */
    public static final long NO_OFFSET = -1;

    /** The {@link #lastGoodSeq} or {@link #truncateAtSeq} of an error without such a seq. */
    public static final long NO_SEQ = -1;

    /** The cause, for programs; the message is for people. */
    public enum Reason {
        /** Bytes that were acknowledged are damaged, or contradict each other. */
        CORRUPT,
        /** Damage at the end that no crash explains; the damaged bytes may have been acknowledged. */
        SUSPECT,
        /** A file or a seq is missing. */
        GAP,
        /**
         * The file was written with a later format, codec or semantics version, or with one that cannot be read any
         * more.
         */
        VERSION,
        /** Another process, or another journal of this process, has the folder open. */
        LOCKED,
        /**
         * The folder no longer belongs to this process: its files were deleted or replaced, or the folder was moved,
         * while the process ran.
         */
        NOT_OWNER,
        /** The folder was created with other settings than those asked for. */
        MISMATCH,
        /** The disk is full. */
        NO_SPACE,
        /** The operating system reported an error; nothing is written after it. */
        IO
    }

    private final Reason reason;
    private final String what;
    private final @Nullable String file;
    private final long offset;
    private final @Nullable String expected;
    private final @Nullable String found;
    private final long lastGoodSeq;
    private final String wayOut;
    private final @Nullable Cut cut;

    private JournalException(final Builder builder, final @Nullable Throwable cause) {
        super(builder.message(), cause);
        this.reason = builder.reason;
        this.what = builder.what;
        this.file = builder.file;
        this.offset = builder.offset;
        this.expected = builder.expected;
        this.found = builder.found;
        this.lastGoodSeq = builder.lastGoodSeq;
        this.wayOut = builder.wayOut;
        this.cut = builder.cut;
    }

    public static Builder of(final Reason reason, final String what) {
        return new Builder(reason, what);
    }

    /**
     * A truncation that the way out offers.
     *
     * @param atSeq the first seq given up
     * @param other the alternative to the truncation
     */
    public record Cut(long atSeq, String other) implements Serializable {}

    /** The truncation that the way out offers; null if it offers none. */
    @Nullable
    public Cut cut() {
        return cut;
    }

    /** The seq of {@link #cut}, or {@link #NO_SEQ} if the way out offers no truncation. */
    public long truncateAtSeq() {
        return cut == null ? NO_SEQ : cut.atSeq();
    }

    /** This exception with notes added to its message. */
    public JournalException noting(final String notes) {
        final Builder builder = copy(what + " (" + notes + ")");
        builder.wayOut = wayOut;
        builder.cut = cut;
        return builder.causedBy(this);
    }

    /** This exception with another way out. */
    public JournalException withWayOut(final String text) {
        return copy(what).wayOut(text).causedBy(this);
    }

    private Builder copy(final String text) {
        final Builder builder = new Builder(reason, text);
        builder.file = file;
        builder.offset = offset;
        builder.expected = expected;
        builder.found = found;
        builder.lastGoodSeq = lastGoodSeq;
        return builder;
    }

    public Reason reason() {
        return reason;
    }

    /** The path of the file; null if the error is not about a file. */
    public @Nullable String file() {
        return file;
    }

    /** The offset in the file at which the damage was found, or {@link #NO_OFFSET}. */
    public long offset() {
        return offset;
    }

    public @Nullable String expected() {
        return expected;
    }

    public @Nullable String found() {
        return found;
    }

    /** The last seq before the damage, 0 if there is none, or {@link #NO_SEQ} if the error is not about a seq. */
    public long lastGoodSeq() {
        return lastGoodSeq;
    }

    /** What an operator can do about the error. */
    public String wayOut() {
        return wayOut;
    }

    public static final class Builder {
        private final Reason reason;
        private final String what;
        private @Nullable String file;
        private long offset = NO_OFFSET;
        private @Nullable String expected;
        private @Nullable String found;
        private long lastGoodSeq = NO_SEQ;
        private String wayOut;
        private @Nullable Cut cut;

        private Builder(final Reason reason, final String what) {
            this.reason = reason;
            this.what = what;
            this.wayOut = usualWayOut(reason);
        }

        /** The way out if the code that refuses names no better one. */
        private static String usualWayOut(final Reason reason) {
            return switch (reason) {
                case CORRUPT, SUSPECT -> "restore the file from a backup";
                case GAP -> "restore what is missing from a backup";
                case VERSION -> "open the folder with the version of Daybook that wrote it";
                case LOCKED -> "stop the process that has the folder";
                case NOT_OWNER -> "make sure that no other process works in this folder, then start again";
                case MISMATCH -> "open the folder with its own settings";
                case NO_SPACE -> "make room on the disk, then try again";
                case IO -> "check the disk and the permissions of the folder, then try again";
            };
        }

        public Builder file(final Object path) {
            this.file = path.toString();
            return this;
        }

        public Builder offset(final long position) {
            this.offset = position;
            return this;
        }

        public Builder expected(final Object value) {
            this.expected = value.toString();
            return this;
        }

        public Builder found(final Object value) {
            this.found = value.toString();
            return this;
        }

        public Builder lastGoodSeq(final long seq) {
            this.lastGoodSeq = seq;
            return this;
        }

        public Builder wayOut(final String text) {
            this.wayOut = text;
            return this;
        }

        /** Offers {@code other}, or a truncation that gives up {@code atSeq} and everything after it. */
        public Builder wayOutOrCut(final String other, final long atSeq) {
            this.cut = new Cut(atSeq, other);
            this.wayOut = other + "; or truncate the journal at seq " + atSeq + ", giving up all from that seq on";
            return this;
        }

        public JournalException build() {
            return new JournalException(this, null);
        }

        public JournalException causedBy(final Throwable cause) {
            return new JournalException(this, cause);
        }

        private String message() {
            final StringBuilder text = new StringBuilder(200);
            text.append(reason).append(": ").append(what);
            part(text, "file", file);
            part(text, "offset", offset == NO_OFFSET ? null : Long.toString(offset));
            part(text, "expected", expected);
            part(text, "found", found);
            part(text, "last good seq", lastGoodSeq == NO_SEQ ? null : Long.toString(lastGoodSeq));
            return text.append(". Way out: ").append(wayOut).toString();
        }

        private static void part(final StringBuilder text, final String name, final @Nullable String value) {
            if (value != null) {
                text.append("; ").append(name).append('=').append(value);
            }
        }
    }
}
