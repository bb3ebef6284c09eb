package io.daybook.engine.state;

import io.daybook.kernel.state.StateRecordType;
import java.util.Arrays;

/**
 * The content of a part of a snapshot: records of the state, packed.
 *
 * <pre>
 *   version (1 byte)     | record | record | ... | 0 (1 byte) | number of records (varint)
 *
 *   record:  kind (1 byte) | field 0 | field 1 | ...      as many fields as in {@link StateRecordType}
 *   field:   zigzag varint of (value - the same field of the record of that kind before it in this part, 0 for the
 *            first), 64 bits with wrap-around
 *   varint:  7 bits per byte, the low ones first; the top bit marks that another byte follows; at most 10 bytes
 * </pre>
 *
 * <p>Records are in canonical order: by kind, as {@link StateRecordType} lists them, then ascending by their fields.
 * Part {@value #RISK} has the kinds from SYMBOL to USER_SETTING, part {@value #BOOKS} those from BOOK on. A part
 * without kinds above number 7 is of version 1, any other of version 2.
 */
final class ContentDescriptor {
    /** The part with symbols, currencies, users, accounts and positions. */
    static final String RISK = "risk";

    /** The part with books and orders. */
    static final String BOOKS = "books";

    static final int FIRST_VERSION = 1;
    static final int VERSION = 2;
    static final int END = 0;
    static final int MAX_VARINT_LENGTH = 10;

    private static final StateRecordType[] BY_CODE = byCode();

    static final int KINDS = BY_CODE.length;

    /** The length of the longest possible record. */
    static final int MAX_RECORD_LENGTH = 1
            + MAX_VARINT_LENGTH
                    * Arrays.stream(StateRecordType.values())
                            .mapToInt(StateRecordType::fieldCount)
                            .max()
                            .orElseThrow();

    private ContentDescriptor() {}

    static boolean isKind(final int code) {
        return code > END && code < KINDS && BY_CODE[code] != null;
    }

    static StateRecordType kind(final int code) {
        return BY_CODE[code];
    }

    /** Room for the last record of each kind. */
    static long[][] newRecords() {
        final long[][] records = new long[KINDS][];
        for (final StateRecordType kind : StateRecordType.values()) {
            records[kind.code()] = new long[kind.fieldCount()];
        }
        return records;
    }

    private static StateRecordType[] byCode() {
        final int last = Arrays.stream(StateRecordType.values())
                .mapToInt(StateRecordType::code)
                .max()
                .orElseThrow();
        final StateRecordType[] kinds = new StateRecordType[last + 1];
        for (final StateRecordType kind : StateRecordType.values()) {
            kinds[kind.code()] = kind;
        }
        return kinds;
    }
}
