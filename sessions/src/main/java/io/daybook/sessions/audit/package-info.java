/** The audit log of the doors: its events, and its file. Depends on no other package of the doors. */
@NullMarked
package io.daybook.sessions.audit;

import org.jspecify.annotations.NullMarked;
