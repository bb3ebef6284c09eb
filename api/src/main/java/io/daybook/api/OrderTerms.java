package io.daybook.api;

import java.util.Arrays;

/**
 * The terms of a {@link PlaceOrder} besides its fixed fields: when it wakes, how much it shows, how it treats orders of
 * its own user, when it ends, and which order its traded lots feed. Immutable. The engine checks the ranges and refuses
 * invalid terms with {@link ResultCode#INVALID_TERMS}.
 */
public final class OrderTerms {
    /** No terms: a plain order. */
    public static final OrderTerms NONE = new OrderTerms(0, new long[0]);

    private final int mask;
    private final long[] values;

    private OrderTerms(final int mask, final long[] values) {
        this.mask = mask;
        this.values = values;
    }

    /** A builder that takes one term after the other. */
    public static Builder builder() {
        return new Builder();
    }

    /** A bit for each term that is set; see {@link Term#mask()}. */
    public int mask() {
        return mask;
    }

    /** Whether no term is set. */
    public boolean isEmpty() {
        return mask == 0;
    }

    /** Whether a term is set. */
    public boolean has(final Term term) {
        return (mask & term.mask()) != 0;
    }

    /** The number of a term; 0 if it is not set. */
    public long get(final Term term) {
        return has(term) ? values[Integer.bitCount(mask & (term.mask() - 1))] : 0;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof OrderTerms terms && mask == terms.mask && Arrays.equals(values, terms.values);
    }

    @Override
    public int hashCode() {
        return 31 * mask + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder("OrderTerms[");
        for (final Term term : Term.values()) {
            if (has(term)) {
                text.append(text.charAt(text.length() - 1) == '[' ? "" : ", ")
                        .append(term)
                        .append('=')
                        .append(get(term));
            }
        }
        return text.append(']').toString();
    }

    /** Collects terms. Used by one thread. */
    public static final class Builder {
        private final long[] all = new long[Term.values().length];
        private int mask;

        private Builder() {}

        /**
         * Sets any term of orders, with its value as a number.
         *
         * @throws IllegalArgumentException if it is not a term of orders, see {@link Term#isOfOrder()}
         */
        public Builder set(final Term term, final long value) {
            if (!term.isOfOrder()) {
                throw new IllegalArgumentException("term must be one that a new order can have: term=" + term);
            }
            mask |= term.mask();
            all[term.code()] = value;
            return this;
        }

        /** The order is dormant until the last price rises or falls to a price. */
        public Builder trigger(final long price, final TriggerWhen when) {
            return set(Term.TRIGGER, price).set(Term.WHEN, when.code());
        }

        /** The order rests at its price, and enters at this one instead once its trigger is met. */
        public Builder stopPrice(final long price) {
            return set(Term.STOP_PRICE, price);
        }

        /** The trigger follows the last price at a distance, in steps of at least {@code step}. */
        public Builder trail(final long distance, final long step) {
            return set(Term.TRAIL, distance).set(Term.TRAIL_STEP, step);
        }

        /** This many lots are shown at a time. */
        public Builder display(final long lots) {
            return set(Term.DISPLAY, lots);
        }

        /** No lot is shown. */
        public Builder hidden() {
            return display(0);
        }

        /** At least this many lots must trade when the order enters. */
        public Builder minSize(final long lots) {
            return set(Term.MIN_SIZE, lots);
        }

        /** The limit is this many ticks beyond the best opposite price. */
        public Builder slippage(final long ticks) {
            return set(Term.SLIPPAGE, ticks);
        }

        /** If the order would cross, it rests one tick before the best opposite price. */
        public Builder slide() {
            return set(Term.SLIDE, 1);
        }

        /** The order ends at a time, ns since the epoch. */
        public Builder expireAt(final long timeNs) {
            return set(Term.EXPIRE_AT, timeNs);
        }

        /** Decides what happens if the order would trade with an order of its own user or group. */
        public Builder stp(final StpMode mode) {
            return set(Term.STP, mode.code());
        }

        /** Mass cancels of flagged orders cancel this order. */
        public Builder flagged() {
            return set(Term.FLAGGED, 1);
        }

        /**
         * The traded lots of this order feed another order on the other side.
         *
         * @param orderId of that order
         * @param price its limit, which takes the profit; 0 for none
         * @param trigger its trigger, which stops the loss; 0 for none
         * @param stopPrice its limit once the trigger is met; 0 without a trigger
         */
        public Builder exit(final long orderId, final long price, final long trigger, final long stopPrice) {
            return set(Term.EXIT_ORDER_ID, orderId)
                    .set(Term.EXIT_PRICE, price)
                    .set(Term.EXIT_TRIGGER, trigger)
                    .set(Term.EXIT_STOP_PRICE, stopPrice);
        }

        /** The terms. */
        public OrderTerms build() {
            final long[] values = new long[Integer.bitCount(mask)];
            int at = 0;
            for (int code = 0; code < all.length; code++) {
                if ((mask >>> code & 1) != 0) {
                    values[at++] = all[code];
                }
            }
            return mask == 0 ? NONE : new OrderTerms(mask, values);
        }
    }
}
