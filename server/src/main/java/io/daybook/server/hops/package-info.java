/** The times of some commands at their steps through the process. This package does not depend on HTTP or metrics. */
@NullMarked
package io.daybook.server.hops;

import org.jspecify.annotations.NullMarked;
