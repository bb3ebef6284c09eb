package io.daybook.cli.lobster;

import io.daybook.api.Command;
import io.daybook.flow.CommandSink;
import io.daybook.scenario.ScenarioWriter;
import java.io.IOException;

/** Writes commands, with their comments, as a scenario. The caller flushes the writer. */
record ScenarioSink(ScenarioWriter out) implements CommandSink {
    @Override
    public void send(final Command command, final long cookie, final long timestampNs) throws IOException {
        out.command(command, cookie, timestampNs);
    }

    @Override
    public void comment(final String text) throws IOException {
        out.comment(text);
    }
}
