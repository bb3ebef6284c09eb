/** The readers of {@code daybook.toml} and {@code members.json}: every fault with file, line and the way out. */
@NullMarked
package io.daybook.gateway.config;

import org.jspecify.annotations.NullMarked;
