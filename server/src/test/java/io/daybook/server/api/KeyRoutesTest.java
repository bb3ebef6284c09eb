package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Clock;
import io.daybook.server.identity.AuditTrail;
import io.daybook.server.identity.Authenticator;
import io.daybook.server.identity.KeyKind;
import io.daybook.server.identity.KeyStore;
import io.daybook.server.identity.Role;
import io.daybook.sessions.member.Account;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRoutesTest {
    private static final long MISSING = 999;

    @TempDir
    private Path folder;

    @Test
    void shouldAskOnceForEachUserThatIsThere() throws Exception {
        final List<Long> asked = new ArrayList<>();
        try (Authenticator keys = new Authenticator(KeyStore.open(folder, null, true), Clock.system());
                AuditTrail audit = new AuditTrail(folder.resolve("audit"), Clock.system())) {
            for (final long uid : new long[] {301, 301, 302, MISSING}) {
                keys.add(
                        "of " + uid,
                        KeyKind.BEARER,
                        EnumSet.of(Role.TRADER),
                        List.of(new Account("A", uid)),
                        List.of(),
                        0,
                        null);
            }
            try (SlowWork work = new SlowWork("keys");
                    SlowWork passwords = new SlowWork("passwords")) {
                final KeyRoutes routes = new KeyRoutes(
                        keys,
                        audit,
                        uid -> {
                            asked.add(uid);
                            return uid != MISSING;
                        },
                        work,
                        passwords);
                routes.warnOfMissing();
                routes.warnOfMissing();
            }
        }
        assertEquals(List.of(301L, 302L, MISSING, MISSING), asked);
    }
}
