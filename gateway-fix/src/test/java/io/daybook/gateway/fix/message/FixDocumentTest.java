package io.daybook.gateway.fix.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.gateway.fix.FixDocument;
import io.daybook.gateway.fix.FixScript;
import io.daybook.gateway.fix.FixVenue;
import io.daybook.gateway.fix.book.Refusal;
import io.daybook.host.Proves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** docs/fix.md describes what the door does. */
@Proves("fix.md's conversations, reasons and fields are the venue's")
@Timeout(300)
@Tag("whole")
final class FixDocumentTest {
    private static final int OTHER = 99;

    @TempDir
    private Path folder;

    @Test
    void shouldGiveTheReasonsOfTheDocument() {
        final Map<String, Integer> documented = FixDocument.rejectReasons();
        for (final ResultCode code : ResultCode.values()) {
            assertEquals(documented.getOrDefault(code.name(), OTHER), RejectReasons.ofOrder(code), code.name());
        }
        for (final Refusal refusal : Refusal.values()) {
            assertTrue(documented.containsKey(refusal.name()), refusal + " is missing");
            assertEquals(documented.get(refusal.name()), RejectReasons.ofOrder(refusal), refusal.name());
        }
    }

    @Test
    void shouldTalkAsTheDocumentSays() throws Exception {
        final List<List<String>> conversations = FixDocument.conversations();
        assertEquals(2, conversations.size());
        try (FixVenue venue = new FixVenue(folder, FixVenue.trader(17, 1), FixVenue.viewer(9))) {
            talk(venue, 17, conversations.get(0));
            talk(venue, 9, conversations.get(1));
        }
    }

    private static void talk(final FixVenue venue, final int session, final List<String> lines) throws Exception {
        final List<String> steps = new ArrayList<>(List.of("connect"));
        for (final String line : lines) {
            final String known = line.replace("<secret>", FixVenue.SECRET.text());
            steps.add(known.startsWith("<") ? known.replaceAll("\\|(17|37|60)=[^|]*", "|$1=*") : known);
        }
        try (FixScript conversation = new FixScript(venue.port(), Map.of("comp", "S" + session))) {
            conversation.run(steps);
        }
    }
}
