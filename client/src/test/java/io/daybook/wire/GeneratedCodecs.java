package io.daybook.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import uk.co.real_logic.sbe.SbeTool;

/** The codecs that SBE's own tool generates from a schema. */
public final class GeneratedCodecs implements AutoCloseable {
    private final String codecPackage;
    private final Path classes;
    private final URLClassLoader loader;

    /**
     * Generates and compiles the codecs of a schema.
     *
     * @param schema a resource
     * @param codecPackage the package that the schema names
     * @param folder an empty folder
     */
    public GeneratedCodecs(final String schema, final String codecPackage, final Path folder) throws Exception {
        this.codecPackage = codecPackage;
        final Path copy = folder.resolve("schema.xml");
        try (InputStream in = GeneratedCodecs.class.getResourceAsStream(schema)) {
            Files.copy(in, copy);
        }
        final Path sources = Files.createDirectory(folder.resolve("sources"));
        classes = Files.createDirectory(folder.resolve("classes"));
        final Map<String, String> properties = Map.of(
                SbeTool.OUTPUT_DIR, sources.toString(),
                SbeTool.TARGET_LANGUAGE, "Java",
                SbeTool.VALIDATION_STOP_ON_ERROR, "true",
                SbeTool.VALIDATION_WARNINGS_FATAL, "true");
        properties.forEach(System::setProperty);
        try {
            SbeTool.main(new String[] {copy.toString()});
        } finally {
            properties.keySet().forEach(System::clearProperty);
        }
        compile(sources);
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, GeneratedCodecs.class.getClassLoader());
    }

    private void compile(final Path sources) throws IOException {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files =
                        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
                Stream<Path> found = Files.walk(sources)) {
            final List<Path> javaFiles =
                    found.filter(path -> path.toString().endsWith(".java")).toList();
            final List<String> options = List.of("-d", classes.toString(), "-proc:none", "-nowarn");
            final boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjectsFromPaths(javaFiles))
                    .call();
            assertEquals(true, compiled, messages.toString());
        }
    }

    /** Creates a codec, such as {@code AddDecoder}. */
    public Object codec(final String name) throws ReflectiveOperationException {
        return loader.loadClass(codecPackage + "." + name).getConstructor().newInstance();
    }

    /** The number of messages that have a codec. */
    public long messages() throws IOException {
        try (Stream<Path> found = Files.walk(classes)) {
            return found.filter(path ->
                            path.toString().endsWith("Decoder.class") && !path.endsWith("MessageHeaderDecoder.class"))
                    .count();
        }
    }

    /**
     * Returns the method of a codec that has this name, this number of parameters, and these types of the first
     * parameters.
     */
    public static Method method(
            final Object codec, final String name, final int parameters, final Class<?>... firstTypes) {
        return Arrays.stream(codec.getClass().getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == parameters)
                .filter(method ->
                        firstTypes.length == 0 || firstTypes[0].isAssignableFrom(method.getParameterTypes()[0]))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no method " + name + " of " + parameters));
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
