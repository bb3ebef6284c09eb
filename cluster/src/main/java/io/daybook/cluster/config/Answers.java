package io.daybook.cluster.config;

/** When a node releases the results of a command to clients, doors and the feed. */
public enum Answers {
    /** Once another node has reported that it carried the command out, in the term of the present leader. */
    CARRIED_OUT,
    /** Once Aeron Cluster counts the command as committed. */
    COMMITTED
}
