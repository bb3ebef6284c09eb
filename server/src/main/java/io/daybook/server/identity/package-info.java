/**
 * Keys with roles and accounts in {@code identity.db}, signatures, and {@code server/audit.jsonl}, the log of logins
 * over HTTP and of the acts of admins and operators ({@link io.daybook.server.identity.AuditTrail}). The logins of TCP
 * and FIX are in {@code gateway/audit.jsonl}, which {@link io.daybook.sessions.audit.JsonAuditLog} writes. Uses no
 * sockets; only this package uses JDBC.
 */
@NullMarked
package io.daybook.server.identity;

import org.jspecify.annotations.NullMarked;
