package io.daybook.server.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddUser;
import io.daybook.api.UserReportQuery;
import io.daybook.core.DaybookExchange;
import io.daybook.host.Clock;
import io.daybook.server.api.Waiting;
import io.daybook.server.history.MarketHistory;
import io.daybook.server.http.TextFrame;
import io.daybook.server.metrics.ServerMetrics;
import io.daybook.server.orders.OrdersBook;
import io.daybook.wire.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The balances of an account are sent, even if an answer came while the queue was full. */
class AccountSourceTest {
    @TempDir
    private Path folder;

    @Test
    void shouldAskAgainWhereTheAnswerFoundNoRoom() throws Exception {
        try (var exchange = DaybookExchange.builder()
                        .journal(folder.resolve("data"))
                        .start();
                Waiting waiting = new Waiting(exchange);
                Streams streams =
                        new Streams(new OrdersBook(), new MarketHistory(), Clock.system(), new ServerMetrics())) {
            exchange.submit(new AddUser(301)).join();
            final AccountSource source = new AccountSource(
                    301,
                    waiting,
                    streams,
                    true,
                    report -> TextFrame.of(
                            new Json().object().put("uid", report.uid()).end()));
            fill(streams);
            assertEquals(List.of(), source.changed());
            waiting.ask(new UserReportQuery(301)).join(); // completes after the source's query
            streams.start(() -> {});
            final BlockingQueue<List<TextFrame>> told = new LinkedBlockingQueue<>();
            List<TextFrame> frames = List.of();
            while (frames.isEmpty()) {
                if (streams.run(() -> told.add(source.changed()))) {
                    frames = told.take();
                }
            }
            assertEquals(1, frames.size());
        }
    }

    private static void fill(final Streams streams) {
        boolean hasRoom = true;
        while (hasRoom) {
            hasRoom = streams.run(() -> {});
        }
    }
}
