package io.daybook.server.api;

import io.daybook.journal.SnapshotStat;
import io.daybook.journal.access.JournalReader;
import io.daybook.server.backup.Backup;
import io.daybook.server.backup.BackupCheck;
import io.daybook.server.backup.BackupException;
import io.daybook.server.http.Access;
import io.daybook.server.http.Body;
import io.daybook.server.http.BodyField;
import io.daybook.server.http.Problem;
import io.daybook.server.http.ProblemCode;
import io.daybook.server.http.Request;
import io.daybook.server.http.Response;
import io.daybook.server.http.Route;
import io.daybook.server.http.Router;
import io.daybook.server.identity.AuditTrail;
import io.daybook.wire.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Operations on the whole server: snapshots, copies of its folder, a reload of its configuration, and its end. */
public final class OperationRoutes {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String BACKUPS = "backups";
    private static final List<BodyField> BACKUP_BODY =
            List.of(new BodyField("name", "string", true, "1 to 64 letters, digits, - and _"));

    private final Path data;
    private final BackupCheck check;
    private final Control control;
    private final AuditTrail audit;
    private final SlowWork work;

    /** Acts of the process that has started the server. */
    public interface Control {
        /**
         * Reads the configuration again.
         *
         * @throws ControlException with the setting that is wrong or needs a restart; nothing has changed then
         */
        void reload() throws ControlException;

        /** Ends the server in order, some time after this returns. */
        void stop() throws ControlException;
    }

    /** An act that failed. */
    public static final class ControlException extends Exception {
        private static final long serialVersionUID = 1;

        public ControlException(final String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Serves the operations on the exchange in a folder.
     *
     * @param check the check of copies, in another process
     */
    public OperationRoutes(
            final Path data,
            final BackupCheck check,
            final Control control,
            final AuditTrail audit,
            final SlowWork work) {
        this.data = data;
        this.check = check;
        this.control = control;
        this.audit = audit;
        this.work = work;
    }

    public void addTo(final Router router) {
        router.add(Route.of("GET /v1/admin/snapshots", Access.VIEWER, "The snapshots on the disk", this::snapshots));
        router.add(Route.of("POST /v1/admin/backup", Access.OPERATOR, "Copies the folder while it runs", this::backup)
                .body(BACKUP_BODY));
        router.add(
                Route.of("POST /v1/admin/reload", Access.ADMIN, "Reads limits, hosts and members again", this::reload));
        router.add(Route.of("POST /v1/admin/stop", Access.ADMIN, "Ends the server in order", this::stop));
    }

    private CompletionStage<Response> snapshots(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            final Json json = new Json().object().list("items");
            for (final SnapshotStat snapshot : JournalReader.open(data).snapshots()) {
                json.object()
                        .put("seq", snapshot.seq())
                        .put("time", TimeUnit.NANOSECONDS.toMicros(snapshot.timeNs()))
                        .put("bytes", snapshot.sizeBytes())
                        .put("stateHash", hex(snapshot.stateHash()))
                        .put("sound", snapshot.problem() == null)
                        .end();
            }
            return Response.json(json.endList().end());
        });
    }

    private CompletionStage<Response> backup(final Request request) {
        request.onlyAsked();
        final Body body = request.body();
        final String name = body.text("name");
        if (!NAME.matcher(name).matches()) {
            throw body.wrong("name", "must have 1 to 64 letters, digits, - and _, and begin with a letter or a digit");
        }
        body.finish();
        final Path target = data.resolveSibling(BACKUPS).resolve(name);
        return work.answer(request, () -> {
            audit.begin(request.caller(), "backup", name);
            try {
                final Backup.Made made = Backup.take(data, target, check);
                audit.write(request.caller(), "backup", name, made.seq());
                return Response.json(
                                201,
                                new Json()
                                        .object()
                                        .put("name", name)
                                        .put("seq", made.seq())
                                        .put("stateHash", hex(made.stateHash()))
                                        .put("bytes", made.bytes())
                                        .end())
                        .seq(made.seq());
            } catch (BackupException | IOException e) {
                audit.write(request.caller(), "backup: failed", name, 0);
                throw Problem.of(ProblemCode.NOT_DONE, String.valueOf(e.getMessage()));
            }
        });
    }

    private CompletionStage<Response> reload(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            audit.begin(request.caller(), "reload", "");
            try {
                control.reload();
            } catch (ControlException e) {
                audit.write(request.caller(), "reload: refused", "", 0);
                throw Problem.of(ProblemCode.NOT_DONE, String.valueOf(e.getMessage()));
            }
            audit.write(request.caller(), "reload", "", 0);
            return Response.json(new Json().object().put("reloaded", true).end());
        });
    }

    private CompletionStage<Response> stop(final Request request) {
        request.onlyAsked();
        return work.answer(request, () -> {
            audit.write(request.caller(), "stop", "", 0);
            try {
                control.stop();
            } catch (ControlException e) {
                throw Problem.of(ProblemCode.NOT_DONE, String.valueOf(e.getMessage()));
            }
            return Response.json(202, new Json().object().put("stopping", true).end());
        });
    }

    private static String hex(final long hash) {
        return String.format("%016x", hash);
    }
}
