package io.daybook.model;

/** The price that a trigger goes by. */
public enum TriggerBy {
    LAST,
    MARK
}
