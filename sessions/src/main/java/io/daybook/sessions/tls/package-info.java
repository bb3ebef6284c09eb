/** TLS of all doors: its settings, and the contexts that are made from their PEM files. */
@NullMarked
package io.daybook.sessions.tls;

import org.jspecify.annotations.NullMarked;
