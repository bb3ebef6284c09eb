/** The requests of a client: orders, changes, cancels and statuses, as commands of its session. */
@NullMarked
package io.daybook.gateway.fix.order;

import org.jspecify.annotations.NullMarked;
