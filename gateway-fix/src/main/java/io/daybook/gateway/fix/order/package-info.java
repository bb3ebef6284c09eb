/** What the messages of a client ask for: orders, changes, cancels and statuses, as commands of its session. */
@NullMarked
package io.daybook.gateway.fix.order;

import org.jspecify.annotations.NullMarked;
