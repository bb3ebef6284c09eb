/** The times of some commands on their way through the process. Knows nothing of HTTP and metrics. */
@NullMarked
package io.daybook.server.hops;

import org.jspecify.annotations.NullMarked;
