package io.daybook.sim;

import java.lang.reflect.Field;

/** Counts of events in the runs so far. */
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
    /** Unanswered commands that were in the journal all the same. */
    long unansweredKept;
    /** Commands that were answered before a force, as configured, and were lost in a power cut. */
    long unforcedLost;

    /** Commands that the end of a life left unanswered. */
    long unanswered;
    /** Unanswered commands that their producers sent again. */
    long sentAgain;

    long halts;
    /** Lives whose commands went through stages, and could share frames. */
    long steppedLives;
    /** Lives that ended with commands between stages. */
    long cutsInFlight;

    long snapshots;
    long automaticSnapshots;
    /** Recoveries that began with a snapshot. */
    long fromSnapshot;
    /** Recoveries that skipped a snapshot with a flipped bit. */
    long pastDamagedSnapshot;
    /** Recoveries that found a snapshot half written. */
    long unfinishedSnapshots;

    /** Periods in which no producer sent anything. */
    long quiets;
    /** Minutes after which a snapshot was due by the clock. */
    long minutes;
    /** Producers that claimed a slot and did not publish it. */
    long hangs;
    /** Followers that hung while the ring was full. */
    long followersHung;
    /** Hanging followers for which the exchange stopped. */
    long followersHalted;
    /** Hanging followers that the exchange detached. */
    long followersDetached;
    /** Faults of the disk that hit the filler of segments. */
    long faultsOfTheFiller;
    /** Times at which the filler found the disk full, and room a second later. */
    long fullDisks;

    /** Adds the counts of other runs. */
    void add(final Figures other) {
        for (final Field figure : Figures.class.getDeclaredFields()) {
            if (figure.isSynthetic()) {
                continue; // a field that an agent of the JVM has added
            }
            try {
                figure.setLong(this, figure.getLong(this) + figure.getLong(other));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    String text() {
        return runs + " runs, " + commands + " commands, " + queries + " queries, " + recoveries + " recoveries after "
                + powerCuts + " power cuts, " + kills + " kills, " + restarts + " restarts; " + faults
                + " storage faults, " + faultsInRecovery + " of them in recovery; " + tornTails + " torn tails; "
                + unanswered + " commands unanswered, " + sentAgain + " of them sent again, " + unansweredKept
                + " found in the journal, " + unforcedLost + " answered but unforced commands lost; " + halts
                + " halts at the documented limit; " + steppedLives + " lives with commands in stages, " + cutsInFlight
                + " of them ended with commands between stages; " + snapshots + " snapshots, " + automaticSnapshots
                + " of them requested by the exchange; " + fromSnapshot + " recoveries from a snapshot, "
                + pastDamagedSnapshot + " that skipped a damaged snapshot, " + unfinishedSnapshots
                + " that found a half-written snapshot; " + quiets + " quiet periods, " + minutes
                + " minutes that passed, " + hangs + " slots claimed and never published, " + followersHung
                + " followers hung, " + followersHalted + " of them until the exchange stopped, " + followersDetached
                + " until they were detached, " + faultsOfTheFiller + " storage faults in the filler of segments, "
                + fullDisks + " full disks that had room later";
    }
}
