/**
 * The session layer, below every protocol: members and their sessions, the session book (a fold over results),
 * outboxes, fences, limits, cancel on disconnect, the audit log. It knows no socket; time and disk are given in.
 */
@NullMarked
package io.daybook.gateway.session;

import org.jspecify.annotations.NullMarked;
