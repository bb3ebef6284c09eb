/** The FIX 4.4 data dictionary, vendored; it decides what a message is, and nothing about what it means. */
@NullMarked
package io.daybook.gateway.fix.dictionary;

import org.jspecify.annotations.NullMarked;
