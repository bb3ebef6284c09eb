package io.daybook.cluster.log;

/**
 * The result of an export.
 *
 * @param exchangeId the exchange id of the cluster
 * @param firstSeq the first command that was written; above {@code lastSeq} if nothing was written
 * @param lastSeq the last command in the folder
 * @param logSeq the last command of the log that was read
 * @param logPosition the position after that command
 * @param chain the chain over all results up to {@code logSeq}
 * @param stateHash the hash of the state after {@code logSeq}
 * @param resumePosition the position from which the next export of this folder reads: the log before it may be purged
 * @param isTorn whether the log ended with a torn frame
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
