/** The two assemblies of an exchange: threads around a ring, and none (INLINE). */
@NullMarked
package io.daybook.core.exchange;

import org.jspecify.annotations.NullMarked;
