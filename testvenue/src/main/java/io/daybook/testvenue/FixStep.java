package io.daybook.testvenue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A step of a certification.
 *
 * @param title a few words
 * @param task the task of the client; <code>{price}</code> is replaced with the price of the step's order
 * @param fault the fault that is set when the step begins: route, word, and further members such as {@code at=before};
 *     empty for none
 * @param events the events that pass the step, in their order
 * @param fatal the events that fail the step once the first of {@code events} was seen, each with a reason
 */
record FixStep(String title, String task, String fault, List<Event> events, List<Fatal> fatal) {

    /** An event that fails a step. */
    record Fatal(Event event, String why) {}

    /**
     * A message in one direction.
     *
     * @param text as it is written in the table
     * @param isIn whether the client sends it
     * @param any the alternatives; all conditions of one must hold
     * @param fill the part of the order that is filled when the message is seen; empty for none
     */
    record Event(String text, boolean isIn, List<List<Condition>> any, String fill) {
        boolean matches(final boolean comesIn, final String message) {
            return comesIn == isIn && any.stream().anyMatch(all -> all.stream().allMatch(one -> one.holds(message)));
        }

        /** The type of a message that the application sends; empty for messages of the session or of the venue. */
        String sends() {
            final List<Condition> first = any.get(0);
            final String type = first.get(0).value();
            return isIn && first.size() == 1 && List.of("D", "F", "G").contains(type) ? type : "";
        }
    }

    /** A condition that a field has a value, or that it has another value. */
    record Condition(int tag, boolean is, String value) {
        private static final Pattern FORM = Pattern.compile("(\\d+)(!?)=(.*)");

        static Condition read(final String text) {
            final Matcher found = FORM.matcher(text);
            if (!found.matches()) {
                throw new IllegalArgumentException("must be a tag, = or != and a value: " + text);
            }
            return new Condition(
                    Integer.parseInt(found.group(1)), found.group(2).isEmpty(), found.group(3));
        }

        boolean holds(final String message) {
            return FixWords.value(message, tag).equals(value) == is;
        }
    }

    /** Reads {@code in 35=5 or 35=A|141!=Y} or {@code out 35=8|150=0 fill 0.04}. */
    static Event event(final String text) {
        final String[] parts = text.split(" fill ", 2);
        final boolean isIn = parts[0].startsWith("in ");
        final List<List<Condition>> any = List.of(
                        parts[0].substring(parts[0].indexOf(' ') + 1).split(" or "))
                .stream()
                .map(all ->
                        List.of(all.split("\\|")).stream().map(Condition::read).toList())
                .toList();
        return new Event(parts[0], isIn, any, parts.length == 1 ? "" : parts[1]);
    }
}
