/**
 * The console in a real browser: a venue in a process of its own, a Chromium that the machine has, and a person's
 * clicks and keys. Without a Chromium these tests are skipped, with a message.
 */
@NullMarked
package io.daybook.it.browser;

import org.jspecify.annotations.NullMarked;
