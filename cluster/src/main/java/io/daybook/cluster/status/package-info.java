/** The status of a node for operators and monitoring, and how to query it. */
@NullMarked
package io.daybook.cluster.status;

import org.jspecify.annotations.NullMarked;
