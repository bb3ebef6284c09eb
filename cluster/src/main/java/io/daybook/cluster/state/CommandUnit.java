package io.daybook.cluster.state;

import io.daybook.api.CommandType;
import io.daybook.api.Limits;
import io.daybook.api.Term;
import io.daybook.engine.codec.CodecException;
import io.daybook.engine.codec.CommandBlockDecoder;
import io.daybook.engine.codec.CommandBlockEncoder;
import io.daybook.kernel.command.CommandSlot;
import io.daybook.kernel.command.CommandTraits;
import io.daybook.wire.OrderNumbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one message, all decoded before the first is carried out, because a message is carried out as a whole
 * or not at all. Allocates only for a message with more commands than any before, and for bulk commands. Used by one
 * thread.
 */
final class CommandUnit {
    private static final int PLACE = CommandType.PLACE_ORDER.code();
    private static final int NOP = CommandType.NOP.code();
    private static final int TICK = CommandType.TICK.code();
    /** The tags that doors write into NOPs begin with one of these kinds. */
    private static final int FIRST_KIND_OF_DOORS = 2;

    private static final int LAST_KIND_OF_DOORS = 9;

    /** The kind of an operator's end of a day for all sessions: two bytes. */
    private static final int KIND_OF_ROLL = 6;

    private static final int ROLL_OF_ALL = 1;
    private static final int ROLL_LENGTH = 2;

    private static final int REPLACE = CommandType.REPLACE_ORDER.code();

    private final CommandBlockDecoder decoder = new CommandBlockDecoder();
    private final List<CommandSlot> slots = new ArrayList<>();
    private final byte[] tag = new byte[Limits.MAX_TAG_BYTES];
    private int count;

    /**
     * Decodes the commands of a request.
     *
     * @param principal the rights of its sender
     * @param isKeptFromDoors whether NOPs with the tags of doors are refused
     * @param mayRoll whether the NOP that ends a day is allowed nevertheless
     * @return the refusal; null if it is accepted
     */
    @Nullable
    Refusal decode(
            final Request request, final Principal principal, final boolean isKeptFromDoors, final boolean mayRoll) {
        count = 0;
        final int expected = request.count();
        if (expected < 1 || expected > Request.MAX_COMMANDS) {
            return Refusal.MALFORMED;
        }
        try {
            decoder.wrap(
                    request.bytes(),
                    request.blockOffset(),
                    request.blockLength(),
                    1,
                    0,
                    CommandBlockEncoder.CODEC_VERSION);
            while (count < expected && decoder.next(slot(count))) {
                count++;
            }
            final boolean isWhole = count == expected && !decoder.next(slot(count)) && decoder.timeNs() == 0;
            if (!isWhole) {
                return Refusal.MALFORMED;
            }
            return isAllowed(principal) && !(isKeptFromDoors && speaksAsDoor(mayRoll))
                    ? identify((int) request.session(), request.first())
                    : Refusal.NOT_ALLOWED;
        } catch (CodecException e) {
            return Refusal.MALFORMED;
        }
    }

    private boolean isAllowed(final Principal principal) {
        if (principal.may(Principal.ADMIN)) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            final int type = slots.get(i).type();
            final boolean isOfTraders = type != TICK && CommandTraits.trades(type) || type == NOP;
            if (!isOfTraders || !principal.may(Principal.TRADE)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the book of the doors' sessions would take a client's NOP for one of a door, such as a login. */
    private boolean speaksAsDoor(final boolean mayRoll) {
        for (int i = 0; i < count; i++) {
            final CommandSlot slot = slots.get(i);
            if (slot.type() == NOP && slot.tagLength() > 0) {
                slot.copyTag(tag, 0);
                if (tag[0] >= FIRST_KIND_OF_DOORS
                        && tag[0] <= LAST_KIND_OF_DOORS
                        && !(mayRoll && rolls(slot.tagLength()))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean rolls(final int tagLength) {
        return tagLength == ROLL_LENGTH && tag[0] == KIND_OF_ROLL && tag[1] == ROLL_OF_ALL;
    }

    private CommandSlot slot(final int index) {
        if (index == slots.size()) {
            slots.add(new CommandSlot());
        }
        return slots.get(index);
    }

    /** Gives each command the cookie of its request, whatever the sender wrote, and checks the ids of new orders. */
    private @Nullable Refusal identify(final int session, final long first) {
        for (int i = 0; i < count; i++) {
            final CommandSlot slot = slots.get(i);
            final long cookie = OrderNumbers.cookie(session, first == 0 ? 0 : first + i);
            slot.cookie(cookie);
            if (slot.type() == PLACE && !mayUse(slot.orderId(), cookie)
                    || slot.type() == REPLACE && !mayUse(slot.term(Term.NEW_ORDER_ID.code()), cookie)
                    || !mayUse(slot.term(Term.EXIT_ORDER_ID.code()), OrderNumbers.exitId(cookie))) {
                return Refusal.ORDER_ID;
            }
        }
        return null;
    }

    private static boolean mayUse(final long id, final long own) {
        return id <= OrderNumbers.LARGEST_FREE || id == own;
    }

    /** Returns how many commands there are. */
    int count() {
        return count;
    }

    /** One of the commands; carry it out only once. */
    CommandSlot command(final int index) {
        return slots.get(index);
    }
}
