package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;

/**
 * Each setting of {@link ExchangeConfig} with the decision for a venue, for every command that runs one: the operator
 * decides in {@code daybook.toml}, or a venue has one value whatever the file says. A test fails where a setting has no
 * decision.
 */
enum VenueSetting {
    RING_SIZE("ringSize", By.FILE),
    EVENT_RING_SIZE("eventRingSize", By.FILE),
    /** All doors send. */
    SINGLE_PRODUCER("singleProducer", By.VENUE),
    /** Never INLINE: the doors are followers with threads of their own. */
    TOPOLOGY("topology", By.FILE),
    DELIVERY("delivery", By.FILE),
    IDLE_STRATEGY("idleStrategy", By.FILE),
    /** One strategy for all threads has been enough. */
    IDLE_STRATEGIES("idleStrategies", By.VENUE),
    ORDER_BOOK_TYPE("orderBookType", By.FILE),
    /** Listings come while the venue runs, so that one index serves all. */
    ORDER_BOOK_TYPES("orderBookTypes", By.VENUE),
    MARGIN_TRADING("marginTrading", By.FILE),
    /** A RESET would end the orders of clients. */
    RESET_ALLOWED("resetAllowed", By.VENUE),
    /** The folder {@code data}. */
    JOURNAL("journal", By.FILE),
    MUST_EXIST("mustExist", By.FILE),
    ACK_MODE("ackMode", By.FILE),
    COMPRESSION("compression", By.FILE),
    FORCE_INTERVAL_MS("forceIntervalMs", By.FILE),
    BLOCK_BYTES("blockBytes", By.FILE),
    QUERY_TIMEOUT_MS("queryTimeoutMs", By.FILE),
    CLOSE_TIMEOUT_MS("closeTimeoutMs", By.FILE),
    FOLLOWER_TIMEOUT_MS("followerTimeoutMs", By.FILE),
    VALIDATE_EVERY("validateEvery", By.FILE),
    SNAPSHOTS("snapshots", By.FILE),
    /** Doors take orders with an end, and none of them can send a TICK. */
    AUTOMATIC_TICKS("automaticTicks", By.VENUE),
    /** Queries of an application's own need its classes. */
    CUSTOM_QUERIES("customQueries", By.VENUE);

    /** Who decides. */
    enum By {
        /** The operator, by a key. */
        FILE,
        /** {@link #decided}: the same in all venues. */
        VENUE
    }

    private final String setting;
    private final By by;

    VenueSetting(final String setting, final By by) {
        this.setting = setting;
        this.by = by;
    }

    /** The name in {@link ExchangeConfig}. */
    String setting() {
        return setting;
    }

    By by() {
        return by;
    }

    /** What is the same in all venues; their files add the rest. */
    static ExchangeConfig.Builder decided() {
        return ExchangeConfig.builder()
                .singleProducer(false)
                .resetAllowed(false)
                .automaticTicks(true);
    }
}
