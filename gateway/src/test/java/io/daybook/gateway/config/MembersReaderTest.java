package io.daybook.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.config.ConfigException;
import io.daybook.config.Fault;
import io.daybook.host.RateLimit;
import io.daybook.sessions.member.Account;
import io.daybook.sessions.member.AddressRange;
import io.daybook.sessions.member.CancelOnDisconnect;
import io.daybook.sessions.member.Members;
import io.daybook.sessions.member.Protocol;
import io.daybook.sessions.member.Right;
import io.daybook.sessions.member.Secret;
import io.daybook.sessions.member.SessionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MembersReaderTest {
    private static final int FILES = Boolean.getBoolean("daybook.long") ? 20_000 : 4_000;

    private static final String KEPT = "sha256$" + "0a".repeat(16) + "$" + "1b".repeat(32);
    private static final String OTHER = "sha256$" + "0c".repeat(16) + "$" + "1d".repeat(32);
    private static final String FULL = """
            {"members":[{"name":"ALPHA","secret":"%s","sessions":[
              {"session":17,"protocol":"fix","compId":"ALPHA1","venue":"DAYBOOK","accounts":{"A-302":302,"A-301":301},
               "may":["trade","view"],"cancelOnDisconnect":"disconnect","graceMs":6000,"from":["10.0.0.0/8","::1"],
               "limits":{"perSecond":2000,"burst":4000},"resetOnDisconnect":true},
              {"session":18,"protocol":"tcp","may":["dropcopy"]}]},
             {"name":"BETA","secret":["%s","%s"],"sessions":[{"session":9,"protocol":"tcp","retired":true}]}]}
            """.formatted(KEPT, KEPT, OTHER);

    @Test
    void shouldReadEveryKeyAndTheDefaults() throws ConfigException {
        final Members members = read(FULL);
        assertEquals(
                List.of(9, 17, 18),
                members.sessions().stream().map(SessionSettings::session).toList());
        assertEquals(
                new SessionSettings(
                        17,
                        "ALPHA",
                        Protocol.FIX,
                        false,
                        List.of(new Account("A-301", 301), new Account("A-302", 302)),
                        Set.of(Right.TRADE, Right.VIEW),
                        CancelOnDisconnect.DISCONNECT,
                        6_000,
                        List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("::1")),
                        new RateLimit(2_000, 4_000),
                        List.of(Secret.parse(KEPT)),
                        "ALPHA1",
                        "DAYBOOK",
                        true),
                members.session(17));
        assertEquals(
                SessionSettings.tcp(18, "ALPHA")
                        .rights(Right.DROPCOPY)
                        .secrets(Secret.parse(KEPT))
                        .build(),
                members.session(18));
        assertEquals(
                SessionSettings.tcp(9, "BETA")
                        .rights()
                        .retired(true)
                        .secrets(Secret.parse(KEPT), Secret.parse(OTHER))
                        .build(),
                members.session(9));
    }

    @Test
    void shouldSayAllFaultsAtOnceWithTheirPlaces() {
        final String text = """
                {"members":[
                 {"name":"ALPHA","secret":"%s","session":[],
                  "sessions":[
                   {"session":0,"protocol":"tpc","may":["trade"]},
                   {"session":5,"protocol":"tcp","may":["trade","drop"],"graceMs":"long","from":["10.0.0.1/8"]},
                   {"session":7,"protocol":"tcp","may":["trade"],"limits":{"persecond":5},"compId":"X"}]}]}
                """.formatted(KEPT);
        assertEquals(
                List.of(
                        "members.json:2:134 member.session: unknown key. Did you mean \"sessions\"?",
                        "members.json:4:5 session.session: 0 must be a whole number from 1 to 262143.",
                        "members.json:4:17 session.protocol: \"tpc\" must be one of fix, tcp.",
                        "members.json:5:49 session.may: \"drop\" must be one of admin, dropcopy, trade, view.",
                        "members.json:5:57 session.graceMs: \"long\" must be a whole number from 0 to 86400000.",
                        "members.json:5:82 session.from: an address range must have zeros after its prefix of 8 bits:"
                                + " 10.0.0.1/8.",
                        "members.json:6:60 session.limits.persecond: unknown key. Did you mean \"perSecond\"?"),
                faults(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | 1:1 members: is missing. Add \"members\":[].",
                "`` | 1:1 the file is empty. Begin with {\"members\":[]}.",
                "[] | 1:1 the file: must be a table of keys.",
                "{\"members\":[]} x | 1:16 not valid JSON: a text must be in quotes.",
                "{\"members\":[]} {} | 1:16 there is text after the end of the JSON value",
                "{\"members\":[],\"members\":[]} | 1:24 not valid JSON: Duplicate field 'members'.",
                "{\"members\":{}} | 1:2 members: a table must be a list in [ ].",
                "{\"members\":[7]} | 1:13 member: must be a table of keys.",
            })
    void shouldRefuseAFileOfAnotherShape(final String text, final String fault) {
        final List<String> first = faults(text).subList(0, 1);
        assertEquals(List.of("members.json:" + fault), first);
    }

    @Test
    void shouldRefuseNumbersAndNamesThatStandTwice() {
        final String session = "{\"session\":5,\"protocol\":\"tcp\",\"may\":[\"trade\"]}";
        final String member = "{\"name\":\"A\",\"secret\":\"" + KEPT + "\",\"sessions\":[" + session + "]}";
        assertEquals(
                List.of(
                        "members.json:3:2 member.name: \"A\" is the member of line 2 too. Put its sessions under one"
                                + " member.",
                        "members.json:3:142 session.session: 5 is the session of line 2 too. Give each a number of its"
                                + " own, which no session ever had."),
                faults("{\"members\":[\n" + member + ",\n" + member + "]}"));
    }

    @Test
    void shouldSayOnceThatASecretIsNotKept() {
        assertEquals(
                List.of("members.json:1:25 member.secret: a secret must be kept as sha256$<32 hex digits>$<64 hex"
                        + " digits>; daybook session secret makes one."),
                faults("{\"members\":[{\"name\":\"A\",\"secret\":\"plain\","
                        + "\"sessions\":[{\"session\":5,\"protocol\":\"tcp\",\"may\":[\"trade\"]}]}]}"));
    }

    @Test
    void shouldSeeANumberThatStandsTwiceBesideAnotherFault() {
        final String session = "{\"session\":5,\"protocol\":\"tcp\",\"may\":[\"%s\"]}";
        assertEquals(
                List.of(
                        "members.json:2:38 session.may: \"trad\" must be one of admin, dropcopy, trade, view. Did you"
                                + " mean \"trade\"?",
                        "members.json:3:2 session.session: 5 is the session of line 2 too. Give each a number of its"
                                + " own, which no session ever had."),
                faults("{\"members\":[{\"name\":\"A\",\"secret\":\"" + KEPT + "\",\"sessions\":[\n"
                        + session.formatted("trad") + ",\n" + session.formatted("trade") + "]}]}"));
    }

    @Test
    void shouldRefuseASessionWithoutASecret() {
        assertEquals(
                List.of("members.json:1:38 session.session: a session must have one or two secrets: 0."),
                faults("{\"members\":[{\"name\":\"A\","
                        + "\"sessions\":[{\"session\":5,\"protocol\":\"tcp\",\"may\":[]}]}]}"));
    }

    @Test
    void shouldShowNoSecretThatStandsInAWrongPlace() {
        final String secret = "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYm8";
        for (final String text : List.of(
                "{\"members\":[{\"name\":\"A\",\"secret\":\"" + secret + "\",\"sessions\":[]}]}",
                "{\"members\":[{\"name\":\"A\",\"secret\":" + secret + ",\"sessions\":[]}]}",
                "{\"members\":[{\"name\":\"A\",\"secret\":[\"" + secret + "\"],\"sessions\":[]}]}")) {
            assertFalse(faults(text).toString().contains(secret.substring(0, 6)), text);
        }
    }

    @Test
    void shouldRefuseDamagedFilesAndNothingElse() {
        final long seed = Long.getLong("daybook.seed", Long.getLong("daybook.draw", System.nanoTime()));
        final SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            final byte[] content = FULL.getBytes(StandardCharsets.UTF_8);
            for (int j = random.nextInt(4); j >= 0; j--) {
                content[random.nextInt(content.length)] = (byte) random.nextInt(256);
            }
            try {
                MembersReader.read("members.json", content);
            } catch (ConfigException e) {
                refused++;
                assertTrue(e.faults().stream().allMatch(f -> f.line() >= 1 && f.column() >= 1), "seed=" + seed);
            } catch (RuntimeException e) {
                throw new AssertionError("seed=" + seed + " i=" + i, e);
            }
        }
        assertTrue(refused > FILES / 2, "seed=" + seed + " refused=" + refused);
    }

    private static Members read(final String text) throws ConfigException {
        return MembersReader.read("members.json", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> faults(final String text) {
        return assertThrows(ConfigException.class, () -> read(text)).faults().stream()
                .map(Fault::toString)
                .toList();
    }

    @Test
    void shouldKnowTheDocumentedKeys() throws IOException {
        final String text = Files.readString(Path.of("..", "docs", "operations.md"));
        final int begin = text.indexOf("### members.json");
        // These keys are in the drawing, or in the row of another key.
        final Set<String> documented = new TreeSet<>(Set.of("sessions", "perSecond", "burst"));
        Pattern.compile("^\\| (`[^|]+`) \\|", Pattern.MULTILINE)
                .matcher(text.substring(begin, text.indexOf("### daybook.toml", begin)))
                .results()
                .forEach(row ->
                        documented.addAll(List.of(row.group(1).replace("`", "").split(", "))));
        final String faults = assertThrows(
                        ConfigException.class,
                        () -> MembersReader.read("members.json", """
                        {"members":[{"name":"A","zzzzzzzzzz":1,\
                        "sessions":[{"zzzzzzzzzz":1,"limits":{"zzzzzzzzzz":1}}]}]}
                        """.getBytes(StandardCharsets.UTF_8)))
                .getMessage();
        final Set<String> known = new TreeSet<>();
        Pattern.compile("unknown key\\. Known here: (.*)\\.")
                .matcher(faults)
                .results()
                .forEach(each -> known.addAll(List.of(each.group(1).split(", "))));
        assertEquals(documented, known);
    }
}
