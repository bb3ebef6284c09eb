/**
 * Makes copies of a server's folder, on which a server can start, while the server runs, and restores them. Writes only
 * a mark into the folder that is copied.
 */
@NullMarked
package io.daybook.server.backup;

import org.jspecify.annotations.NullMarked;
