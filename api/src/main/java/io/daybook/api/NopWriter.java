package io.daybook.api;

/**
 * Hands over a claimed slot as a {@link Nop}: a command that changes nothing, and carries its sender's cookie and tag
 * through the journal.
 */
public interface NopWriter extends CommandWriter<NopWriter> {}
