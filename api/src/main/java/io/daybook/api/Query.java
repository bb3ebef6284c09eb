package io.daybook.api;

/**
 * A question about the state. Queries travel in order with the commands, change nothing, take no number and are not
 * journaled; their report carries the seq of the last command whose effect it shows.
 *
 * @param <R> the report that answers it
 */
public sealed interface Query<R>
        permits AuditQuery,
                OrderBookQuery,
                SubscribeBookQuery,
                UnsubscribeBookQuery,
                UserReportQuery,
                TotalsReportQuery,
                StateHashQuery,
                CustomQuery {

    /** The type of this query. */
    CommandType type();
}
