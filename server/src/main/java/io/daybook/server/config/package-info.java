/**
 * Reads {@code daybook.toml} for {@code daybook serve}: {@link io.daybook.server.config.ServerSections} has the
 * sections of HTTP, of limits and of the log, and leaves the others to {@link io.daybook.gateway.config}. Also
 * {@code listings.json}, the listings that were made while the server ran.
 */
@NullMarked
package io.daybook.server.config;

import org.jspecify.annotations.NullMarked;
