package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.daybook.client.DaybookClient;
import io.daybook.client.book.FeedBook;
import io.daybook.client.feed.ChannelBooks;
import io.daybook.core.DaybookExchange;
import io.daybook.flow.CommandSink;
import io.daybook.flow.bots.BotMarket;
import io.daybook.flow.day.RecordedDay;
import io.daybook.flow.itch.ItchParser;
import io.daybook.flow.lobster.LobsterDay;
import io.daybook.flow.market.RecordedMarket;
import io.daybook.flow.series.Series;
import io.daybook.host.Clock;
import io.daybook.host.Proves;
import io.daybook.host.storage.JournalStorage;
import io.daybook.journal.access.Journal;
import io.daybook.scenario.ScenarioReader;
import io.daybook.testkit.TestVenue;
import io.daybook.trading.Strategy;
import io.daybook.trading.feature.Feature;
import io.daybook.trading.live.LiveTrader;
import io.daybook.trading.strategy.Strategies;
import io.daybook.wire.Frame;
import io.daybook.wire.feed.FeedDescriptor;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the API that an application compiles against, signature by signature, because a change must be intended. After
 * an intended change run {@code mvn -Dtest=PublicApiTest -Ddaybook.update=true -pl integration-tests -am test}, and
 * commit the file.
 */
@Proves("a change of the public API fails until its new signatures are committed")
@Tag("whole")
class PublicApiTest {
    private static final Path SNAPSHOT = Path.of(
            System.getProperty("daybook.root"), "integration-tests", "src", "test", "resources", "public-api.txt");

    /** The packages that the modules export to all modules. */
    private static final List<String> EXPORTED = List.of(
            "io.daybook.api",
            FeedBook.class.getPackageName(),
            ItchParser.class.getPackageName(),
            ChannelBooks.class.getPackageName(),
            DaybookExchange.class.getPackageName(),
            Journal.class.getPackageName(),
            Clock.class.getPackageName(),
            JournalStorage.class.getPackageName(),
            ScenarioReader.class.getPackageName(),
            LobsterDay.class.getPackageName(),
            CommandSink.class.getPackageName(),
            BotMarket.class.getPackageName(),
            RecordedDay.class.getPackageName(),
            RecordedMarket.class.getPackageName(),
            TestVenue.class.getPackageName(),
            Series.class.getPackageName(),
            Strategy.class.getPackageName(),
            Feature.class.getPackageName(),
            LiveTrader.class.getPackageName(),
            Strategies.class.getPackageName(),
            DaybookClient.class.getPackageName(),
            Frame.class.getPackageName(),
            FeedDescriptor.class.getPackageName());

    private static final List<String> EVERY_TYPE_HAS = List.of("equals", "hashCode", "toString");

    @Test
    void shouldBeWhatItWasWhenSomebodyLastLooked() throws IOException {
        final String now = String.join("\n", signatures()) + "\n";
        if (Boolean.getBoolean("daybook.update")) {
            Files.createDirectories(SNAPSHOT.getParent());
            Files.writeString(SNAPSHOT, now);
        }
        assertEquals(
                Files.readString(SNAPSHOT),
                now,
                "the public API has changed; if that is meant, run this test with -Ddaybook.update=true and commit "
                        + SNAPSHOT);
    }

    private static List<String> signatures() {
        final List<Class<?>> types = new ArrayList<>();
        new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(location -> !location.contains("-tests.jar")) // packaged tests
                        .importPackages(EXPORTED)
                        .stream()
                        .filter(type -> EXPORTED.contains(type.getPackageName()))
                        .map(JavaClass::reflect)
                        .filter(PublicApiTest::isVisible)
                        .forEach(types::add);
        types.sort(Comparator.comparing(Class::getName));
        return types.stream().flatMap(PublicApiTest::signaturesOf).toList();
    }

    /** Whether another package can name a class. */
    private static boolean isVisible(final Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
    }

    private static Stream<String> signaturesOf(final Class<?> type) {
        final List<String> members = new ArrayList<>();
        for (final Field field : type.getDeclaredFields()) {
            if (isOpen(field.getModifiers()) && !field.isSynthetic()) {
                members.add(Modifier.toString(field.getModifiers()) + " " + name(field.getGenericType()) + " "
                        + field.getName());
            }
        }
        for (final Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isOpen(constructor.getModifiers()) && !constructor.isSynthetic() && !type.isEnum()) {
                members.add(protectedOrNothing(constructor.getModifiers())
                        + typeParameters(constructor)
                        + "new("
                        + names(constructor.getGenericParameterTypes())
                        + ")"
                        + thrown(constructor.getGenericExceptionTypes()));
            }
        }
        for (final Method method : type.getDeclaredMethods()) {
            if (isOpen(method.getModifiers()) && !method.isSynthetic() && !EVERY_TYPE_HAS.contains(method.getName())) {
                members.add(modifiers(method) + typeParameters(method) + name(method.getGenericReturnType()) + " "
                        + method.getName() + "(" + names(method.getGenericParameterTypes()) + ")"
                        + thrown(method.getGenericExceptionTypes()));
            }
        }
        members.sort(Comparator.naturalOrder());
        return Stream.concat(Stream.of(header(type)), members.stream().map(member -> "    " + member));
    }

    private static boolean isOpen(final int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String modifiers(final Method method) {
        final int modifiers = method.getModifiers();
        final boolean ofAClass = !method.getDeclaringClass().isInterface();
        return protectedOrNothing(modifiers)
                + (method.isDefault() ? "default " : "")
                + (Modifier.isStatic(modifiers) ? "static " : "")
                + (Modifier.isAbstract(modifiers) && ofAClass ? "abstract " : "")
                + (Modifier.isFinal(modifiers) ? "final " : "");
    }

    private static String protectedOrNothing(final int modifiers) {
        return Modifier.isProtected(modifiers) ? "protected " : "";
    }

    private static String header(final Class<?> type) {
        final String kind =
                type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        final boolean plainClass = kind.equals("class");
        final String inheritance = (plainClass && Modifier.isAbstract(type.getModifiers()) ? "abstract " : "")
                + (plainClass && Modifier.isFinal(type.getModifiers()) ? "final " : "");
        final String parameters = typeParameters(type).strip();
        final String superclass = plainClass && type.getSuperclass() != Object.class
                ? " extends " + name(type.getGenericSuperclass())
                : "";
        final Type[] interfaces = type.getGenericInterfaces();
        final String supertypes =
                interfaces.length == 0 ? "" : (type.isInterface() ? " extends " : " implements ") + names(interfaces);
        final String sealed = type.isSealed() ? " permits " + names(type.getPermittedSubclasses()) : "";
        final String components = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(PublicApiTest::component)
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        return inheritance + kind + " " + type.getName() + parameters + components + superclass + supertypes + sealed;
    }

    private static String component(final RecordComponent component) {
        return name(component.getGenericType()) + " " + component.getName();
    }

    /**
     * Type parameters such as {@code <R extends Report> }, with a space after them; an empty text if there are none.
     */
    private static String typeParameters(final GenericDeclaration generic) {
        return generic.getTypeParameters().length == 0
                ? ""
                : Arrays.stream(generic.getTypeParameters())
                        .map(PublicApiTest::typeParameter)
                        .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String typeParameter(final TypeVariable<?> parameter) {
        final boolean any = Arrays.equals(parameter.getBounds(), new Type[] {Object.class});
        return parameter.getName()
                + (any
                        ? ""
                        : Arrays.stream(parameter.getBounds())
                                .map(PublicApiTest::name)
                                .collect(Collectors.joining(" & ", " extends ", "")));
    }

    private static String thrown(final Type[] exceptions) {
        return exceptions.length == 0 ? "" : " throws " + names(exceptions);
    }

    private static String names(final Type... types) {
        return Arrays.stream(types).map(PublicApiTest::name).collect(Collectors.joining(", "));
    }

    private static String name(final Type type) {
        return type.getTypeName()
                .replace("io.daybook.api.", "")
                .replace("io.daybook.", "")
                .replaceAll("java\\.(lang|util)\\.", "");
    }
}
