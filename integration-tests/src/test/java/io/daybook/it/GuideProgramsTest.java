package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java blocks of the guides compile as they stand, each inside a method with the variables that the text around it
 * names. {@link ReadmeProgramTest} runs the block of the README.
 */
@Proves("the Java in the documents compiles, and the program in the README runs")
@Tag("whole")
class GuideProgramsTest {
    private static final String PROGRAM = """
            import io.daybook.api.*;
            import io.daybook.core.*;
            import java.math.BigDecimal;
            import java.nio.ByteBuffer;
            import java.nio.ByteOrder;
            import java.nio.file.Path;
            import java.util.Map;

            abstract class Block%d {
                static final int BTC_EUR = 1;
                static final int EUR = 20;
                Exchange exchange;
                ExchangeListener listener;
                SymbolSpec spec;

                static void log(Object... what) {}

                void block() throws Exception {
            %s
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldCompileTheJavaOfTheGuides() throws IOException {
        int programs = 0;
        for (final Path document : Documents.all()) {
            for (final String block : Documents.blocks(document, "java")) {
                if (!document.endsWith("README.md") && !block.startsWith("module ")) {
                    compile(document, ++programs, block);
                }
            }
        }
        assertTrue(programs >= 6, "programs: " + programs);
    }

    @Test
    void shouldShowTheModuleDescriptorThatAnotherProjectIsBuiltWith() throws IOException {
        final List<String> descriptors = Documents.blocks(Documents.ROOT.resolve("docs/embedding.md"), "java").stream()
                .filter(block -> block.startsWith("module "))
                .toList();
        assertEquals(
                List.of(Files.readString(
                        Documents.ROOT.resolve("integration-tests/src/consumer/src/main/java/module-info.java"))),
                descriptors);
    }

    private void compile(final Path document, final int number, final String block) throws IOException {
        // Three dots stand for the reader's own code.
        final String body = block.replaceAll("(?m)^(\\s*)\\.\\.\\.( //.*)?$", "$1throw new AssertionError();");
        final String program = block.startsWith("import ") ? body : PROGRAM.formatted(number, body);
        final Path source = Files.writeString(folder.resolve("Block" + number + ".java"), program);
        final StringWriter said = new StringWriter();
        final int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        new PrintWriter(said),
                        new PrintWriter(said),
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        source.toString());
        assertEquals(0, compiled, () -> document + ": " + block + said);
    }
}
