/**
 * The numbered messages that a session is sent, in files, until it has read them. Their content belongs to the
 * protocol.
 */
@NullMarked
package io.daybook.sessions.outbox;

import org.jspecify.annotations.NullMarked;
