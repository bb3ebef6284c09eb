package io.daybook.server.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daybook.api.RetentionMark;
import io.daybook.api.RetentionMarks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A backup that was killed does not hold back the journal for ever; one that goes on does. */
class BackupMarksTest {
    private static final long NO_PROCESS = Integer.MAX_VALUE;

    /** Marks in memory. */
    private static final class Marks implements RetentionMarks {
        private final Map<String, Long> marks = new TreeMap<>();

        @Override
        public void keepFrom(final String name, final long fromSeq) {
            marks.put(name, fromSeq);
        }

        @Override
        public boolean remove(final String name) {
            return marks.remove(name) != null;
        }

        @Override
        public List<RetentionMark> list() {
            return marks.entrySet().stream()
                    .map(mark -> new RetentionMark(mark.getKey(), mark.getValue(), 0, 0))
                    .toList();
        }
    }

    @Test
    void shouldDropTheMarksOfBackupsWhoseProcessHasEnded() {
        final Marks marks = new Marks();
        final String alive =
                "backup-" + ProcessHandle.current().parent().orElseThrow().pid() + "-7f";
        marks.keepFrom("backup-" + NO_PROCESS + "-7f", 1);
        marks.keepFrom(alive, 2);
        marks.keepFrom("backup-of-mine", 3);
        marks.keepFrom("exporter", 4);
        Backup.dropMarksOfTheDead(marks);
        assertEquals(List.of(alive, "backup-of-mine", "exporter"), List.copyOf(marks.marks.keySet()));
    }

    /** As in a container, where each start has the same number. */
    @Test
    void shouldDropTheMarkOfAnEarlierProcessThatHadTheNumberOfThisOne() {
        final Marks marks = new Marks();
        marks.keepFrom("backup-" + ProcessHandle.current().pid() + "-7f", 1);
        Backup.dropMarksOfTheDead(marks);
        assertEquals(List.of(), marks.list());
    }
}
