/** The native API, {@code /v1}: what its routes do, and the shapes of their JSON. Knows no socket. */
@NullMarked
package io.daybook.server.api;

import org.jspecify.annotations.NullMarked;
