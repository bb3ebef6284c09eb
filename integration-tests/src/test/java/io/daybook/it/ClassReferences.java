package io.daybook.it;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The classes in jars, and the other classes that each class of this project names. */
final class ClassReferences {
    private static final String OURS = "io/daybook/";
    private static final Pattern NAME = Pattern.compile("L([\\w/$]+);");
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private final Map<String, Path> jarByClass = new HashMap<>();
    private final Map<String, Set<String>> namedBy = new HashMap<>();

    /** Reads all classes of these jars. */
    ClassReferences(final Collection<Path> jars) throws IOException {
        for (final Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (final ZipEntry entry : Collections.list(zip.entries())) {
                    if (!entry.getName().endsWith(".class")) {
                        continue;
                    }
                    final String name =
                            entry.getName().substring(0, entry.getName().length() - ".class".length());
                    jarByClass.putIfAbsent(name, jar);
                    if (name.startsWith(OURS)) {
                        namedBy.put(name, names(zip.getInputStream(entry).readAllBytes()));
                    }
                }
            }
        }
    }

    /** The constants of a class file that are names of classes, or descriptors with such names. */
    private static Set<String> names(final byte[] file) throws IOException {
        final Set<String> names = new HashSet<>();
        final DataInputStream in = new DataInputStream(new ByteArrayInputStream(file));
        in.skipNBytes(8);
        final int count = in.readUnsignedShort();
        final Map<Integer, String> texts = new HashMap<>();
        final Set<Integer> classes = new HashSet<>();
        for (int i = 1; i < count; i++) {
            final int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> texts.put(i, in.readUTF());
                case CLASS -> classes.add(in.readUnsignedShort());
                case STRING, METHOD_TYPE, MODULE, PACKAGE -> in.skipNBytes(2);
                case METHOD_HANDLE -> in.skipNBytes(3);
                case LONG, DOUBLE -> {
                    in.skipNBytes(8);
                    i++; // a long or a double has two entries in the constant pool
                }
                default -> in.skipNBytes(4);
            }
        }
        classes.forEach(index -> names.add(texts.get(index)));
        texts.values().forEach(text -> NAME.matcher(text).results().forEach(found -> names.add(found.group(1))));
        return names;
    }

    /**
     * Follows names from the class {@code start}, through our own classes but not {@code except}, and lists the classes
     * of the jars that they name and that no jar of a class path contains.
     */
    Set<String> missing(final String start, final String except, final List<Path> classPath) {
        final Set<Path> jars = new HashSet<>(classPath);
        final Set<String> seen = new HashSet<>(List.of(start, except));
        final List<String> open = new ArrayList<>(List.of(start));
        final Set<String> missing = new TreeSet<>();
        while (!open.isEmpty()) {
            final String one = open.remove(open.size() - 1);
            for (final String name : namedBy.getOrDefault(one, Set.of())) {
                final Path jar = jarByClass.get(name);
                if (jar == null || !seen.add(name)) {
                    continue; // in none of the jars, such as a class of the JDK, or followed already
                }
                open.add(name);
                if (!jars.contains(jar)) {
                    missing.add(name + ", which " + one + " names");
                }
            }
        }
        return missing;
    }
}
