package io.daybook.cli.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.AppenderBase;
import io.daybook.host.Proves;
import io.daybook.server.config.LogFormat;
import io.daybook.server.config.LogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.event.Level;

@Proves("each log line is one JSON object, whatever clients send, and log files have a bounded size")
@Tag("whole")
class LogbackLogTest {
    private static final int FILE_MIB = 1;
    private static final int FILES = 2;

    @TempDir
    private Path folder;

    private final LoggerContext context = new LoggerContext();
    private final Logger ours = context.getLogger("io.daybook.server.http.Dispatcher");

    @BeforeEach
    void makeContext() {
        context.setMDCAdapter(new LogbackMDCAdapter());
    }

    private LogbackLog open(final LogFormat format, final Path file) throws IOException {
        return LogbackLog.open(context, new LogSettings(Level.INFO, format, file, FILE_MIB, FILES), false);
    }

    private List<String> written(final LogFormat format, final Runnable logging) throws IOException {
        final Path file = folder.resolve("logs/all.log");
        try (LogbackLog log = open(format, file)) {
            logging.run();
        }
        return Files.readAllLines(file);
    }

    @Test
    void shouldWriteAnObjectALineWithWhatBelongsToIt() throws IOException {
        final List<String> lines = written(LogFormat.AUTO, () -> ours.atError()
                .addKeyValue("requestId", "8f2c")
                .addKeyValue("seq", 48_211L)
                .setCause(new IllegalStateException("broken"))
                .log("a \"request\"\nof {} failed", "Zoë"));
        assertEquals(1, lines.size());
        assertTrue(
                lines.get(0)
                        .matches("\\{\"time\":\"[-0-9]{10}T[:0-9]{8}\\.\\d{3}Z\",\"level\":\"error\","
                                + "\"logger\":\"io\\.daybook\\.server\\.http\\.Dispatcher\",\"thread\":\"[^\"]+\","
                                + "\"message\":\"a \\\\\"request\\\\\"\\\\nof Zo\\\\u00EB failed\","
                                + "\"requestId\":\"8f2c\","
                                + "\"seq\":48211,\"error\":\"java\\.lang\\.IllegalStateException: broken\\\\n.*\"}"),
                lines.get(0));
    }

    @Test
    void shouldLetNoTextOfAStrangerBeginALine() throws IOException {
        final List<String> lines = written(LogFormat.TEXT, () -> {
            ours.atWarn().addKeyValue("name", "x\r\n\u001b[2J\u202e").log("from {}", "a\nb");
            ours.error("thrown", new IllegalStateException("1\n2026-11-24T03:40:09.123Z ERROR all is lost"));
        });
        assertTrue(
                lines.get(0)
                        .endsWith(" WARN  server.http.Dispatcher: from a\\u000ab"
                                + " name=x\\u000d\\u000a\\u001b[2J\\u202e"),
                lines.get(0));
        assertTrue(lines.get(1).endsWith(" ERROR server.http.Dispatcher: thrown"), lines.get(1));
        assertEquals("    java.lang.IllegalStateException: 1", lines.get(2));
        assertTrue(lines.stream().skip(2).allMatch(line -> line.startsWith("    ")), String.join("\n", lines));
    }

    @Test
    void shouldSayOfLibrariesNoMoreThanTheirWarnings() throws IOException {
        final Logger library = context.getLogger("quickfix.Session");
        final List<String> lines = written(LogFormat.TEXT, () -> {
            ours.debug("no");
            library.info("no");
            library.warn("one");
        });
        assertEquals(1, lines.size(), String.join("\n", lines));
    }

    @Test
    void shouldWriteFromAnotherLevelOn() throws IOException {
        final Logger library = context.getLogger("quickfix.Session");
        final Path file = folder.resolve("levels.log");
        try (LogbackLog log = open(LogFormat.TEXT, file)) {
            log.level(Level.DEBUG);
            ours.debug("two");
            library.info("no");
            log.level(Level.ERROR);
            library.warn("no");
            ours.warn("no");
            ours.error("three");
        }
        assertEquals(
                List.of("two", "three"),
                Files.readAllLines(file).stream()
                        .map(line -> line.replaceFirst(".*: ", ""))
                        .toList());
    }

    @Test
    void shouldKeepFilesOfABoundedSize() throws IOException {
        final Path file = folder.resolve("bounded.log");
        final String filler = "x".repeat(1_000);
        final int lines = 5 << 10;
        try (LogbackLog log = open(LogFormat.TEXT, file)) {
            final QueueAppender queue = (QueueAppender) Objects.requireNonNull(
                    context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("queue"));
            for (int i = 1; i <= lines; i++) {
                while (queue.getRemainingCapacity() < QueueAppender.LINES / 2) {
                    LockSupport.parkNanos(100_000);
                }
                ours.info("{} {}", filler, i);
            }
            while (queue.getRemainingCapacity() < QueueAppender.LINES) {
                LockSupport.parkNanos(100_000);
            }
        }
        final List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        assertEquals(
                List.of("bounded.log", "bounded.log.1", "bounded.log.2"),
                files.stream().map(path -> path.getFileName().toString()).toList());
        for (final Path one : files) {
            assertTrue(Files.size(one) <= (FILE_MIB << 20) + 2_000, one + " has " + Files.size(one));
        }
        final List<String> last = Files.readAllLines(file);
        assertEquals(Integer.toString(lines), last.get(last.size() - 1).replaceFirst(".* ", ""));
    }

    @Test
    void shouldRefuseAFileThatCannotBeWritten() throws IOException {
        final Path file = Files.createFile(folder.resolve("file"));
        assertThrows(IOException.class, () -> open(LogFormat.TEXT, file.resolve("daybook.log")));
    }

    @Test
    void shouldDropAndCountRatherThanWait() throws InterruptedException {
        final CountDownLatch isBusy = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final QueueAppender queue = new QueueAppender();
        queue.setContext(context);
        queue.addAppender(new AppenderBase<ILoggingEvent>() {
            {
                start();
            }

            @Override
            protected void append(final ILoggingEvent line) {
                isBusy.countDown();
                try {
                    mayGoOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        queue.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(queue);
        try {
            ours.info("one is taken");
            assertTrue(isBusy.await(60, TimeUnit.SECONDS));
            IntStream.range(0, QueueAppender.LINES + 7).forEach(i -> ours.info("{} waits", i));
            assertEquals(7, queue.takeDropped());
            assertEquals(0, queue.takeDropped());
        } finally {
            mayGoOn.countDown();
            context.stop();
        }
    }

    @Test
    void shouldSayHowManyWereDropped() {
        final ch.qos.logback.classic.spi.LoggingEvent line = new ch.qos.logback.classic.spi.LoggingEvent(
                "here", context.getLogger("io.daybook.x"), ch.qos.logback.classic.Level.INFO, "m", null, new Object[0]);
        final QueueAppender queue = new QueueAppender();
        assertTrue(new String(new TextLines(queue).encode(line, 7)).endsWith(" INFO  x: m dropped=7\n"));
        assertTrue(new String(new JsonLines(queue).encode(line, 7)).endsWith(",\"message\":\"m\",\"dropped\":7}\n"));
        assertFalse(new String(new JsonLines(queue).encode(line, 0)).contains("dropped"));
    }
}
