package io.daybook.api;

/**
 * A report of the application's own, computed on the engine's thread in the order of the commands. Its class must be
 * registered when the exchange is built; a query of an unregistered class is refused with
 * {@link ResultCode#UNSUPPORTED_COMMAND}.
 *
 * @param <R> the answer; must not keep the view
 */
public non-sealed interface CustomQuery<R> extends Query<R> {

    /**
     * Computes the answer. An exception fails the future of this query and nothing else; an {@link Error} stops the
     * exchange, as an error in the engine does.
     *
     * @param state read-only, valid during the call only
     */
    R report(StateView state);

    @Override
    default CommandType type() {
        return CommandType.CUSTOM_REPORT;
    }
}
