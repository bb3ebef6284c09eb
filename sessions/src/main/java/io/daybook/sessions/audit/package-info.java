/**
 * The files of both audit logs of a venue ({@link io.daybook.sessions.audit.AuditChain}), and the log of TCP and FIX,
 * {@code gateway/audit.jsonl} ({@link io.daybook.sessions.audit.JsonAuditLog}): logins, disconnections, reloads of the
 * members, rolls of the day, and resets from a shell. The acts of admins and operators over HTTP, and those of
 * {@code daybook key} and of a restore, go into {@code server/audit.jsonl}, which {@code AuditTrail} of the server's
 * package {@code identity} writes. Depends on no other package of the doors.
 */
@NullMarked
package io.daybook.sessions.audit;

import org.jspecify.annotations.NullMarked;
