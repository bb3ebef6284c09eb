package io.daybook.cluster.status;

import io.daybook.engine.ExchangeEngine;
import org.agrona.SemanticVersion;

/**
 * The release of a node's program, for comparison with others.
 *
 * @param appVersion Aeron refuses a log with another major version of it
 * @param semantics its newest version of semantics
 * @param reports whether it reports what it has carried out, and waits for such reports; earlier ones do not
 */
public record NodeRelease(int appVersion, int semantics, boolean reports) {
    /** The release of this program. */
    public static final NodeRelease THIS =
            new NodeRelease(SemanticVersion.compose(1, 0, 0), ExchangeEngine.SEMANTICS_VERSION, true);
}
