package io.daybook.engine;

import io.daybook.api.CommandType;
import io.daybook.engine.matching.OrderBooks;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.risk.ReplacedOrder;
import io.daybook.risk.RiskEngine;
import java.util.Arrays;

/**
 * One way through the engine for a whole command: hold, match and settle. The frequent types have short paths, which
 * never refuse on their own: if any check fails, nothing has changed except the outcome in the slot, and the steps
 * decide in the order of the contract and write the outcome anew.
 *
 * <p>{@link ExchangeEngine#apply} finds the path by the type and makes one virtual call. C2 does not inline it, because
 * several classes are frequent there, so each path is compiled by itself, with its own registers.
 */
abstract class CommandPath {
    /** All types of commands have numbers below this; a look-up beyond the table would make C2 recompile its caller. */
    private static final int TYPES = 128;

    /** Carries out a command, or returns false and has changed nothing but its outcome. */
    abstract boolean carryOut(CommandSlot slot);

    /**
     * The short paths of a risk engine and the only shard of books, by type.
     *
     * @param steps the path for all other types
     */
    static CommandPath[] byType(final RiskEngine risk, final OrderBooks books, final CommandPath steps) {
        final CommandPath[] paths = new CommandPath[TYPES];
        Arrays.fill(paths, steps);
        paths[CommandType.PLACE_ORDER.code()] = new Place(risk, books);
        paths[CommandType.REDUCE_ORDER.code()] = new TakeOff(risk, books);
        paths[CommandType.REPLACE_ORDER.code()] = new Replace(risk, books);
        paths[CommandType.CANCEL_ORDER.code()] = paths[CommandType.REDUCE_ORDER.code()];
        return paths;
    }

    /** Carries out a PLACE_ORDER; looks its id up before anything is held. */
    private static final class Place extends CommandPath {
        private final RiskEngine risk;
        private final OrderBooks books;

        Place(final RiskEngine risk, final OrderBooks books) {
            this.risk = risk;
            this.books = books;
        }

        @Override
        boolean carryOut(final CommandSlot slot) {
            final int symbolIndex = books.indexToEnter(slot);
            if (symbolIndex < 0 || !risk.placeAtOnce(slot, symbolIndex)) {
                return false;
            }
            books.enter(slot);
            if (slot.eventCount() > 0) {
                risk.settle(slot);
            }
            return true;
        }
    }

    /** Carries out a REPLACE_ORDER of an order that stays on the book. */
    private static final class Replace extends CommandPath {
        private final RiskEngine risk;
        private final OrderBooks books;
        private final ReplacedOrder replaced = new ReplacedOrder();

        Replace(final RiskEngine risk, final OrderBooks books) {
            this.risk = risk;
            this.books = books;
        }

        @Override
        boolean carryOut(final CommandSlot slot) {
            if (!risk.isClearlyActive(slot.uid())
                    || !books.mayReplace(slot, replaced)
                    || !risk.replaceAtOnce(slot, replaced)) {
                return false;
            }
            books.replace(slot);
            risk.settleReplaced(slot);
            return true;
        }
    }

    /** Carries out a REDUCE_ORDER or a CANCEL_ORDER. */
    private static final class TakeOff extends CommandPath {
        private static final int REDUCE_ORDER = CommandType.REDUCE_ORDER.code();

        private final RiskEngine risk;
        private final OrderBooks books;

        TakeOff(final RiskEngine risk, final OrderBooks books) {
            this.risk = risk;
            this.books = books;
        }

        @Override
        boolean carryOut(final CommandSlot slot) {
            final long lots = slot.type() == REDUCE_ORDER ? slot.size() : Long.MAX_VALUE;
            if (lots < 1 || !books.takeOffAtOnce(slot, lots)) {
                return false;
            }
            risk.settleTakenOff(slot);
            return true;
        }
    }
}
