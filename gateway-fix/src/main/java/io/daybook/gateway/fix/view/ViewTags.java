package io.daybook.gateway.fix.view;

/** The fields of lists and reports, by their names in FIX 4.4. */
final class ViewTags {
    static final int ACCOUNT = 1;
    static final int CURRENCY = 15;
    static final int REF_SEQ_NUM = 45;
    static final int SYMBOL = 55;
    static final int TEXT = 58;
    static final int NO_RELATED_SYM = 146;
    static final int SECURITY_TYPE = 167;
    static final int SUBSCRIPTION_REQUEST_TYPE = 263;
    static final int SECURITY_REQ_ID = 320;
    static final int SECURITY_RESPONSE_ID = 322;
    static final int TRAD_SES_REQ_ID = 335;
    static final int TRADING_SESSION_ID = 336;
    static final int TRAD_SES_STATUS = 340;
    static final int REF_MSG_TYPE = 372;
    static final int BUSINESS_REJECT_REASON = 380;
    static final int TOT_NO_RELATED_SYM = 393;
    static final int SECURITY_LIST_REQUEST_TYPE = 559;
    static final int SECURITY_REQUEST_RESULT = 560;
    static final int ROUND_LOT = 561;
    static final int MIN_TRADE_VOL = 562;
    static final int TRAD_SES_STATUS_REJ_REASON = 567;
    static final int ACCOUNT_TYPE = 581;
    static final int NO_POSITIONS = 702;
    static final int POS_TYPE = 703;
    static final int LONG_QTY = 704;
    static final int SHORT_QTY = 705;
    static final int POS_AMT_TYPE = 707;
    static final int POS_AMT = 708;
    static final int POS_REQ_ID = 710;
    static final int CLEARING_BUSINESS_DATE = 715;
    static final int POS_MAINT_RPT_ID = 721;
    static final int POS_REQ_TYPE = 724;
    static final int TOTAL_NUM_POS_REPORTS = 727;
    static final int POS_REQ_RESULT = 728;
    static final int POS_REQ_STATUS = 729;
    static final int SETTL_PRICE = 730;
    static final int SETTL_PRICE_TYPE = 731;
    static final int PRIOR_SETTL_PRICE = 734;
    static final int NO_POS_AMT = 753;
    static final int NO_INSTR_ATTRIB = 870;
    static final int INSTR_ATTRIB_TYPE = 871;
    static final int INSTR_ATTRIB_VALUE = 872;
    static final int LAST_FRAGMENT = 893;
    static final int MARGIN_EXCESS = 899;
    static final int TOTAL_NET_VALUE = 900;
    static final int CASH_OUTSTANDING = 901;
    static final int COLL_RPT_ID = 908;
    static final int COLL_INQUIRY_ID = 909;
    static final int COLL_STATUS = 910;
    static final int TOT_NUM_REPORTS = 911;
    static final int LAST_RPT_REQUESTED = 912;
    static final int COLL_INQUIRY_STATUS = 945;
    static final int COLL_INQUIRY_RESULT = 946;

    private ViewTags() {}
}
