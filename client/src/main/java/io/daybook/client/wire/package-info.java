/**
 * The byte layouts of the TCP protocol, drawn once: a descriptor for each message, for client and gateway alike. No
 * class here allocates, asks for the time or knows a socket.
 */
@NullMarked
package io.daybook.client.wire;

import org.jspecify.annotations.NullMarked;
