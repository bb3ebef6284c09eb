package io.daybook.journal.format;

import static io.daybook.journal.format.TailFacts.Front.BODY_INVALID;
import static io.daybook.journal.format.TailFacts.Front.CONTRADICTION;
import static io.daybook.journal.format.TailFacts.Front.HEADER_INVALID;
import static io.daybook.journal.format.TailFacts.Front.HEADER_ZERO;
import static io.daybook.journal.format.TailFacts.Front.ZERO_TO_END;

import io.daybook.journal.TailVerdict;

/**
 * The damage table: exactly one case for each combination of facts (docs/journal-format.md, Reading). A test walks
 * through all combinations, an idea of TigerBeetle's.
 *
 * <p>A header lies within one sector, and a sector is written whole or not at all. So a header that is neither zero nor
 * valid was damaged and not torn. A torn body shows as sectors of zeros, because files are zeroed before use.
 */
enum TailCase {
    /** Something after p proves that the bytes at p were forced. */
    PROVEN_FORCED(TailVerdict.CORRUPT),
    /** The rotation created the successor but did not write the SEAL. */
    ROTATION_CUT(TailVerdict.UNSEALED),
    /** A segment gets a successor only when all of it is forced. */
    BEFORE_SUCCESSOR(TailVerdict.CORRUPT),
    /** Nothing was written here. */
    END(TailVerdict.CLEAN_END),
    /** The sector of the header did not reach the disk, but later ones did. */
    HEADER_NOT_WRITTEN(TailVerdict.TORN),
    /** A single sector cannot be torn. */
    HEADER_DAMAGED(TailVerdict.SUSPECT),
    /** A valid frame that does not follow the one before: no crash writes that. */
    OUT_OF_LINE(TailVerdict.CORRUPT),
    /** Sectors of the body did not reach the disk. */
    BODY_NOT_WRITTEN(TailVerdict.TORN),
    /** All sectors were written, and one of them is damaged. */
    BODY_DAMAGED(TailVerdict.SUSPECT),
    /** Facts that contradict each other: refused as the worst case. */
    IMPOSSIBLE(TailVerdict.CORRUPT);

    private final TailVerdict verdict;

    TailCase(final TailVerdict verdict) {
        this.verdict = verdict;
    }

    private static boolean atTheEnd(final TailFacts facts, final TailFacts.Front front) {
        return !facts.provenForced() && facts.lastSegment() && facts.front() == front;
    }

    /** Returns whether these facts select this constant; exactly one constant applies. */
    boolean applies(final TailFacts facts) {
        if (facts.areImpossible()) {
            return this == IMPOSSIBLE;
        }
        return switch (this) {
            case PROVEN_FORCED -> facts.provenForced();
            case ROTATION_CUT -> !facts.provenForced() && !facts.lastSegment() && facts.sealDue();
            case BEFORE_SUCCESSOR -> !facts.provenForced() && !facts.lastSegment() && !facts.sealDue();
            case END -> atTheEnd(facts, ZERO_TO_END);
            case HEADER_NOT_WRITTEN -> atTheEnd(facts, HEADER_ZERO);
            case HEADER_DAMAGED -> atTheEnd(facts, HEADER_INVALID);
            case OUT_OF_LINE -> atTheEnd(facts, CONTRADICTION);
            case BODY_NOT_WRITTEN -> atTheEnd(facts, BODY_INVALID) && facts.sectorsLost();
            case BODY_DAMAGED -> atTheEnd(facts, BODY_INVALID) && !facts.sectorsLost();
            case IMPOSSIBLE -> false;
        };
    }

    TailVerdict verdict() {
        return verdict;
    }

    static TailCase of(final TailFacts facts) {
        for (TailCase row : values()) {
            if (row.applies(facts)) {
                return row;
            }
        }
        throw new IllegalStateException("no case for " + facts);
    }
}
