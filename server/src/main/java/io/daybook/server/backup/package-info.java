/** Copies of a server's folder that a start accepts, made while it runs. It writes nothing in the folder but a mark. */
@NullMarked
package io.daybook.server.backup;

import org.jspecify.annotations.NullMarked;
