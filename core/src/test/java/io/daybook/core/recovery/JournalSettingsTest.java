package io.daybook.core.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.RecoveryFailedException;
import io.daybook.journal.JournalStat;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalSettingsTest {
    private static final JournalSettings MARGIN_ONLY = new JournalSettings(true, false);

    private static JournalStat stat(final String settings) {
        return new JournalStat("id", 0, settings, List.of(), List.of(), List.of());
    }

    @Test
    void shouldReadItsOwnText() {
        for (final boolean margin : List.of(true, false)) {
            for (final boolean reset : List.of(true, false)) {
                final JournalSettings settings = new JournalSettings(margin, reset);
                assertEquals(
                        settings, JournalSettings.parse(settings.fingerprint().settings()));
                assertEquals(
                        settings, JournalSettings.of(stat(settings.fingerprint().settings())));
            }
        }
    }

    @Test
    void shouldTakeWhatATextDoesNotNameAsOff() {
        assertTrue(MARGIN_ONLY.isMeantBy("margin-trading=on"));
        assertTrue(MARGIN_ONLY.isMeantBy("reset-allowed=off  margin-trading=on"));
        assertTrue(new JournalSettings(false, false).isMeantBy(""));
        assertFalse(MARGIN_ONLY.isMeantBy("reset-allowed=off"));
        assertFalse(MARGIN_ONLY.isMeantBy("margin-trading=on reset-allowed=on"));
    }

    @Test
    void shouldRefuseSettingsThatItDoesNotKnowByName() {
        assertFalse(MARGIN_ONLY.isMeantBy("margin-trading=on leverage=10"));
        final RecoveryFailedException refused = assertThrows(
                RecoveryFailedException.class, () -> JournalSettings.of(stat("margin-trading=on leverage=10")));
        assertTrue(refused.getMessage().contains("'leverage=10'"), refused::getMessage);
    }
}
