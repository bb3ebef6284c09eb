/**
 * The byte layouts of the TCP protocol, drawn once: a descriptor for each message, and the numbers of sessions,
 * requests and orders, for client and gateway alike. No class here allocates, reads the time or opens a socket.
 */
@NullMarked
package io.daybook.wire;

import org.jspecify.annotations.NullMarked;
