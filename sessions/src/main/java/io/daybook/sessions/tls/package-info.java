/** TLS of all doors: its settings, and the contexts that their PEM files make. */
@NullMarked
package io.daybook.sessions.tls;

import org.jspecify.annotations.NullMarked;
