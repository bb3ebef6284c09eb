package io.daybook.model;

/** A settlement that overflows 64 bits: the one documented case in which input halts the exchange. */
public final class CapacityExceeded extends RuntimeException {
    CapacityExceeded(final String message) {
        super(message);
    }
}
