package io.daybook.config;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a configuration cannot be used for a start. The message has a line for each fault. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    ConfigException(final List<Fault> faults) {
        super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    /** All faults, in the order of the file. */
    public List<Fault> faults() {
        return faults;
    }
}
