package io.daybook.api;

/**
 * What becomes of an exchange whose follower throws, or holds the ring full without progress for
 * {@link ExchangeConfig#followerTimeoutMs}.
 */
public enum OnFailure {
    /** The exchange stops: nobody is answered whose result this follower has not heard. */
    HALT,
    /**
     * The exchange goes on without it, and tells {@link ExchangeListener#onDetached}. The folder goes on keeping what
     * the follower needs: at the next start it goes on where its part or its mark says.
     */
    DETACH
}
