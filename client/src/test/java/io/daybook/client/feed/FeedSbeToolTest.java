package io.daybook.client.feed;

import static io.daybook.wire.GeneratedCodecs.method;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import io.daybook.wire.GeneratedCodecs;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The codecs that SBE's own tool generates from daybook-feed.xml read every field of every message; fields without
 * meaning are 0.
 */
@Proves("daybook-feed.xml is what the encoders write")
@Tag("whole")
final class FeedSbeToolTest {
    private static final int MESSAGES = 15;

    @TempDir
    private Path folder;

    private final byte[] bytes = new byte[128];

    @Test
    void shouldReadEveryMessageByGeneratedCode() throws Exception {
        try (GeneratedCodecs generated = new GeneratedCodecs("/daybook-feed.xml", "io.daybook.feed.sbe", folder)) {
            check(generated, "Group", FeedDescriptor.group(bytes, 0, 1, 2, 3), "seq=1 time=2 count=3");
            check(
                    generated,
                    "Add",
                    FeedDescriptor.add(bytes, 0, 4, -5, 6, -7, 2),
                    "reference=4 price=-5 size=6 symbol=-7 side=2");
            final String trade = "price=-9 size=10 tradeId=11 symbol=12 takerSide=1 flags=2";
            check(generated, "Exec", FeedDescriptor.exec(bytes, 0, 8, -9, 10, 11, 12, 1, 2), "reference=8 " + trade);
            check(generated, "Trade", FeedDescriptor.exec(bytes, 0, 0, -9, 10, 11, 12, 1, 2), "reference=0 " + trade);
            check(generated, "Cut", FeedDescriptor.cut(bytes, 0, 13, 14, -15), "reference=13 size=14 symbol=-15");
            check(
                    generated,
                    "Moved",
                    FeedDescriptor.moved(bytes, 0, 16, 17, -18, 19, -20),
                    "reference=16 newReference=17 price=-18 size=19 symbol=-20");
            check(
                    generated,
                    "Listing",
                    FeedDescriptor.listing(bytes, 0, 21, 2, 22, 23, 24, 25, -26, 27),
                    "symbol=21 symbolType=2 baseCurrency=22 quoteCurrency=23 lotSize=24 tickValue=25"
                            + " minPrice=-26 maxPrice=27");
            check(
                    generated,
                    "State",
                    FeedDescriptor.state(bytes, 0, 28, 3, 4, -29, 30),
                    "symbol=28 state=3 reason=4 price=-29 size=30");
            check(generated, "Check", FeedDescriptor.check(bytes, 0, 31, 32, -33), "symbol=31 orders=32 hash=-33");
            check(generated, "Reset", FeedDescriptor.reset(bytes, 0), "");
            check(generated, "Group2", FeedDescriptor.group2(bytes, 0, 34, 35, 36), "seq=34 time=35 count=36");
            check(
                    generated,
                    "Level",
                    FeedDescriptor.level(bytes, 0, -37, 1, -38, 39, 40),
                    "symbol=-37 side=1 price=-38 size=39 orders=40");
            check(
                    generated,
                    "Begin",
                    SnapshotDescriptor.begin(bytes, 0, -41, 42, 43, 44),
                    "symbol=-41 orders=42 number=43 seq=44");
            check(generated, "End", SnapshotDescriptor.end(bytes, 0, -45, 46, -47), "symbol=-45 number=46 hash=-47");
            final byte[] name = "BTC-EUR".getBytes(StandardCharsets.US_ASCII);
            check(
                    generated,
                    "Name",
                    SnapshotDescriptor.name(bytes, 0, -48, 8, 2, name),
                    "symbol=-48 baseDecimals=8 quoteDecimals=2 name=BTC-EUR");
            assertEquals(MESSAGES, generated.messages());
        }
    }

    /** Reads the named fields, and compares them with the written values. */
    private void check(final GeneratedCodecs generated, final String message, final int length, final String expected)
            throws ReflectiveOperationException {
        final Object header = generated.codec("MessageHeaderDecoder");
        final Object decoder = generated.codec(message + "Decoder");
        method(decoder, "wrapAndApplyHeader", 3).invoke(decoder, new UnsafeBuffer(bytes), 0, header);
        assertEquals(
                FeedDescriptor.HEADER_LENGTH
                        + (int) method(decoder, "sbeBlockLength", 0).invoke(decoder),
                length);
        final StringBuilder read = new StringBuilder();
        for (final String field : expected.split(" ")) {
            if (!field.isEmpty()) {
                final String name = field.substring(0, field.indexOf('='));
                read.append(read.isEmpty() ? "" : " ").append(name).append('=');
                read.append(method(decoder, name, 0).invoke(decoder));
            }
        }
        assertEquals(expected, read.toString(), message);
        for (final Method offset : decoder.getClass().getMethods()) {
            if (offset.getName().matches("zero2?EncodingOffset")) {
                final String zero = offset.getName().replace("Offset", "Length");
                final int from = FeedDescriptor.HEADER_LENGTH + (int) offset.invoke(null);
                final int end = from + (int) method(decoder, zero, 0).invoke(null);
                assertArrayEquals(new byte[end - from], Arrays.copyOfRange(bytes, from, end), message);
            }
        }
        Arrays.fill(bytes, (byte) -1); // so that the next message must write its zeros
    }
}
