package io.daybook.api;

/** Fills a claimed slot with a {@link Tick}. */
public interface TickWriter extends CommandWriter<TickWriter> {

    /** Symbol. */
    TickWriter symbol(int symbol);
}
