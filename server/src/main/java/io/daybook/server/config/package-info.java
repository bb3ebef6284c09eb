/** The server's own sections of {@code daybook.toml}. */
@NullMarked
package io.daybook.server.config;

import org.jspecify.annotations.NullMarked;
