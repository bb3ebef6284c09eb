package io.daybook.gateway.fix.marketdata;

/** The fields of market data, by their names in FIX 4.4. */
final class MdTags {
    static final int SYMBOL = 55;
    static final int TEXT = 58;
    static final int NO_RELATED_SYM = 146;
    static final int MD_REQ_ID = 262;
    static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    static final int MARKET_DEPTH = 264;
    static final int MD_UPDATE_TYPE = 265;
    static final int AGGREGATED_BOOK = 266;
    static final int NO_MD_ENTRY_TYPES = 267;
    static final int NO_MD_ENTRIES = 268;
    static final int MD_ENTRY_TYPE = 269;
    static final int MD_ENTRY_PX = 270;
    static final int MD_ENTRY_SIZE = 271;
    static final int MD_ENTRY_DATE = 272;
    static final int MD_ENTRY_TIME = 273;
    static final int MD_ENTRY_ID = 278;
    static final int MD_UPDATE_ACTION = 279;
    static final int MD_REQ_REJ_REASON = 281;
    static final int OPEN_CLOSE_SETTL_FLAG = 286;
    static final int QUOTE_ENTRY_ID = 299;
    static final int NUMBER_OF_ORDERS = 346;
    static final int NO_TRADING_SESSIONS = 386;
    static final int SCOPE = 546;
    static final int MD_IMPLICIT_DELETE = 547;

    static final char BID = '0';
    static final char OFFER = '1';
    static final char TRADE = '2';

    static final char NEW = '0';
    static final char CHANGE = '1';
    static final char DELETE = '2';

    private MdTags() {}
}
