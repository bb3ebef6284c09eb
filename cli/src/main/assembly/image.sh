# image.sh JDK FOLDER NAME: adds a Java runtime, of the modules that its jars need, to the distribution
# FOLDER/NAME.tar.gz, and packs both as FOLDER/NAME-linux-x64.tar.gz. mvn -Pimage runs it; cli/pom.xml has the command.
set -eu
jdk=$1
folder=$2
name=$3
platform=linux-x64
[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || { echo "the image is for $platform, and this machine is not" >&2; exit 1; }

work=$folder/image
image=$work/$name-$platform
rm -rf "$work"
mkdir -p "$work/classes"
tar -xzf "$folder/$name.tar.gz" -C "$work"
mv "$work/$name" "$image"

# As one folder without module descriptors: jdeps asks for modules that the class path of the launcher needs not have.
find "$image/lib" -name '*.jar' | while read -r jar; do (cd "$work/classes" && "$jdk/bin/jar" -xf "$jar"); done
find "$work/classes" -name module-info.class -delete
rm -rf "$work/classes/META-INF"
modules=$("$jdk/bin/jdeps" --ignore-missing-deps --print-module-deps "$work/classes")

# No class names the provider of elliptic curves, which TLS needs.
"$jdk/bin/jlink" --add-modules "$modules,jdk.crypto.ec" --strip-debug --no-header-files --no-man-pages \
    --output "$image/runtime"
"$image/runtime/bin/java" -Xshare:dump -Xlog:disable -Xlog:all=error:stderr
tar -czf "$folder/$name-$platform.tar.gz" -C "$work" "$name-$platform"
rm -rf "$work"
