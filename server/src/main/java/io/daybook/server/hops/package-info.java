/** The times of some commands on their way through the process. It does not depend on HTTP or metrics. */
@NullMarked
package io.daybook.server.hops;

import org.jspecify.annotations.NullMarked;
