/**
 * The times of orders on their path: rings of times in the client and the venue, and the files that combine them.
 * Depends on the JDK only.
 */
@NullMarked
package io.daybook.wire.hops;

import org.jspecify.annotations.NullMarked;
