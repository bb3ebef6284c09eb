/** Who may connect, as what and from where: members, their accounts, sessions, rights and secrets. Reads no file. */
@NullMarked
package io.daybook.sessions.member;

import org.jspecify.annotations.NullMarked;
