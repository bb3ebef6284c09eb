/** The vendored FIX 4.4 data dictionary. It defines the form of messages, and nothing about their meaning. */
@NullMarked
package io.daybook.gateway.fix.dictionary;

import org.jspecify.annotations.NullMarked;
