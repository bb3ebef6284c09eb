package io.daybook.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the faults of one file, so that its author sees all of them at once. */
public final class Faults {
    /** The limit of the faults that are reported; more would not help. */
    private static final int MAX_FAULTS = 100;

    private final String file;
    private final Inputs inputs;
    private final List<Fault> faults = new ArrayList<>();
    private int count;

    /** Creates a collection for a file. The faults contain the file's name. */
    public Faults(final String file) {
        this(file, Inputs.none());
    }

    /** Creates a collection for a file and the overrides of its keys. */
    public Faults(final String file, final Inputs inputs) {
        this.file = file;
        this.inputs = inputs;
    }

    /** The overrides of the file's keys. */
    Inputs inputs() {
        return inputs;
    }

    /** Adds the fault of a value. */
    public void add(final Node at, final String text) {
        if (at.origin() == null) {
            add(at.line(), at.column(), text);
        } else {
            add(new Fault(at.origin(), 0, 0, text));
        }
    }

    void add(final int line, final int column, final String text) {
        add(new Fault(file, line, column, text));
    }

    private void add(final Fault fault) {
        count++;
        if (faults.size() < MAX_FAULTS) {
            faults.add(fault);
        }
    }

    /** The number of faults. */
    public int count() {
        return count;
    }

    /** Throws all faults; does nothing if there are none. */
    public void throwIfAny() throws ConfigException {
        if (count == 0) {
            return;
        }
        faults.sort(Comparator.comparingInt(Fault::line).thenComparingInt(Fault::column));
        if (count > faults.size()) {
            final Fault last = faults.get(faults.size() - 1);
            faults.add(new Fault(
                    file, last.line(), last.column(), "and " + (count - faults.size()) + " more faults, not shown"));
        }
        throw new ConfigException(faults);
    }
}
