package io.daybook.api;

/**
 * The fate of an exchange whose follower throws, or holds the ring full without progress for
 * {@link ExchangeConfig#followerTimeoutMs}.
 */
public enum OnFailure {
    /**
     * The exchange stops. Results already released are still delivered; the follower receives them at the next start.
     */
    HALT,
    /**
     * The exchange continues without the follower, and calls {@link ExchangeListener#onDetached}. The folder keeps what
     * the follower needs: at the next start it continues from its part or its mark.
     */
    DETACH
}
