/** Tests of the client, against a small venue of their own. */
@NullMarked
package io.daybook.client;

import org.jspecify.annotations.NullMarked;
