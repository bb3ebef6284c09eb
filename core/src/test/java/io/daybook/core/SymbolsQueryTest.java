package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.daybook.api.AddSymbol;
import io.daybook.api.Exchange;
import io.daybook.api.SymbolSpec;
import io.daybook.api.SymbolsQuery;
import io.daybook.api.SymbolsReport;
import io.daybook.api.Topology;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SymbolsQueryTest {
    @TempDir
    private Path folder;

    static List<Topology> topologies() {
        return List.of(Topology.INLINE, Topology.FUSED, Topology.pipelined(2));
    }

    @ParameterizedTest
    @MethodSource("topologies")
    void shouldTellTheSpecificationsOfSymbolsAfterARestartToo(final Topology topology) {
        final SymbolSpec pair =
                SymbolSpec.exchangePair(7, 10, 20).feesPerLot(2, 1).build();
        final SymbolSpec future =
                SymbolSpec.futuresContract(3, 10, 20).margins(5, 6).build();
        final SymbolsReport before;
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).journal(folder).start()) {
            assertEquals(
                    new SymbolsReport(0, List.of()),
                    exchange.query(new SymbolsQuery()).join());
            exchange.submit(new AddSymbol(pair)).join();
            exchange.submit(new AddSymbol(future)).join();
            before = exchange.query(new SymbolsQuery()).join();
        }
        assertEquals(new SymbolsReport(2, List.of(future, pair)), before);
        assertEquals(pair, before.spec(7));
        assertNull(before.spec(4711));
        try (Exchange exchange = DaybookExchange.builder().journal(folder).start()) {
            assertEquals(before, exchange.query(new SymbolsQuery()).join());
        }
    }
}
