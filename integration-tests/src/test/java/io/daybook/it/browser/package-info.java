/**
 * Tests of the console in a real browser: a venue in a process of its own, the Chromium of the machine, and the clicks
 * and keys of a person. Without a Chromium these tests are skipped, with a message.
 */
@NullMarked
package io.daybook.it.browser;

import org.jspecify.annotations.NullMarked;
