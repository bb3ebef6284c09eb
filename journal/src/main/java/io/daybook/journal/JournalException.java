package io.daybook.journal;

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
        /** Written by a format, codec or semantics version that this one can't go on with. */
        VERSION,
        /** Another process, or another journal of this one, has the folder. */
        LOCKED,
        /** The folder was made with other settings than those asked for. */
        MISMATCH,
        /** The disk is full. */
        NO_SPACE,
        /** The operating system reported an error; after it nothing is written any more. */
        IO
    }

    private final Reason reason;
    private final @Nullable String file;
    private final long offset;
    private final @Nullable String expected;
    private final @Nullable String found;
    private final long lastGoodSeq;
    private final @Nullable String wayOut;

    private JournalException(Builder builder, @Nullable Throwable cause) {
        super(builder.message(), cause);
        this.reason = builder.reason;
        this.file = builder.file;
        this.offset = builder.offset;
        this.expected = builder.expected;
        this.found = builder.found;
        this.lastGoodSeq = builder.lastGoodSeq;
        this.wayOut = builder.wayOut;
    }

    static Builder of(Reason reason, String what) {
        return new Builder(reason, what);
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

    /** What an operator can do, mostly a command of the {@code daybook} tool; null where nothing can be said. */
    public @Nullable String wayOut() {
        return wayOut;
    }

    /** Collects the facts; cold. */
    static final class Builder {
        private final Reason reason;
        private final String what;
        private @Nullable String file;
        private long offset = NO_OFFSET;
        private @Nullable String expected;
        private @Nullable String found;
        private long lastGoodSeq = NO_SEQ;
        private @Nullable String wayOut;

        private Builder(Reason reason, String what) {
            this.reason = reason;
            this.what = what;
        }

        Builder file(Object path) {
            this.file = path.toString();
            return this;
        }

        Builder offset(long position) {
            this.offset = position;
            return this;
        }

        Builder expected(Object value) {
            this.expected = value.toString();
            return this;
        }

        Builder found(Object value) {
            this.found = value.toString();
            return this;
        }

        Builder lastGoodSeq(long seq) {
            this.lastGoodSeq = seq;
            return this;
        }

        Builder wayOut(String text) {
            this.wayOut = text;
            return this;
        }

        JournalException build() {
            return new JournalException(this, null);
        }

        JournalException causedBy(Throwable cause) {
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
            if (wayOut != null) {
                text.append(". Way out: ").append(wayOut);
            }
            return text.toString();
        }

        private static void part(StringBuilder text, String name, @Nullable String value) {
            if (value != null) {
                text.append("; ").append(name).append('=').append(value);
            }
        }
    }
}
