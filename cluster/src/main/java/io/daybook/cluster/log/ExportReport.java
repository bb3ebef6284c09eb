package io.daybook.cluster.log;

/**
 * What an export did.
 *
 * @param exchangeId of the cluster
 * @param firstSeq the first command that was written; above {@code lastSeq} where nothing was
 * @param lastSeq the last command in the folder
 * @param logSeq the last command of the log that was read
 * @param logPosition behind it
 * @param chain over all results up to {@code logSeq}
 * @param stateHash of the state behind {@code logSeq}
 * @param resumePosition where the next export of this folder begins to read: the log may be purged before it
 * @param isTorn whether the log ended with a frame that a crash tore
 */
public record ExportReport(
        String exchangeId,
        long firstSeq,
        long lastSeq,
        long logSeq,
        long logPosition,
        long chain,
        long stateHash,
        long resumePosition,
        boolean isTorn) {}
