package io.daybook.cluster.status;

import io.daybook.engine.ExchangeEngine;
import org.agrona.SemanticVersion;

/**
 * What a program is beside the programs of other nodes.
 *
 * @param appVersion Aeron refuses another major version of it, as a log that it leads or follows has
 * @param semantics the newest version of semantics that it knows
 * @param reports whether it reports what it has carried out, and waits for such reports; earlier ones do not
 */
public record NodeRelease(int appVersion, int semantics, boolean reports) {
    /** This program. */
    public static final NodeRelease THIS =
            new NodeRelease(SemanticVersion.compose(1, 0, 0), ExchangeEngine.SEMANTICS_VERSION, true);
}
