/** Members, their accounts, sessions, rights, addresses and secrets. Reads no file. */
@NullMarked
package io.daybook.sessions.member;

import org.jspecify.annotations.NullMarked;
