/** The binary door: a TCP server of one event loop, which owns all the state of its sessions. */
@NullMarked
package io.daybook.gateway.tcp;

import org.jspecify.annotations.NullMarked;
