/** The only reader of configuration files, TOML and JSON. Each module reads its own sections with it. */
@NullMarked
package io.daybook.config;

import org.jspecify.annotations.NullMarked;
