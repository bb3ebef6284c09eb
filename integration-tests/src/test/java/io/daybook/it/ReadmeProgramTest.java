package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.host.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the Java in the README compiles as printed, runs, and does what the text describes. */
@Proves("the Java in the documents compiles, and the program in the README runs")
@Tag("whole")
class ReadmeProgramTest {
    private static final Path README = Path.of(System.getProperty("daybook.root"), "README.md");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String PROGRAM = """
            import io.daybook.api.*;
            import io.daybook.core.DaybookExchange;
            import java.nio.file.Path;

            public final class Readme {
                static final int BTC_USD = 1;
                static final int USD = 20;

                public static void main(String[] args) {
                    SymbolSpec btcUsd = SymbolSpec.exchangePair(BTC_USD, 10, USD).build();
                    ExchangeListener printer = new ExchangeListener() {
                        @Override
                        public void onResult(ResultView result) {
                            System.out.println(result.seq() + " " + result.type() + " " + result.code() + " "
                                    + result.orderId() + " " + result.side() + " " + result.price() + " "
                                    + result.remaining());
                        }
                    };
            %s
                    Path data = Path.of("data");
                    try (Exchange exchange = DaybookExchange.builder().journal(data).listener(printer).start()) {
            %s
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldCompileAndRunAsItStands() throws Exception {
        final List<String> blocks = JAVA.matcher(Files.readString(README))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertEquals(2, blocks.size(), "blocks: a program with futures, then lines for the fast door");
        assertEquals(
                List.of(
                        "1 ADD_SYMBOL SUCCESS 0 null 0 0",
                        "2 ADD_USER SUCCESS 0 null 0 0",
                        "3 ADJUST_BALANCE SUCCESS 0 null 0 0",
                        "4 PLACE_ORDER SUCCESS 5001 BID 15400 12",
                        "5 PLACE_ORDER SUCCESS 5002 BID 15390 3"),
                run(PROGRAM.formatted(blocks.get(0), blocks.get(1))));
    }

    private List<String> run(final String program) throws IOException, InterruptedException {
        final Path source = Files.writeString(folder.resolve("Readme.java"), program);
        final String classPath = System.getProperty("java.class.path");
        final int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-cp", classPath, "-d", folder.toString(), source.toString());
        assertEquals(0, compiled, program);
        final Path out = folder.resolve("out.txt");
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + classPath,
                        "Readme")
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
        return Files.readAllLines(out);
    }
}
