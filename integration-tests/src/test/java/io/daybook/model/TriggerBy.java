package io.daybook.model;

/** The price that a trigger is compared with. */
public enum TriggerBy {
    LAST,
    MARK
}
