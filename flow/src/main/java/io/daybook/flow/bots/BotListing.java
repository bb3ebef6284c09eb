package io.daybook.flow.bots;

/** The listings that the bots trade. */
public enum BotListing {
    BTC_EUR("BTC-EUR", 9_001, 0.08, 45),
    ETH_EUR("ETH-EUR", 9_002, 1.5, 25),
    ETH_BTC("ETH-BTC", 9_003, 1.0, 15),
    BTC_PERP("BTC-PERP", 9_004, 0.08, 15);

    private final String text;
    private final long maker;
    private final double size;
    private final int share;

    BotListing(final String text, final long maker, final double size, final int share) {
        this.text = text;
        this.maker = maker;
        this.size = size;
        this.share = share;
    }

    /** The name of the listing. */
    public String text() {
        return text;
    }

    /** The user of the listing's maker. */
    public long maker() {
        return maker;
    }

    /** The size of a usual order, in base currency. */
    double size() {
        return size;
    }

    /** The percentage of all orders that are for the listing. */
    int share() {
        return share;
    }
}
