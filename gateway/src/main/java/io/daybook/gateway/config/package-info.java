/** Reads {@code daybook.toml} and {@code members.json}; each fault has file, line and the remedy. */
@NullMarked
package io.daybook.gateway.config;

import org.jspecify.annotations.NullMarked;
