package io.daybook.testvenue;

import io.daybook.api.Command;
import io.daybook.api.Exchange;
import io.daybook.api.ExchangeConfig;
import io.daybook.api.Topology;
import io.daybook.core.DaybookExchange;
import io.daybook.core.recovery.JournalCommands;
import io.daybook.journal.JournalStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.scenario.ResultWriter;
import io.daybook.scenario.ScenarioWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * A journal as lines of a scenario, each command with its result after it. The journal has no results, so an exchange
 * without a journal computes them again from the commands.
 */
final class JournalLines {
    private final long fromSeq;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ScenarioWriter commands = new ScenarioWriter(out);
    private final ResultWriter results = new ResultWriter(out);

    private JournalLines(final long fromSeq) {
        this.fromSeq = fromSeq;
    }

    /** The lines from a seq on. */
    static byte[] read(final Path folder, final ExchangeConfig config, final long fromSeq) {
        final JournalLines lines = new JournalLines(fromSeq);
        final JournalReader reader = JournalReader.open(folder);
        final JournalStat stat = reader.stat();
        try (Exchange again = DaybookExchange.builder()
                .topology(Topology.INLINE)
                .marginTrading(config.marginTrading())
                .resetAllowed(config.resetAllowed())
                .start()) {
            reader.replay(
                    stat,
                    1,
                    stat.lastSeq(),
                    new JournalCommands(
                            1,
                            stat.lastSeq(),
                            reader::segmentOf,
                            (seq, timestampNs, cookie, tag, command) ->
                                    lines.write(again, seq, timestampNs, cookie, tag, command)));
        }
        return lines.out.toByteArray();
    }

    private void write(
            final Exchange again,
            final long seq,
            final long timestampNs,
            final long cookie,
            final byte[] tag,
            final Command command) {
        final var result = again.submit(command, cookie, timestampNs, tag).join();
        if (seq < fromSeq) {
            return;
        }
        try {
            commands.journaled(command, cookie, tag, seq, timestampNs);
            commands.flush();
            results.result(result, HexFormat.of().formatHex(tag));
            results.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
