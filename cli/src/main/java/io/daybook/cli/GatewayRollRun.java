package io.daybook.cli;

import io.daybook.api.Exchange;
import io.daybook.api.HopRecorder;
import io.daybook.gateway.config.FixDoor;
import io.daybook.gateway.config.GatewayConfig;
import io.daybook.gateway.session.AuditLog;
import io.daybook.gateway.session.Members;
import io.daybook.gateway.session.SessionLayer;
import io.daybook.server.DoorFollowers;
import io.daybook.server.FixEntrance;
import java.io.IOException;
import java.util.List;

/** Ends a day for FIX. Apart from the command, which is described without the server's classes. */
final class GatewayRollRun {
    private GatewayRollRun() {}

    static void run(final GatewayConfig config, final FixDoor door, final Members members, final AuditLog audit)
            throws IOException, CommandFailure {
        final FixEntrance fix =
                new FixEntrance(config.data(), config.listings(), config.lossOnPowerFailure(), door, members, audit);
        final boolean hadTcp = DoorFollowers.has(config.data(), SessionLayer.NAME);
        final Exchange exchange =
                Engines.embedded(config.exchange(), List.of(fix.attachment(session -> hadTcp)), HopRecorder.NONE);
        final boolean isRolled;
        try {
            isRolled = fix.roll(exchange);
        } finally {
            fix.stop();
            exchange.close();
            fix.close();
        }
        CommandFailure.throwIfFailed(exchange);
        if (!isRolled) {
            throw new CommandFailure(ExitCodes.FATAL, "the disk or the ring has no room: roll again");
        }
    }
}
