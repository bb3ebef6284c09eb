/**
 * The numbered messages that are sent to a session, in files, until the client has read them. Their content belongs to
 * the protocol.
 */
@NullMarked
package io.daybook.sessions.outbox;

import org.jspecify.annotations.NullMarked;
