package io.daybook.server;

/** A venue does not start, for a reason that the message explains. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isUsage;

    /**
     * A start that has failed.
     *
     * @param isUsage whether the configuration is at fault
     * @param message names the thing, the value and the way out
     */
    public StartException(final boolean isUsage, final String message) {
        super(message, null, false, false);
        this.isUsage = isUsage;
    }

    /** Whether the configuration is at fault, not the exchange or the machine. */
    public boolean isUsage() {
        return isUsage;
    }
}
