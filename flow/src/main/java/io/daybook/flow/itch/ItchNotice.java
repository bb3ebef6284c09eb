package io.daybook.flow.itch;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A message that changes no book. Its fields are read by the names of its {@link Kind}. */
public final class ItchNotice extends ItchMessage {
    /**
     * The subject of a notice, with its letter and its fields in their order with their lengths. Fields of one byte are
     * characters, of four and eight bytes unsigned numbers, except for {@code stock}, {@code reason} and
     * {@code participant}, which {@link ItchText} turns into text. Prices count 1/10,000.
     */
    public enum Kind {
        /** The day begins, ends, or enters its next phase: O S Q M E C, as the specification names them. */
        SYSTEM_EVENT('S', "eventCode:1"),
        /** A stock is halted (H), paused (P), quoted (Q) or traded (T). */
        TRADING_ACTION('H', "stock:8 tradingState:1 -:1 reason:4"),
        /** The short sale price test of a stock: 0 none, 1 in effect, 2 remains in effect. */
        SHORT_SALE_RESTRICTION('Y', "stock:8 action:1"),
        /** A market participant in a stock. */
        PARTICIPANT_POSITION('L', "participant:4 stock:8 primaryMarketMaker:1 mode:1 state:1"),
        /** The index levels at which all trading pauses, with eight decimals. */
        CIRCUIT_BREAKER_LEVELS('V', "level1:8 level2:8 level3:8"),
        /** An index level was reached: 1, 2 or 3. */
        CIRCUIT_BREAKER_BREACH('W', "level:1"),
        /** The quotation of a new issue, in seconds after midnight: A anticipated, C cancelled. */
        QUOTING_PERIOD('K', "stock:8 releaseSeconds:4 qualifier:1 price:4"),
        /** The collar of an auction after a pause, and the number of its extensions. */
        AUCTION_COLLAR('J', "stock:8 referencePrice:4 upperPrice:4 lowerPrice:4 extension:4"),
        /** One market halts a stock (H), or resumes it (T). */
        OPERATIONAL_HALT('h', "stock:8 market:1 action:1"),
        /** An execution is void. */
        BROKEN_TRADE('B', "match:8"),
        /** The shares that an auction would pair at this moment. The far price counts auction orders only. */
        NET_ORDER_IMBALANCE(
                'I',
                "pairedShares:8 imbalance:8 direction:1 stock:8 farPrice:4 nearPrice:4 referencePrice:4 crossType:1"
                        + " priceVariation:1"),
        /** Retail interest in a stock: B, S, A or N. */
        RETAIL_INTEREST('N', "stock:8 interest:1"),
        /** A direct listing with capital raise may open (Y), or may not. */
        CAPITAL_RAISE(
                'O',
                "stock:8 eligibility:1 minimumPrice:4 maximumPrice:4 nearPrice:4 nearTimeNs:8 lowerCollar:4"
                        + " upperCollar:4");

        private final byte letter;
        private final String format;

        Kind(final char letter, final String format) {
            this.letter = (byte) letter;
            this.format = format;
        }

        /** The letter of the kind. */
        public byte letter() {
            return letter;
        }

        /** The length of the messages. */
        int length() {
            final List<Field> fields = fieldsOf(this);
            final Field last = fields.get(fields.size() - 1);
            return last.offset + last.length;
        }

        /** The names of the fields, in their order. */
        public List<String> fields() {
            final List<String> names = new ArrayList<>();
            for (final Field field : fieldsOf(this)) {
                names.add(field.name);
            }
            return names;
        }
    }

    private record Field(String name, int offset, int length) {}

    private static final Map<Kind, List<Field>> FIELDS = new EnumMap<>(Kind.class);
    private static final Kind[] BY_LETTER = new Kind[1 << Byte.SIZE];

    static {
        for (final Kind kind : Kind.values()) {
            FIELDS.put(kind, read(kind.format));
            BY_LETTER[kind.letter] = kind;
        }
    }

    private static List<Field> read(final String format) {
        final List<Field> fields = new ArrayList<>();
        int offset = HEADER_LENGTH;
        for (final String field : format.split(" ")) {
            final int colon = field.indexOf(':');
            final int length = Integer.parseInt(field.substring(colon + 1));
            if (!field.startsWith("-")) { // otherwise the bytes are reserved
                fields.add(new Field(field.substring(0, colon), offset, length));
            }
            offset += length;
        }
        return fields;
    }

    private static List<Field> fieldsOf(final Kind kind) {
        return Objects.requireNonNull(FIELDS.get(kind));
    }

    ItchNotice() {}

    /** The kind of the notice. */
    public Kind kind() {
        return BY_LETTER[type()];
    }

    /**
     * Returns the value of a field.
     *
     * @param name one of its kind's {@link Kind#fields}
     */
    public long value(final String name) {
        final Kind kind = kind();
        for (final Field field : fieldsOf(kind)) {
            if (field.name.equals(name)) {
                return switch (field.length) {
                    case 1 -> character(field.offset);
                    case Integer.BYTES -> u32(field.offset);
                    default -> i64(field.offset);
                };
            }
        }
        throw new IllegalArgumentException("name must be one of " + kind.fields() + ": name=" + name);
    }
}
