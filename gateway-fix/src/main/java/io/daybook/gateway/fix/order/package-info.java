/** Turns the requests of a client (orders, changes, cancels, statuses) into commands of its session. */
@NullMarked
package io.daybook.gateway.fix.order;

import org.jspecify.annotations.NullMarked;
