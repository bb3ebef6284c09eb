package io.daybook.api;

/** The texts of the result codes for people, in one place for the command line, the guide and every application. */
final class ResultCodeTexts {

    private ResultCodeTexts() {}

    /** The meaning of a code, one sentence. */
    static String meaning(final ResultCode code) {
        return switch (code) {
            case SUCCESS -> "The command was carried out.";
            case AUTH_INVALID_USER -> "There is no user with this uid (or, when adding one, the uid is below 1).";
            case AUTH_USER_SUSPENDED -> "The user is suspended: no new orders and no moves.";
            case INVALID_SYMBOL -> "There is no symbol with this number.";
            case INVALID_SYMBOL_SPEC -> "The specification of the symbol contradicts itself or leaves its ranges.";
            case SYMBOL_ALREADY_EXISTS -> "A symbol with this number exists already, or is twice in the list.";
            case INVALID_CURRENCY -> "The number of the currency is below 1.";
            case INVALID_ORDER_ID -> "The order id is below 1.";
            case INVALID_SIZE ->
                "The size is not between 1 and 2^40 lots, or the number of levels or orders that a query asks for is"
                        + " below 0.";
            case INVALID_PRICE -> "The price is outside the symbol's limits, or a budget outside 1 to 2^62.";
            case UNSUPPORTED_ORDER_TYPE -> "This order type does not exist for this side or this kind of symbol.";
            case RISK_INVALID_RESERVE_BID_PRICE ->
                "The reserve price of the bid is below its price or above the limit.";
            case RISK_ASK_PRICE_LOWER_THAN_FEE -> "At this price a sale would earn less than its fee.";
            case RISK_AMOUNT_OVERFLOW ->
                "What the order could cost does not fit into 64 bits, or into the exposure limit.";
            case RISK_NSF -> "Not sufficient funds: the hold of the order is more than what is available.";
            case RISK_MARGIN_TRADING_DISABLED ->
                "Futures are not traded here: the exchange was started without margin trading.";
            case MATCHING_UNKNOWN_ORDER_ID -> "The user has no live order with this id in this symbol.";
            case MATCHING_DUPLICATE_ORDER_ID -> "An order with this id is live in this symbol.";
            case MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT ->
                "The new price is above what was reserved for the bid, or below what the fee of the ask needs.";
            case MATCHING_MOVE_FAILED_WOULD_CROSS ->
                "A POST_ONLY order may not be moved to a price at which it would trade.";
            case USER_MGMT_USER_ALREADY_EXISTS -> "A user with this uid exists already.";
            case USER_MGMT_USER_NOT_FOUND -> "There is no user with this uid.";
            case USER_MGMT_USER_ALREADY_SUSPENDED -> "The user is suspended already.";
            case USER_MGMT_USER_NOT_SUSPENDED -> "The user is not suspended.";
            case USER_MGMT_ADJUSTMENT_ZERO -> "The amount of the adjustment is 0.";
            case USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME ->
                "The transaction id is that of the user's last adjustment, which is done.";
            case USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY ->
                "The transaction id is below that of the user's last adjustment, or below 1.";
            case USER_MGMT_ADJUSTMENT_NSF ->
                "The withdrawal is more than what is available, or an account of the user is short.";
            case USER_MGMT_ADJUSTMENT_LIMIT ->
                "The amount, the balance or the total of the currency would leave its limit.";
            case RESET_NOT_ALLOWED -> "The exchange was not started with reset allowed.";
            case UNSUPPORTED_COMMAND -> "The engine does not know this command or report.";
            case INVALID_TERMS ->
                "A term of the order is out of its range, or does not go with the order or another term.";
            case INVALID_SETTING -> "A setting of the user is unknown or out of its range.";
            case MATCHING_TRIGGER_ALREADY_MET -> "The last price has met the trigger already.";
            case MATCHING_TOO_MANY_TRAILING -> "The symbol has 4,096 trailing orders, or the user 64 of them.";
            case RISK_OPEN_ORDERS_LIMIT ->
                "The user has as many live orders as one may have: 16,384 in all symbols, or fewer by maxOpenOrders.";
        };
    }

    /** What to do about it, one or two sentences. */
    static String advice(final ResultCode code) {
        return switch (code) {
            case SUCCESS -> "Nothing.";
            case AUTH_INVALID_USER -> "Add the user first, or correct the uid.";
            case AUTH_USER_SUSPENDED -> "Resume the user. A suspended user can cancel, reduce and withdraw.";
            case INVALID_SYMBOL -> "Add the symbol first, or correct its number.";
            case INVALID_SYMBOL_SPEC ->
                "Ids, lotSize and tickValue from 1; 0 ≤ makerFee ≤ takerFee, at most 1,000,000 when PROPORTIONAL; 1 ≤"
                        + " minPrice ≤ maxPrice ≤ 2^40; a pair has two currencies and no margins, futures have PER_LOT"
                        + " fees.";
            case SYMBOL_ALREADY_EXISTS -> "Choose another number; a symbol cannot be changed or removed.";
            case INVALID_CURRENCY -> "Use a number from 1.";
            case INVALID_ORDER_ID -> "Use an id from 1 that is not live in this symbol.";
            case INVALID_SIZE -> "Sizes are whole lots: check the symbol's lotSize.";
            case INVALID_PRICE -> "Prices are whole ticks within minPrice and maxPrice: check the scale of the price.";
            case UNSUPPORTED_ORDER_TYPE ->
                "IOC_BUDGET is for bids of pairs, FOK_BUDGET for pairs; all other types fit every side and symbol.";
            case RISK_INVALID_RESERVE_BID_PRICE ->
                "Leave reservePrice out (then it is the price), or set it from the price up to maxPrice;"
                        + " for a budget order 0 or the price itself.";
            case RISK_ASK_PRICE_LOWER_THAN_FEE -> "Ask at least takerFee / tickValue ticks, rounded up.";
            case RISK_AMOUNT_OVERFLOW ->
                "Order less, or at a lower price; futures need a maxPrice that is not far above the market.";
            case RISK_NSF -> "Deposit, cancel other orders, or order less.";
            case RISK_MARGIN_TRADING_DISABLED ->
                "Trade pairs, or start with margin trading; a journal keeps the setting that it was created with.";
            case MATCHING_UNKNOWN_ORDER_ID ->
                "It may be filled or cancelled already: read the user's report. Check uid, symbol and id.";
            case MATCHING_DUPLICATE_ORDER_ID -> "Use another id; this one is free again when the live order has ended.";
            case MATCHING_MOVE_FAILED_PRICE_OVER_RISK_LIMIT ->
                "Cancel the order and place it again; or place bids with a reservePrice that leaves room to move.";
            case MATCHING_MOVE_FAILED_WOULD_CROSS -> "Move it to a price that does not cross.";
            case USER_MGMT_USER_ALREADY_EXISTS -> "Use the existing user, or choose another uid.";
            case USER_MGMT_USER_NOT_FOUND -> "Add the user first, or correct the uid.";
            case USER_MGMT_USER_ALREADY_SUSPENDED -> "Nothing.";
            case USER_MGMT_USER_NOT_SUSPENDED -> "Nothing.";
            case USER_MGMT_ADJUSTMENT_ZERO -> "Send a positive amount to deposit, a negative one to withdraw.";
            case USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_SAME ->
                "A retry needs nothing more. Otherwise use a higher transaction id.";
            case USER_MGMT_ADJUSTMENT_ALREADY_APPLIED_MANY ->
                "A retry needs nothing more. Otherwise use a higher transaction id.";
            case USER_MGMT_ADJUSTMENT_NSF -> "Withdraw less, or free what orders and positions hold.";
            case USER_MGMT_ADJUSTMENT_LIMIT ->
                "An amount is at most 2^53, a balance after a deposit 2^60, the total of a currency 2^62.";
            case RESET_NOT_ALLOWED ->
                "Start without a journal, or create the journal with reset allowed: for tests only.";
            case UNSUPPORTED_COMMAND -> "Register the report when the exchange is built, or use a newer version.";
            case INVALID_TERMS -> "Compare the terms with the table in the user guide.";
            case INVALID_SETTING -> "Set stpMode, stpGroup or maxOpenOrders of a user, with symbol 0.";
            case MATCHING_TRIGGER_ALREADY_MET ->
                "Place the order without a trigger, or with one on the other side of the last price.";
            case MATCHING_TOO_MANY_TRAILING -> "Cancel a trailing order first, or place a stop that does not trail.";
            case RISK_OPEN_ORDERS_LIMIT -> "Cancel an order first: until then no order of any type is accepted.";
        };
    }
}
