/** Reads {@code daybook.toml} and {@code members.json}; each fault has file, line and the way out. */
@NullMarked
package io.daybook.gateway.config;

import org.jspecify.annotations.NullMarked;
