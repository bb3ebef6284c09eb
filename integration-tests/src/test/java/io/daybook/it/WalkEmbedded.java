package io.daybook.it;

import io.daybook.api.CancelReason;
import io.daybook.api.Command;
import io.daybook.api.EventKind;
import io.daybook.api.EventView;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeListener;
import io.daybook.api.OrderBookQuery;
import io.daybook.api.OrderTerms;
import io.daybook.api.ResultView;
import io.daybook.api.Term;
import io.daybook.api.UserReport;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An exchange in the process of the test, with a journal and automatic ticks. */
final class WalkEmbedded extends WalkDoor implements ExchangeListener {
    private final Exchange exchange;

    WalkEmbedded(final int number, final Path folder) {
        super(number, "embedded");
        exchange = DaybookExchange.builder()
                .journal(folder)
                .automaticTicks(true)
                .resetAllowed(true)
                .start();
        exchange.addListener(this);
    }

    @Override
    String send(final Command command) {
        WalkExec.know(this, command);
        return exchange.submit(WalkExec.withOwnId(command)).join().code().name();
    }

    @Override
    public void onResult(final ResultView result) {
        if (result.isSuccess() && result.orderId() != 0) {
            hear(result.orderId(), 0, result.remaining(), null);
        }
        for (int i = 0; i < result.eventCount(); i++) {
            onEvent(result.event(i));
        }
    }

    private void onEvent(final EventView event) {
        switch (EventKind.of(event.kindCode())) {
            case TRADE -> {
                hear(event.takerOrderId(), event.size(), event.takerRemaining(), null);
                hear(event.makerOrderId(), event.size(), event.makerRemaining(), null);
            }
            case REDUCE -> hear(event.takerOrderId(), 0, event.takerRemaining(), "REDUCE");
            case REJECT -> hear(event.takerOrderId(), 0, 0, "REJECT");
            case CANCEL ->
                hear(
                        event.makerOrderId(),
                        0,
                        event.makerRemaining(),
                        CancelReason.of(event.causeCode()).name());
            case REPLACE -> hear(event.makerOrderId(), 0, event.makerRemaining(), null);
            case ACT -> hear(event.takerOrderId(), 0, event.takerRemaining(), "ACT " + event.causeCode());
            default -> hear(event.makerOrderId(), 0, -1, null);
        }
    }

    @Override
    String word(final End end) {
        return WalkExec.wordOf(end);
    }

    @Override
    String book(final int symbol) {
        final var book = exchange.query(new OrderBookQuery(symbol, 10)).join();
        return Stream.concat(book.asks().stream(), book.bids().stream())
                .map(level -> level.price() + "x" + level.size())
                .collect(Collectors.joining(" "));
    }

    @Override
    String shown(final long uid, final int symbol, final long id) {
        final UserReport.Order order = exchange.query(new UserReportQuery(uid)).join().orders().stream()
                .filter(one -> one.orderId() == idOf(symbol, id))
                .findFirst()
                .orElseThrow();
        final OrderTerms terms = order.terms();
        return terms(
                order.dormant(),
                terms.has(Term.DISPLAY) ? String.valueOf(terms.get(Term.DISPLAY)) : "",
                terms.has(Term.EXPIRE_AT) ? String.valueOf(terms.get(Term.EXPIRE_AT) / 1_000_000) : "",
                terms.has(Term.TRIGGER) ? String.valueOf(terms.get(Term.TRIGGER)) : "");
    }

    @Override
    String termsOfAWoken(final String sent) {
        return "";
    }

    @Override
    long balance(final long uid) {
        return exchange.query(UserReportQuery.accounts(uid)).join().accounts().stream()
                .filter(account -> account.currency() == WalkExec.QUOTE)
                .mapToLong(account -> account.balance())
                .sum();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
