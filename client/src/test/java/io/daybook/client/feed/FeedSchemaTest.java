package io.daybook.client.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.host.Proves;
import io.daybook.wire.feed.FeedDescriptor;
import io.daybook.wire.feed.FeedTemplates;
import io.daybook.wire.feed.SnapshotDescriptor;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * {@code daybook-feed.xml} says what the encoders write: every field, read at its offset, has the value that went in.
 */
@Proves("daybook-feed.xml is what the encoders write")
class FeedSchemaTest {
    private static final Map<String, Integer> LENGTHS =
            Map.of("uint8", 1, "uint16", 2, "zero3", 3, "uint32", 4, "int32", 4, "int64", 8, "uint64", 8, "name32", 32);

    private static final int OF_LEVELS = 2;
    private static final int OF_SNAPSHOTS = 3;

    private final byte[] bytes = new byte[FeedDescriptor.MAX_LENGTH];

    /** Encodes a message and returns its fields, in the order of the schema. */
    private List<Long> encoded(final int template) {
        return switch (template) {
            case FeedTemplates.GROUP -> fields(FeedDescriptor.group(bytes, 0, 101, 102, 103), 101, 102, 103, 0);
            case FeedTemplates.ADD ->
                fields(FeedDescriptor.add(bytes, 0, 201, 202, 203, 204, 2), 201, 202, 203, 204, 2, 0);
            case FeedTemplates.EXEC ->
                fields(FeedDescriptor.exec(bytes, 0, 301, 302, 303, 304, 305, 1, 2), 301, 302, 303, 304, 305, 1, 2, 0);
            case FeedTemplates.TRADE ->
                fields(FeedDescriptor.exec(bytes, 0, 0, 402, 403, 404, 405, 2, 1), 0, 402, 403, 404, 405, 2, 1, 0);
            case FeedTemplates.CUT -> fields(FeedDescriptor.cut(bytes, 0, 501, 502, 503), 501, 502, 503, 0);
            case FeedTemplates.MOVED ->
                fields(FeedDescriptor.moved(bytes, 0, 601, 602, 603, 604, 605), 601, 602, 603, 604, 605, 0);
            case FeedTemplates.LISTING ->
                fields(
                        FeedDescriptor.listing(bytes, 0, 701, 72, 703, 704, 705, 706, 707, 708),
                        701,
                        72,
                        0,
                        703,
                        704,
                        705,
                        706,
                        707,
                        708);
            case FeedTemplates.STATE ->
                fields(FeedDescriptor.state(bytes, 0, 801, 82, 83, 804, 805), 801, 82, 83, 0, 804, 805);
            case SnapshotDescriptor.BEGIN ->
                fields(SnapshotDescriptor.begin(bytes, 0, 301, 302, 303, 304), 301, 302, 303, 304);
            case SnapshotDescriptor.END -> fields(SnapshotDescriptor.end(bytes, 0, 311, 312, 313), 311, 0, 312, 313);
            case SnapshotDescriptor.NAME ->
                fields(SnapshotDescriptor.name(bytes, 0, 321, 8, 2, new byte[0]), 321, 8, 2, 0, 0);
            case FeedTemplates.CHECK -> fields(FeedDescriptor.check(bytes, 0, 901, 902, 903), 901, 902, 903);
            case FeedTemplates.GROUP2 -> fields(FeedDescriptor.group2(bytes, 0, 201, 202, 203), 201, 202, 203, 0);
            case FeedTemplates.LEVEL ->
                fields(FeedDescriptor.level(bytes, 0, 211, 2, 213, 214, 215), 211, 2, 0, 213, 214, 215, 0);
            default -> fields(FeedDescriptor.reset(bytes, 0));
        };
    }

    private static List<Long> fields(final int length, final long... values) {
        final List<Long> fields = new ArrayList<>();
        fields.add((long) length);
        for (final long value : values) {
            fields.add(value);
        }
        return fields;
    }

    @Test
    void shouldDescribeEveryFieldOfEveryMessage() throws Exception {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        final Document schema;
        try (InputStream in = Objects.requireNonNull(FeedDescriptor.class.getResourceAsStream("/daybook-feed.xml"))) {
            schema = factory.newDocumentBuilder().parse(in);
        }
        final NodeList described = schema.getElementsByTagName("sbe:message");
        assertEquals(FeedTemplates.RESET + OF_LEVELS + OF_SNAPSHOTS, described.getLength());
        for (int i = 0; i < described.getLength(); i++) {
            check((Element) described.item(i));
        }
    }

    private void check(final Element message) {
        final int template = Integer.parseInt(message.getAttribute("id"));
        final int blockLength = Integer.parseInt(message.getAttribute("blockLength"));
        final String name = message.getAttribute("name");
        final List<Long> expected = encoded(template);
        final ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        final List<Long> read = new ArrayList<>();
        read.add((long) FeedDescriptor.HEADER_LENGTH + blockLength);
        assertEquals(blockLength, block.getShort(0), name);
        assertEquals(template, block.getShort(2), name);
        assertEquals(2, block.getShort(4), name);
        assertEquals(1, block.getShort(6), name);
        final NodeList fields = message.getElementsByTagName("field");
        int end = 0;
        for (int i = 0; i < fields.getLength(); i++) {
            final Element field = (Element) fields.item(i);
            final int length = LENGTHS.get(field.getAttribute("type"));
            assertEquals(end, Integer.parseInt(field.getAttribute("offset")), name + "." + field.getAttribute("name"));
            read.add(number(block, FeedDescriptor.HEADER_LENGTH + end, length));
            end += length;
        }
        assertEquals(blockLength, end, name);
        assertEquals(expected, read, name);
    }

    private static long number(final ByteBuffer block, final int offset, final int length) {
        long number = 0;
        for (int i = length - 1; i >= 0; i--) {
            number = number << 8 | block.get(offset + i) & 0xFF;
        }
        return number;
    }
}
