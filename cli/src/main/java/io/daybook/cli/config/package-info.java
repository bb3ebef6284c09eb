/** Commands over the configuration of a venue. */
@NullMarked
package io.daybook.cli.config;

import org.jspecify.annotations.NullMarked;
