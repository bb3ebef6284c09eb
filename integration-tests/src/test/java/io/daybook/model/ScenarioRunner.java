package io.daybook.model;

import java.util.List;

/** A runner of scenarios: the model, or the product. */
public interface ScenarioRunner {

    /**
     * Runs a scenario on a new exchange.
     *
     * @return one result line for each line that is not skipped, in order, without line ends
     */
    List<String> run(Scenario scenario);
}
