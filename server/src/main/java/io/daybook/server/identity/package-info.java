/**
 * Keys with roles and accounts in {@code identity.db}, signatures, the audit log. Knows no socket; JDBC is here and
 * nowhere else.
 */
@NullMarked
package io.daybook.server.identity;

import org.jspecify.annotations.NullMarked;
