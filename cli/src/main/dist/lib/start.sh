# The end of both launchers, which read it after they have found Java and the jars. It decides which libraries each
# command gets. Variables: java (the program), major (its version), lib (the folder of libraries), jars (the class path
# of all commands).

# Each jar on the class path makes a start slower, so the commands of this first list, which run often and briefly,
# have only what lies in lib itself. A command that is in no list has everything.
case ${1:-} in
    '' | -* | help | exec | shell | demo | restore | journal | snapshot | mark | audit | gateway | import | export | series | backtest | hops | explain)
        options=
        ;;
    serve | session | fix | feed | backup | restore-backup | admit | config | key)
        options=
        jars=$jars:$lib/server/*
        ;;
    testvenue)
        # It starts often and lives briefly, several at a time.
        options='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m'
        jars=$jars:$lib/server/*:$lib/testvenue/*
        ;;
    *)
        options='--add-opens java.base/jdk.internal.misc=ALL-UNNAMED'
        jars=$jars:$lib/server/*:$lib/cluster/*
        ;;
esac

# Later JDKs warn about what the JVM's own fast paths need; elsewhere the options are unknown.
[ "$major" -ge 24 ] && options="$options --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"

# Java itself cannot reliably tell.
terminal=false
[ -t 1 ] && terminal=true
error_terminal=false
[ -t 2 ] && error_terminal=true
output_file=false
[ -f /dev/stdout ] && output_file=true
interactive=false
[ -t 0 ] && [ -t 1 ] && interactive=true

# shellcheck disable=SC2086 # The options are several words or none.
exec "$java" $options -XX:-UsePerfData -Ddaybook.terminal=$terminal -Ddaybook.errorTerminal=$error_terminal \
    -Ddaybook.outputFile=$output_file -Ddaybook.interactive=$interactive ${DAYBOOK_OPTS:-} \
    -cp "$jars" io.daybook.cli.Daybook "$@"
