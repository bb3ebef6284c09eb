package io.daybook.sim;

/** What the runs so far have been through. */
final class Figures {
    long runs;
    long commands;
    long queries;
    long recoveries;
    long powerCuts;
    long kills;
    long restarts;
    long faults;
    long faultsInRecovery;
    long tornTails;
    /** Commands without an answer that were there all the same. */
    long unansweredKept;
    /** Commands that were answered before a force, as configured, and went with the power. */
    long unforcedLost;

    long halts;

    String text() {
        return runs + " runs, " + commands + " commands, " + queries + " queries, " + recoveries + " recoveries after "
                + powerCuts + " power cuts, " + kills + " kills, " + restarts + " restarts; " + faults
                + " storage faults, " + faultsInRecovery + " of them in recovery; " + tornTails + " torn tails; "
                + unansweredKept + " unanswered commands kept, " + unforcedLost + " unforced ones lost; " + halts
                + " halts at the documented limit";
    }
}
