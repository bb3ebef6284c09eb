package io.daybook.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The subcommands of a command, of which a run makes only the one that it names, and all where it names none, for help
 * and suggestions. Picocli reads the options of each by reflection: of all of them that took longer than most runs.
 */
final class Subcommands {
    private final CommandLine parent;
    private final List<String> arguments;
    private final Map<String, Function<List<String>, CommandLine>> byName = new LinkedHashMap<>();

    /**
     * Makes none yet.
     *
     * @param arguments of the run, from the name of the subcommand on; none where all are wanted
     */
    Subcommands(final CommandLine parent, final List<String> arguments) {
        this.parent = parent;
        this.arguments = arguments;
    }

    /** One without subcommands of its own. */
    Subcommands add(final String name, final Supplier<?> command) {
        byName.put(name, rest -> new CommandLine(command.get()));
        return this;
    }

    /** One with its own. */
    Subcommands add(final String name, final Supplier<?> command, final Consumer<Subcommands> own) {
        byName.put(name, rest -> {
            final Subcommands subcommands = new Subcommands(new CommandLine(command.get()), rest);
            own.accept(subcommands);
            return subcommands.make();
        });
        return this;
    }

    /** Makes what the run can need; returns their parent. */
    CommandLine make() {
        final String first = arguments.isEmpty() ? "" : arguments.get(0);
        final Function<List<String>, CommandLine> named = byName.get(first);
        if (named != null) {
            add(first, named.apply(arguments.subList(1, arguments.size())));
        } else {
            byName.forEach((name, command) -> add(name, command.apply(List.of())));
        }
        return parent;
    }

    private void add(final String name, final CommandLine command) {
        parent.addSubcommand(command);
        if (!parent.getSubcommands().containsKey(name)) {
            throw new IllegalStateException("a subcommand must have the name of its annotation: name=" + name);
        }
    }
}
