package io.daybook.it.scenario;

import io.daybook.api.AuditQuery;
import io.daybook.api.AuditReport;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.OrderBookType;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.model.Scenario;
import io.daybook.model.ScenarioRunner;
import io.daybook.scenario.ScenarioRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Runs scenarios through the product: a new exchange for each scenario, with the same reader and writer as
 * {@code daybook exec}, and an audit at the end.
 */
public final class ProductRunner implements ScenarioRunner {
    private final Topology topology;
    private final OrderBookType books;

    public ProductRunner(final Topology topology, final OrderBookType books) {
        this.topology = topology;
        this.books = books;
    }

    @Override
    public List<String> run(final Scenario scenario) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(topology)
                .orderBookType(books)
                .marginTrading(scenario.settings().marginTrading())
                .resetAllowed(scenario.settings().resetAllowed())
                .ringSize(1024)
                .eventRingSize(1024)
                .build();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Exchange exchange = DaybookExchange.start(config)) {
            final byte[] text = String.join("\n", scenario.lines()).getBytes(StandardCharsets.UTF_8);
            final ScenarioRun.Outcome outcome =
                    new ScenarioRun(exchange, new ByteArrayInputStream(text), out, false, lines -> {}).run();
            if (outcome.failure() != null) {
                throw new IllegalStateException("the exchange stopped", outcome.failure());
            }
            final AuditReport audit = exchange.query(new AuditQuery()).join();
            if (!audit.isBalanced()) {
                throw new IllegalStateException("the books do not balance: " + audit.violations());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
