/** What a node tells operators and monitoring, and how they ask for it. */
@NullMarked
package io.daybook.cluster.status;

import org.jspecify.annotations.NullMarked;
