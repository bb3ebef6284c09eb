package io.daybook.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.AddUser;
import io.daybook.api.Exchange;
import io.daybook.api.SuspendUser;
import io.daybook.api.Topology;
import io.daybook.api.UsersQuery;
import io.daybook.api.UsersReport;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The query for all users, on an exchange that runs and on one that has recovered. */
class UsersQueryTest {
    private static final byte[] NO_TAG = {};

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.daybook.core.SymbolsQueryTest#topologies")
    void shouldTellAllUsers(final Topology topology) {
        try (Exchange exchange =
                DaybookExchange.builder().topology(topology).journal(folder).start()) {
            assertUsers(exchange, 0, Set.of());
            exchange.submit(new AddUser(301)).join();
            exchange.trySubmit(new AddUser(7), 5, NO_TAG).orElseThrow().join();
            exchange.submit(new SuspendUser(7)).join();
            assertUsers(exchange, 3, Set.of(7L, 301L));
        }
        try (Exchange exchange = DaybookExchange.builder().journal(folder).start()) {
            assertUsers(exchange, 3, Set.of(7L, 301L));
        }
    }

    private static void assertUsers(final Exchange exchange, final long seq, final Set<Long> uids) {
        final UsersReport report = exchange.query(new UsersQuery()).join();
        assertEquals(seq, report.seq());
        assertEquals(new TreeSet<>(uids), new TreeSet<>(report.uids()));
    }
}
