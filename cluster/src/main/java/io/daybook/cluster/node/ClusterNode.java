package io.daybook.cluster.node;

import io.aeron.CncFileDescriptor;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.AdminRequestDecoder;
import io.aeron.cluster.codecs.AdminRequestType;
import io.aeron.cluster.codecs.BackupQueryDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.service.ClusterClock;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.DefaultAuthenticatorSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.daybook.api.Attachment;
import io.daybook.api.OrderBookType;
import io.daybook.cluster.config.ClusterConfig;
import io.daybook.cluster.config.ClusterConfigException;
import io.daybook.cluster.config.ClusterKeys;
import io.daybook.cluster.follower.FollowerBeginning;
import io.daybook.cluster.follower.FollowerMaker;
import io.daybook.cluster.follower.NodeDoor;
import io.daybook.cluster.follower.NodeFollowers;
import io.daybook.cluster.follower.NodeLeadership;
import io.daybook.cluster.follower.NodePoller;
import io.daybook.cluster.state.ClusterState;
import io.daybook.cluster.state.Principal;
import io.daybook.cluster.status.StatusBoard;
import io.daybook.engine.matching.BookTypes;
import io.daybook.kernel.slab.HashSecret;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * A running node: Aeron's media driver, archive, consensus module and service container in this process, on Aeron's
 * threads, with threads of its own for status, watchdog, upkeep, commit mark and cut guard. It ends by
 * {@link #close()}, when the cluster is stopped, or by halting the process (see {@link NodeExit}).
 */
public final class ClusterNode implements AutoCloseable {
    static final int SEGMENT_BYTES = 64 << 20;
    private static final int IPC_TERM_BYTES = 1 << 20;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** The parts of the node, in the order in which they were started. */
    private final List<AutoCloseable> started;

    private final CountDownLatch ended;
    private final ClusterConfig config;
    private final NodeFollowers followers;
    private final NodeLeadership leadership;

    private ClusterNode(
            final List<AutoCloseable> started,
            final CountDownLatch ended,
            final ClusterConfig config,
            final NodeFollowers followers,
            final NodeLeadership leadership) {
        this.started = started;
        this.ended = ended;
        this.config = config;
        this.followers = followers;
        this.leadership = leadership;
    }

    /**
     * Starts a node. A node without a log first waits until both other nodes report that they have none either.
     *
     * @throws ClusterConfigException if its folder belongs to another node or is in use, its log is lost, or another
     *     node has another durability
     * @throws IOException if its folder cannot be written, or a port is taken
     */
    public static ClusterNode start(final ClusterConfig config) throws IOException {
        return start(config, Map.of());
    }

    /**
     * Starts a node that can run followers.
     *
     * @param followers makers by name: each creates the follower of that name when the settings of the log name it, a
     *     new one each time, on the service's thread. The follower receives the result of every command that this node
     *     has carried out, on its own thread or, if its attachment has a hook, on the thread that polls it, see
     *     {@link #door} and {@link #poller}. If the settings name a follower that is missing here, the node ends (70)
     * @throws ClusterConfigException if its folder belongs to another node or is in use
     * @throws IOException if its folder cannot be written, or a port is taken
     */
    public static ClusterNode start(final ClusterConfig config, final Map<String, FollowerMaker> followers)
            throws IOException {
        return start(config, NodeMachine.REAL, followers);
    }

    static ClusterNode start(
            final ClusterConfig config, final NodeMachine machine, final Map<String, FollowerMaker> makers)
            throws IOException {
        final NodeFolder folder = NodeFolder.open(config);
        final List<AutoCloseable> started = new ArrayList<>(List.of(folder));
        try {
            final StatusBoard board = new StatusBoard(
                    config,
                    folder.content() == StartRules.Folder.COMMANDS,
                    machine.release(),
                    makers.keySet().stream().sorted().toList());
            started.add(StatusServer.start(config, board));
            StartGate.pass(config, folder, board);
            return start(config, machine, makers, folder, board, started);
        } catch (IOException | RuntimeException | Error e) {
            Collections.reverse(started);
            CloseHelper.quietCloseAll(started);
            throw e;
        }
    }

    private static ClusterNode start(
            final ClusterConfig config,
            final NodeMachine machine,
            final Map<String, FollowerMaker> makers,
            final NodeFolder folder,
            final StatusBoard board,
            final List<AutoCloseable> started)
            throws IOException {
        final CountDownLatch ended = new CountDownLatch(2); // consensus module and service
        final Runnable onEnd = () -> {
            if (!board.isTerminating()) {
                NodeExit.FAILED.halt("a thread of the cluster ended");
            }
            ended.countDown();
        };
        final String aeronDir = aeronDirectory(config);
        final ClusterKeys keys = config.keys();
        final Archive.Context archive = archive(config, keys, folder, aeronDir);
        final AeronArchive.Context local = new AeronArchive.Context()
                .lock(NoOpLock.INSTANCE)
                .credentialsSupplier(credentials(keys))
                .aeronDirectoryName(aeronDir)
                .controlRequestChannel(archive.localControlChannel())
                .controlRequestStreamId(archive.localControlStreamId())
                .controlResponseChannel(archive.localControlChannel());
        final MediaDriver driver = MediaDriver.launch(driver(config, aeronDir, machine));
        started.add(driver);
        started.add(Archive.launch(archive.mediaDriverAgentInvoker(driver.sharedAgentInvoker())));
        final CommitMark mark =
                CommitMark.open(config, () -> board.shown().metrics().releasedPosition());
        started.add(mark);
        mark.requireHeld();
        final StuckElection election = new StuckElection(System.err::println);
        started.add(CutGuard.start(archive, config.dir(), mark.start()::refuseCut, election));
        started.add(ConsensusModule.launch(consensusModule(config, machine, keys, folder, onEnd, board)
                .archiveContext(local.clone().controlRequestStreamId(archive.controlStreamId()))));
        final NodeFollowers followers =
                new NodeFollowers((name, beginning) -> made(makers.get(name), beginning), NodeExit.FAILED::halt);
        started.add(followers::close);
        final NodeLeadership leadership = new NodeLeadership();
        final ResultRelease release = new ResultRelease(config, machine.release(), followers, board, election);
        final ClusterState state = ClusterState.followed(
                BookTypes.all(OrderBookType.LADDER), HashSecret.of(new SecureRandom().nextLong()), release);
        started.add(ClusteredServiceContainer.launch(new ClusteredServiceContainer.Context()
                .aeronDirectoryName(aeronDir)
                .archiveContext(local.clone())
                .clusterDir(folder.cluster().toFile())
                .appVersion(machine.release().appVersion())
                .clusteredService(
                        machine.memory().apply(new ClusterService(state, board, followers, leadership, release)))
                .terminationHook(onEnd)
                .errorHandler(NodeErrors.handler(NodeErrors.Source.SERVICE, config.dir(), board::isTerminating))));
        started.add(Watchdog.start(config, machine.space(), board, 2L * SEGMENT_BYTES));
        started.add(NodeUpkeep.start(config, board, () -> now(machine.clock())));
        started.add(board::terminating); // closed first: an end of a thread is no failure from then on
        return new ClusterNode(started, ended, config, followers, leadership);
    }

    private static @Nullable Attachment made(final @Nullable FollowerMaker maker, final FollowerBeginning beginning) {
        return maker == null ? null : maker.make(beginning);
    }

    private static MediaDriver.Context driver(
            final ClusterConfig config, final String aeronDir, final NodeMachine machine) {
        final MediaDriver.Context driver = new MediaDriver.Context()
                .aeronDirectoryName(aeronDir)
                .threadingMode(isSmall() ? ThreadingMode.SHARED : ThreadingMode.DEDICATED)
                .spiesSimulateConnection(true) // the archive records what a leader sends to others
                .termBufferSparseFile(true)
                .ipcTermBufferLength(IPC_TERM_BYTES)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .errorHandler(NodeErrors.handler(NodeErrors.Source.DRIVER, config.dir()));
        machine.network().accept(driver);
        return driver;
    }

    private static Instant now(final ClusterClock clock) {
        return Instant.EPOCH.plusNanos(clock.timeNanos());
    }

    /** Returns whether the machine is too small for threads that spin, which take a processor each. */
    private static boolean isSmall() {
        return Runtime.getRuntime().availableProcessors() < 8;
    }

    private static Archive.Context archive(
            final ClusterConfig config,
            final @Nullable ClusterKeys keys,
            final NodeFolder folder,
            final String aeronDir) {
        final int level = config.durability().fileSyncLevel();
        return new Archive.Context()
                .aeronDirectoryName(aeronDir)
                .archiveDir(folder.archive().toFile())
                .controlChannel("aeron:udp?endpoint=" + config.self().archive())
                .localControlChannel("aeron:ipc?term-length=64k")
                .localControlStreamId(CutGuard.ARCHIVE_STREAM)
                .archiveClientContext(new AeronArchive.Context()
                        .controlResponseChannel(anyPort(config))
                        .credentialsSupplier(credentials(keys)))
                .replicationChannel(anyPort(config))
                .recordingEventsEnabled(false)
                .segmentFileLength(SEGMENT_BYTES)
                .fileSyncLevel(level)
                .catalogFileSyncLevel(level)
                .recordChecksum(new LogChecksum())
                .replayChecksum(new LogChecksum())
                .threadingMode(isSmall() ? ArchiveThreadingMode.SHARED : ArchiveThreadingMode.DEDICATED)
                .authenticatorSupplier(keys == null ? new DefaultAuthenticatorSupplier() : keys::forArchive)
                .errorHandler(NodeErrors.handler(NodeErrors.Source.ARCHIVE, config.dir()));
    }

    /** The credentials of this machine for archives. */
    static CredentialsSupplier credentials(final @Nullable ClusterKeys keys) {
        return keys == null ? new NullCredentialsSupplier() : keys.nodes().credentials();
    }

    private static String anyPort(final ClusterConfig config) {
        return "aeron:udp?endpoint=" + config.bind() + ":0";
    }

    private static ConsensusModule.Context consensusModule(
            final ClusterConfig config,
            final NodeMachine machine,
            final @Nullable ClusterKeys keys,
            final NodeFolder folder,
            final Runnable onEnd,
            final StatusBoard board) {
        return new ConsensusModule.Context()
                .aeronDirectoryName(aeronDirectory(config))
                .clusterDir(folder.cluster().toFile())
                .clusterMemberId(config.node())
                .clusterMembers(config.clusterMembers())
                .appVersion(machine.release().appVersion())
                .clusterClock(new SteadyClock(machine.clock(), System::nanoTime))
                .fileSyncLevel(config.durability().fileSyncLevel())
                .ingressChannel("aeron:udp?term-length=4m")
                .isIpcIngressAllowed(true) // for this node's doors
                .logChannel("aeron:udp?term-length=16m")
                .replicationChannel(anyPort(config))
                .maxConcurrentSessions(config.clients())
                .leaderHeartbeatTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.heartbeatMs()))
                .leaderHeartbeatIntervalNs(TimeUnit.MILLISECONDS.toNanos(config.intervalMs()))
                .electionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.electionMs()))
                .startupCanvassTimeoutNs(
                        TimeUnit.MILLISECONDS.toNanos(canvassMs(machine.canvassMs(), config.heartbeatMs())))
                .authenticatorSupplier(keys == null ? new DefaultAuthenticatorSupplier() : keys::forClients)
                .authorisationServiceSupplier(() -> ClusterNode::isGranted)
                .terminationHook(onEnd)
                .errorHandler(
                        NodeErrors.handler(NodeErrors.Source.CONSENSUS_MODULE, config.dir(), board::isTerminating));
    }

    /** Returns how long starting nodes wait for each other: Aeron requires at least two heartbeats, and whole ones. */
    static long canvassMs(final long leastMs, final int heartbeatMs) {
        return heartbeatMs * Math.max(2, (leastMs + heartbeatMs - 1) / heartbeatMs);
    }

    /** Allows snapshots, and backup queries, which request the place of the log; nothing that Aeron may add later. */
    static boolean isGranted(
            final int protocol, final int action, final @Nullable Object type, final byte[] principal) {
        final Principal asking = Principal.decode(principal);
        return protocol == MessageHeaderDecoder.SCHEMA_ID
                && (action == AdminRequestDecoder.TEMPLATE_ID
                                && type == AdminRequestType.SNAPSHOT
                                && asking.may(Principal.ADMIN)
                        || action == BackupQueryDecoder.TEMPLATE_ID && asking.may(Principal.BACKUP));
    }

    static String aeronDirectory(final ClusterConfig config) {
        return driverDirectory(config.cluster(), String.valueOf(config.node()), config.dir());
    }

    /** Returns the driver's folder: one for each node's folder on this machine, in shared memory if there is any. */
    static String driverDirectory(final String cluster, final String who, final Path dir) {
        if (!Files.isDirectory(SHARED_MEMORY)) {
            return dir.resolve("driver").toString();
        }
        final String folder = Integer.toHexString(dir.toString().hashCode());
        return SHARED_MEMORY
                .resolve("daybook-" + cluster + '-' + who + '-' + folder)
                .toString();
    }

    /**
     * Requests a snapshot on every node and then the end of all nodes.
     *
     * @param leader the configuration of the node that leads, which must run on this machine
     * @return whether the end was requested: false if this node does not run here, does not lead, or is busy with
     *     another request
     */
    public static boolean requestStop(final ClusterConfig leader) {
        return request(leader, ClusterControl.ToggleState.SHUTDOWN);
    }

    /**
     * Records the operator's decision that a new cluster begins: the next start of this node does not wait for the
     * others.
     *
     * @throws ClusterConfigException if its folder is in use, or has or had a log
     */
    public static void sayNew(final ClusterConfig config) throws IOException {
        NodeFolder.sayNew(config);
    }

    /** Requests a snapshot on every node, after which all continue. */
    static boolean requestSnapshot(final ClusterConfig leader) {
        return request(leader, ClusterControl.ToggleState.SNAPSHOT);
    }

    private static boolean request(final ClusterConfig leader, final ClusterControl.ToggleState what) {
        final File counters = new File(aeronDirectory(leader), CncFileDescriptor.CNC_FILE);
        if (!counters.exists()) {
            return false;
        }
        final CountersReader reader = ClusterControl.mapCounters(counters);
        try {
            final AtomicCounter toggle = ClusterControl.findControlToggle(reader, 0);
            return toggle != null && what.toggle(toggle);
        } finally {
            IoUtil.unmap(reader.valuesBuffer().byteBuffer()); // unmaps the whole file
        }
    }

    /**
     * Creates the connection of a door of this node. Close it before the node.
     *
     * @param follower the name of the door's follower, whose attachment has a hook that wakes the owner of the door;
     *     the owner polls the follower
     */
    public NodeDoor door(final String follower) {
        final ClusterKeys keys = config.keys();
        return new NodeDoor(
                follower,
                config.node(),
                followers,
                leadership,
                aeronDirectory(config),
                keys == null ? null : keys.nodes());
    }

    /**
     * Creates a poller, by which its owner's thread polls a follower of this node.
     *
     * @param follower the name of the follower, whose attachment has a hook
     */
    public NodePoller poller(final String follower) {
        return new NodePoller(follower, config.node(), followers, leadership);
    }

    /**
     * Waits until the cluster is stopped.
     *
     * @return whether it was stopped in time
     */
    public boolean awaitEnd(final long timeoutMs) throws InterruptedException {
        return ended.await(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** Waits until the cluster is stopped. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /** Ends only this node, its parts in reverse order of their start; the other nodes continue. */
    @Override
    public void close() {
        final List<AutoCloseable> reversed = new ArrayList<>(started);
        Collections.reverse(reversed);
        CloseHelper.closeAll(reversed);
    }
}
