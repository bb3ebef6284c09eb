package io.daybook.cluster.node;

/**
 * Decides whether a node may take part in elections, from the content of its folder and the answers of the two others.
 * A node that lost its folder may have acknowledged commands that were answered, and may have voted: together with a
 * node that lags, it could elect a leader that lacks those commands.
 *
 * <pre>
 *  the folder     one other     the other     verdict
 *  UNSEEDED       any           any           REFUSED_UNSEEDED
 *  COMMANDS       any           any           TAKES_PART
 *  BLANK          any           any           TAKES_PART
 *  EMPTY, NEW     COMMANDS      any           REFUSED_LOST
 *  NEW            SILENT, NONE  SILENT, NONE  TAKES_PART
 *  EMPTY          NONE          NONE          TAKES_PART
 *  EMPTY          SILENT        SILENT, NONE  WAITS
 * </pre>
 *
 * <p>The rows hold in either order of the two others.
 */
final class StartRules {
    /** The content of a node's folder. */
    enum Folder {
        /** No log, and no trace of one. */
        EMPTY,
        /** No log, and an operator has decided that the cluster begins. */
        NEW,
        /** A log without a command. */
        BLANK,
        /** A log with commands, or a snapshot. */
        COMMANDS,
        /** The folder had a log: its seed was not finished, it must be seeded, or its log is gone. */
        UNSEEDED
    }

    /** The answer of another node about its own folder. */
    enum Word {
        /** The node has not answered, or its release does not report this. */
        SILENT,
        /** No command was ever committed there, as far as its folder shows. */
        NONE,
        /** Its folder holds commands. */
        COMMANDS
    }

    /** The outcome of a start. */
    enum Verdict {
        TAKES_PART,
        WAITS,
        REFUSED_LOST,
        REFUSED_UNSEEDED
    }

    private StartRules() {}

    static Verdict verdict(final Folder own, final Word one, final Word other) {
        return switch (own) {
            case UNSEEDED -> Verdict.REFUSED_UNSEEDED;
            case COMMANDS, BLANK -> Verdict.TAKES_PART;
            case NEW -> one == Word.COMMANDS || other == Word.COMMANDS ? Verdict.REFUSED_LOST : Verdict.TAKES_PART;
            case EMPTY -> ofEmpty(one, other);
        };
    }

    private static Verdict ofEmpty(final Word one, final Word other) {
        if (one == Word.COMMANDS || other == Word.COMMANDS) {
            return Verdict.REFUSED_LOST;
        }
        return one == Word.NONE && other == Word.NONE ? Verdict.TAKES_PART : Verdict.WAITS;
    }
}
