/**
 * Makes copies of a server's folder while the server runs, on which a server can start. Writes nothing in the folder
 * but a mark.
 */
@NullMarked
package io.daybook.server.backup;

import org.jspecify.annotations.NullMarked;
