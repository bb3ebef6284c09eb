package io.daybook.api;

/**
 * What becomes of an exchange whose follower throws, or holds the ring full without progress for
 * {@link ExchangeConfig#followerTimeoutMs}.
 */
public enum OnFailure {
    /** The exchange stops. Results already released are still answered; the follower hears them at the next start. */
    HALT,
    /**
     * The exchange goes on without it, and tells {@link ExchangeListener#onDetached}. The folder goes on keeping what
     * the follower needs: at the next start it goes on where its part or its mark says.
     */
    DETACH
}
