package io.daybook.server.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.Exchange;
import io.daybook.api.Nop;
import io.daybook.api.RetentionMark;
import io.daybook.api.RetentionMarks;
import io.daybook.core.DaybookExchange;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mark of a killed backup does not keep the journal's files for ever; that of a running backup does. */
class BackupMarksTest {
    private static final long NO_PROCESS = Integer.MAX_VALUE;

    @TempDir
    private Path data;

    private RetentionMarks marks;

    @BeforeEach
    void makeFolder() {
        try (Exchange exchange = DaybookExchange.builder().journal(data).start()) {
            exchange.submit(new Nop()).join();
        }
        marks = DaybookExchange.retentionMarks(data);
    }

    private List<String> names() {
        return marks.list().stream().map(RetentionMark::name).sorted().toList();
    }

    @Test
    void shouldDropTheMarksOfBackupsWhoseProcessHasEnded() {
        final String alive =
                "backup-" + ProcessHandle.current().parent().orElseThrow().pid() + "-7f";
        marks.keepFrom("backup-" + NO_PROCESS + "-7f", 1);
        marks.keepFrom(alive, 1);
        marks.keepFrom("backup-of-mine", 1);
        marks.keepFrom("exporter", 1);
        Backup.dropMarksOfTheDead(data);
        assertEquals(List.of(alive, "backup-of-mine", "exporter"), names());
    }

    /** In a container, each start may have the same process id. */
    @Test
    void shouldDropTheMarkOfAnEarlierProcessThatHadTheNumberOfThisOne() {
        marks.keepFrom("backup-" + ProcessHandle.current().pid() + "-7f", 1);
        Backup.dropMarksOfTheDead(data);
        assertEquals(List.of(), names());
    }
}
