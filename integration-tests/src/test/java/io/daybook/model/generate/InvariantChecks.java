package io.daybook.model.generate;

import io.daybook.model.Exchange;
import io.daybook.model.Invariants;
import io.daybook.model.ModelRunner;
import io.daybook.model.Outcome;
import io.daybook.model.ScenarioLine;

/**
 * Counts all commands of the model, and checks the invariants of the model after every n-th command.
 *
 * @param coverage counts the commands
 * @param every the number of commands between two checks
 */
public record InvariantChecks(Coverage coverage, int every) implements ModelRunner.Listener {
    @Override
    public void onCommand(final ScenarioLine line, final Outcome outcome, final Exchange exchange) {
        coverage.onCommand(line, outcome, exchange);
        if (coverage.commands() % every == 0) {
            Invariants.check(line, outcome, exchange);
        }
    }

    @Override
    public void onBadLine() {
        coverage.onBadLine();
    }
}
