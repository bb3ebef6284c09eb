package io.daybook.cli.venue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.cli.CommandRun;
import io.daybook.core.exchange.InlineExchange;
import io.daybook.core.recovery.RecoveredState;
import io.daybook.host.Proves;
import io.daybook.kernel.state.StateReader;
import io.daybook.kernel.state.StateRecordType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves("the audit finds the faults of a snapshot whose checksums hold")
@Tag("whole")
class AuditCommandTest {
    private static final long USER = 301;
    private static final long USD = 20;

    @TempDir
    private Path folder;

    /** A record of a state. */
    private record Row(StateRecordType type, long... fields) {}

    @Test
    void shouldSayWhatIsWrongWithAStateWhoseChecksumsHold() {
        snapshotOf(
                new Row(StateRecordType.CURRENCY, USD, 0, -100),
                new Row(StateRecordType.USER, USER, 1, 0),
                new Row(StateRecordType.ACCOUNT, USER, USD, 100, 7)); // 7 are held for an order that does not exist
        final CommandRun audit = CommandRun.of("audit", folder.toString());
        assertEquals(3, audit.status(), audit.err());
        assertTrue(
                audit.lines().contains("violation: user 301, currency 20: 7 is held, but live orders need 0"),
                audit.out());
        assertTrue(audit.lines().contains("NOT balanced"), audit.out());
    }

    @Test
    void shouldFindNothingWrongWithASoundState() {
        snapshotOf(
                new Row(StateRecordType.CURRENCY, USD, 0, -100),
                new Row(StateRecordType.USER, USER, 1, 0),
                new Row(StateRecordType.ACCOUNT, USER, USD, 100, 0));
        final CommandRun audit = CommandRun.of("audit", folder.toString());
        assertEquals(0, audit.status(), audit.err());
        assertTrue(audit.lines().contains("balanced"), audit.out());
    }

    /** Makes a folder with a snapshot of a state that no commands have produced. */
    private void snapshotOf(final Row... rows) {
        final ExchangeConfig config = ExchangeConfig.builder()
                .topology(Topology.INLINE)
                .journal(folder)
                .build();
        final RecoveredState recovered = RecoveredState.recover(config);
        recovered.engine().readState(reader(List.of(rows)), 0, 0);
        try (Exchange exchange = new InlineExchange(config, recovered)) {
            exchange.snapshot().join();
        }
    }

    private static StateReader reader(final List<Row> rows) {
        return new StateReader() {
            private int at = -1;

            @Override
            public boolean next() {
                return ++at < rows.size();
            }

            @Override
            public StateRecordType type() {
                return rows.get(at).type();
            }

            @Override
            public long get(final int field) {
                return rows.get(at).fields()[field];
            }
        };
    }
}
