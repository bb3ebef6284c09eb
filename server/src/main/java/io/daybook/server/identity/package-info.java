/**
 * Keys with roles and accounts in {@code identity.db}, signatures, the audit log. Uses no sockets; only this package
 * uses JDBC.
 */
@NullMarked
package io.daybook.server.identity;

import org.jspecify.annotations.NullMarked;
