/** Tests of the client, against a small venue for tests. */
@NullMarked
package io.daybook.client;

import org.jspecify.annotations.NullMarked;
