/**
 * The sessions of the FIX door: logons, numbers, the store over the outboxes, resent messages, and the layer over the
 * log.
 */
@NullMarked
package io.daybook.gateway.fix.session;

import org.jspecify.annotations.NullMarked;
