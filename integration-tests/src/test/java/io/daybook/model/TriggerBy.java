package io.daybook.model;

/** Which price a trigger looks at. */
public enum TriggerBy {
    LAST,
    MARK
}
