package io.daybook.journal;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The journal refuses, or the disk failed: with the reason as a type, and in the message the file, the offset, what was
 * expected and found there, the last good seq, and the way out. It never means that something was skipped.
 */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** No place in a file applies. */
    public static final long NO_OFFSET = -1;

    /** Nothing is known to be good. */
    public static final long NO_SEQ = -1;

    /** Why, so that a program can decide; the message is for people. */
    public enum Reason {
        /** Bytes that were acknowledged are damaged, or contradict each other. */
        CORRUPT,
        /** Damage at the end that no crash explains; it may or may not have been acknowledged. */
        SUSPECT,
        /** A file or a seq that must be there is missing. */
        GAP,
        /** Written by a format, codec or semantics version that this one cannot go on with. */
        VERSION,
        /** Another process, or another journal of this one, has the folder. */
        LOCKED,
        /**
         * The folder is no longer this process's: its files were deleted or replaced, or the folder was moved, while it
         * ran.
         */
        NOT_OWNER,
        /** The folder was made with other settings than those asked for. */
        MISMATCH,
        /** The disk is full. */
        NO_SPACE,
        /** The operating system reported an error; after it nothing is written any more. */
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
     * A truncation that is one way out.
     *
     * @param atSeq the first seq given up
     * @param other the other way
     */
    public record Cut(long atSeq, String other) implements Serializable {}

    /** The truncation that the way out names; null if it names none. */
    @Nullable
    public Cut cut() {
        return cut;
    }

    /**
     * The first seq that the truncation which the way out names would give up, or {@link #NO_SEQ} where it names none.
     */
    public long truncateAtSeq() {
        return cut == null ? NO_SEQ : cut.atSeq();
    }

    /** The same with more to say about it. */
    public JournalException noting(final String notes) {
        final Builder builder = copy(what + " (" + notes + ")");
        builder.wayOut = wayOut;
        builder.cut = cut;
        return builder.causedBy(this);
    }

    /** The same with another way out. */
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

    /** The file, as a path; null where none applies. */
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

    /** The last seq before the damage, 0 if there is none, or {@link #NO_SEQ} where the question does not arise. */
    public long lastGoodSeq() {
        return lastGoodSeq;
    }

    /** What an operator can do. */
    public String wayOut() {
        return wayOut;
    }

    /** Collects the facts; cold. */
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

        /** Where there is nothing more exact to say. */
        private static String usualWayOut(final Reason reason) {
            return switch (reason) {
                case CORRUPT, SUSPECT -> "restore the file from a backup";
                case GAP -> "restore what is missing from a backup";
                case VERSION -> "open it with the version of Daybook that wrote it";
                case LOCKED -> "stop the process that has the folder";
                case NOT_OWNER -> "see that no other process works in this folder, then start again";
                case MISMATCH -> "open it with the settings that it has";
                case NO_SPACE -> "make room on the disk, then try again";
                case IO -> "see to the disk and to the permissions of the folder, then try again";
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

        /** Something else, or giving up a seq and all after it. */
        public Builder wayOutOrCut(final String other, final long atSeq) {
            this.cut = new Cut(atSeq, other);
            this.wayOut = other + "; or truncate the journal at seq " + atSeq + ", which gives up all from it on";
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
