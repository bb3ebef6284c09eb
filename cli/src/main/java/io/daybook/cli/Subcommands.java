package io.daybook.cli;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The subcommands of a command. A run creates only the subcommand that it names, or all if it names none, for help and
 * suggestions. Picocli reads the options of each subcommand by reflection, which for all of them would take longer than
 * most runs.
 */
final class Subcommands {
    private static final Set<String> HELP_OPTIONS = Set.of("-h", "--help");

    /** The arguments for a subcommand that help lists by its name and description only, without its own subcommands. */
    private static final List<String> NAMES_ONLY = List.of("");

    private final CommandLine parent;
    private final List<String> arguments;
    private final Map<String, Function<List<String>, CommandLine>> byName = new LinkedHashMap<>();

    /**
     * Creates a command without subcommands.
     *
     * @param arguments the arguments of the run, from the name of the subcommand on; none if all subcommands are needed
     */
    Subcommands(final CommandLine parent, final List<String> arguments) {
        this.parent = parent;
        this.arguments = arguments;
    }

    /** Adds a subcommand without subcommands. */
    Subcommands add(final String name, final Supplier<?> command) {
        byName.put(name, rest -> new CommandLine(command.get()));
        return this;
    }

    /** Adds a subcommand with subcommands of its own. */
    Subcommands add(final String name, final Supplier<?> command, final Consumer<Subcommands> own) {
        byName.put(name, rest -> {
            final CommandLine group = new CommandLine(command.get());
            if (rest.equals(NAMES_ONLY)) {
                return group;
            }
            final Subcommands subcommands = new Subcommands(group, rest);
            own.accept(subcommands);
            return subcommands.make();
        });
        return this;
    }

    /** Adds subcommands that are methods of the parent, by the names in their annotations. */
    Subcommands methods(final String... names) {
        for (final String name : names) {
            byName.put(name, rest -> new CommandLine(method(parent.getCommand().getClass(), name)));
        }
        return this;
    }

    private static Method method(final Class<?> group, final String name) {
        for (final Method method : group.getDeclaredMethods()) {
            final Command command = method.getAnnotation(Command.class);
            if (command != null && command.name().equals(name)) {
                return method;
            }
        }
        throw new IllegalStateException("no method of " + group + " is the subcommand " + name);
    }

    /** Creates the subcommands that the run can need, and returns their parent. */
    CommandLine make() {
        final String first = arguments.isEmpty() ? "" : arguments.get(0);
        final Function<List<String>, CommandLine> named = byName.get(first);
        if (named != null) {
            add(first, named.apply(arguments.subList(1, arguments.size())));
        } else {
            final List<String> own = HELP_OPTIONS.contains(first) ? NAMES_ONLY : List.of();
            byName.forEach((name, command) -> add(name, command.apply(own)));
        }
        return parent;
    }

    private void add(final String name, final CommandLine command) {
        frame(command);
        parent.addSubcommand(command);
        if (!parent.getSubcommands().containsKey(name)) {
            throw new IllegalStateException("a subcommand must have the name of its annotation: name=" + name);
        }
    }

    /** Separates the description and the footer of a command from its options by a blank line each. */
    static void frame(final CommandLine command) {
        final UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        if (usage.description().length > 0) {
            usage.description(
                    Stream.concat(Stream.of(usage.description()), Stream.of("")).toArray(String[]::new));
        }
        if (usage.footer().length > 0) {
            usage.footer(Stream.concat(Stream.of(""), Stream.of(usage.footer())).toArray(String[]::new));
        }
    }
}
