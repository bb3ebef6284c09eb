package io.daybook.client;

import io.daybook.wire.ByeReason;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The client could not connect. */
public final class ClientException extends IOException {
    private final @Nullable ByeReason reason;

    ClientException(final String message, final @Nullable ByeReason reason, final @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** The reason that the venue gave; null if it gave none. */
    public @Nullable ByeReason reason() {
        return reason;
    }
}
