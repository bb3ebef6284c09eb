package io.daybook.flow;

/** Takes the events of a recorded stream of orders, one after the other. */
@FunctionalInterface
public interface RecordedListener {
    /**
     * Receives an event.
     *
     * @param event valid during the call only
     */
    void onEvent(RecordedEvent event);

    /** Receives a line for people about the events that follow. */
    default void onNote(final String text) {}
}
