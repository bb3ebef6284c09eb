package io.daybook.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** The messages of daybook.xml, with composites split into their fields. */
final class Schema {
    /** A field of a block; its type is written as in the Javadoc: {@code u64}, {@code 16 bytes}. */
    record Field(int offset, String name, String type, int length) {}

    /** A message's number, name, block length and fields by offset. */
    record Message(int template, String name, int blockLength, List<Field> fields) {}

    private static final Map<String, String> PRIMITIVES = Map.of(
            "uint8", "u8", "uint16", "u16", "uint32", "u32", "uint64", "u64", "int32", "i32", "int64", "i64", "char",
            "c");
    private static final Map<String, Integer> LENGTHS =
            Map.of("u8", 1, "c", 1, "u16", 2, "u32", 4, "i32", 4, "u64", 8, "i64", 8);

    private final Map<String, List<Field>> types = new HashMap<>();
    private final Map<Integer, Message> messages = new TreeMap<>();

    private Schema(final Element root) {
        for (final Element element : elements(root)) {
            if (element.getTagName().equals("types")) {
                elements(element).forEach(this::readType);
            } else {
                final Message message = readMessage(element);
                messages.put(message.template(), message);
            }
        }
    }

    static Schema load() {
        try (InputStream in = Schema.class.getResourceAsStream("/daybook.xml")) {
            return new Schema(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement());
        } catch (final IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException("daybook.xml cannot be read", e);
        }
    }

    List<Message> messages() {
        return List.copyOf(messages.values());
    }

    Message message(final int template) {
        return messages.get(template);
    }

    private void readType(final Element element) {
        final List<Field> fields = new ArrayList<>();
        if (element.getTagName().equals("composite")) {
            int offset = 0;
            for (final Element member : elements(element)) {
                final Field field = primitive(offset, member);
                fields.add(field);
                offset += field.length();
            }
        } else {
            fields.add(primitive(0, element));
        }
        types.put(element.getAttribute("name"), fields);
    }

    private static Field primitive(final int offset, final Element element) {
        final String type = PRIMITIVES.get(element.getAttribute("primitiveType"));
        final String length = element.getAttribute("length");
        return length.isEmpty()
                ? new Field(offset, element.getAttribute("name"), type, LENGTHS.get(type))
                : new Field(offset, element.getAttribute("name"), length + " bytes", Integer.parseInt(length));
    }

    private Message readMessage(final Element element) {
        final List<Field> fields = new ArrayList<>();
        for (final Element field : elements(element)) {
            if (!field.getTagName().equals("field")) {
                continue;
            }
            final int offset = Integer.parseInt(field.getAttribute("offset"));
            final String name = field.getAttribute("name");
            final String type = PRIMITIVES.get(field.getAttribute("type"));
            if (type != null) {
                fields.add(new Field(offset, name, type, LENGTHS.get(type)));
                continue;
            }
            final List<Field> members = types.get(field.getAttribute("type"));
            for (final Field member : members) {
                fields.add(new Field(
                        offset + member.offset(),
                        members.size() == 1 ? name : member.name(),
                        member.type(),
                        member.length()));
            }
        }
        return new Message(
                Integer.parseInt(element.getAttribute("id")),
                element.getAttribute("name"),
                Integer.parseInt(element.getAttribute("blockLength")),
                fields);
    }

    private static List<Element> elements(final Element parent) {
        final List<Element> elements = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
