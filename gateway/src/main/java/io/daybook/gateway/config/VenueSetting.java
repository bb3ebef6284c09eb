package io.daybook.gateway.config;

import io.daybook.api.ExchangeConfig;

/**
 * Each setting of {@link ExchangeConfig} with its source in a venue, for every command that runs one: the operator
 * decides in {@code daybook.toml}, or all venues have one value. A test fails if a setting is missing here.
 */
enum VenueSetting {
    RING_SIZE("ringSize", By.FILE),
    EVENT_RING_SIZE("eventRingSize", By.FILE),
    /** All doors send. */
    SINGLE_PRODUCER("singleProducer", By.VENUE),
    /** Never INLINE, because the doors are followers with their own threads. */
    TOPOLOGY("topology", By.FILE),
    DELIVERY("delivery", By.FILE),
    IDLE_STRATEGY("idleStrategy", By.FILE),
    /** One strategy for all threads has been enough. */
    IDLE_STRATEGIES("idleStrategies", By.VENUE),
    ORDER_BOOK_TYPE("orderBookType", By.FILE),
    /** Listings are added while the venue runs, so one index serves all. */
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
    /** Doors accept orders that expire, and none of them can send a TICK. */
    AUTOMATIC_TICKS("automaticTicks", By.VENUE),
    /** An application's own queries need its classes. */
    CUSTOM_QUERIES("customQueries", By.VENUE);

    /** The source of a setting. */
    enum By {
        /** A key of the operator. */
        FILE,
        /** {@link #decided}: the same value in all venues. */
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

    /** The settings that are the same in all venues; their files add the rest. */
    static ExchangeConfig.Builder decided() {
        return ExchangeConfig.builder()
                .singleProducer(false)
                .resetAllowed(false)
                .automaticTicks(true);
    }
}
