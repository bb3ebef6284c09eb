package io.daybook.api;

/** Asks for the sums over all users, per currency and per symbol. */
public record TotalsReportQuery() implements Query<TotalsReport> {
    @Override
    public CommandType type() {
        return CommandType.TOTALS_REPORT;
    }
}
