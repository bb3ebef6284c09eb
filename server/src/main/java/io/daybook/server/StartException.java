package io.daybook.server;

/** The failure of a venue's start, which the message explains. */
public final class StartException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean isUsage;

    /**
     * Makes an exception.
     *
     * @param isUsage whether the configuration is at fault
     * @param message names the object, the value and the remedy
     */
    public StartException(final boolean isUsage, final String message) {
        super(message, null, false, false);
        this.isUsage = isUsage;
    }

    /** Returns whether the configuration is at fault, not the exchange or the machine. */
    public boolean isUsage() {
        return isUsage;
    }
}
