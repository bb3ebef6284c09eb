package io.daybook.cluster.status;

import io.daybook.engine.ExchangeEngine;
import org.agrona.SemanticVersion;

/**
 * The release of a node's program, for comparison with others.
 *
 * @param appVersion the version for Aeron, which refuses a log with another major version
 * @param semantics its newest version of semantics
 * @param reports whether a node reports how far it has carried out the log, and waits for such reports; earlier
 *     releases do not
 */
public record NodeRelease(int appVersion, int semantics, boolean reports) {
    /** The release of this program. */
    public static final NodeRelease THIS =
            new NodeRelease(SemanticVersion.compose(1, 0, 0), ExchangeEngine.SEMANTICS_VERSION, true);
}
