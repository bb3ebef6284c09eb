/** The native API, {@code /v1}: its routes, and the shapes of their JSON. It uses no sockets. */
@NullMarked
package io.daybook.server.api;

import org.jspecify.annotations.NullMarked;
