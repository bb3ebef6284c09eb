package io.daybook.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.daybook.core.DaybookExchange;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What an application compiles against, signature by signature, as it was when somebody last looked: a change has to be meant. After
 * one that is: {@code mvn -Dtest=PublicApiTest -Ddaybook.update=true -pl integration-tests -am test}, and commit the file.
 */
class PublicApiTest {
    private static final Path SNAPSHOT = Path.of(
            System.getProperty("daybook.root"), "integration-tests", "src", "test", "resources", "public-api.txt");

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
                        .importPackages("io.daybook.api", DaybookExchange.class.getPackageName())
                        .stream()
                        .filter(type -> type.getPackageName().equals("io.daybook.api")
                                || type.getPackageName().equals(DaybookExchange.class.getPackageName()))
                        .map(JavaClass::reflect)
                        .filter(PublicApiTest::isVisible)
                        .forEach(types::add);
        types.sort(Comparator.comparing(Class::getName));
        return types.stream().flatMap(PublicApiTest::signaturesOf).toList();
    }

    /** Whether another package can name it. */
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
                members.add("new(" + names(constructor.getGenericParameterTypes()) + ")");
            }
        }
        for (final Method method : type.getDeclaredMethods()) {
            if (isOpen(method.getModifiers()) && !method.isSynthetic() && !EVERY_TYPE_HAS.contains(method.getName())) {
                members.add(modifiers(method) + name(method.getGenericReturnType()) + " " + method.getName() + "("
                        + names(method.getGenericParameterTypes()) + ")" + thrown(method));
            }
        }
        members.sort(Comparator.naturalOrder());
        return Stream.concat(Stream.of(header(type)), members.stream().map(member -> "    " + member));
    }

    private static boolean isOpen(final int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String modifiers(final Method method) {
        return (method.isDefault() ? "default " : "")
                + (Modifier.isStatic(method.getModifiers()) ? "static " : "")
                + (Modifier.isProtected(method.getModifiers()) ? "protected " : "");
    }

    private static String header(final Class<?> type) {
        final String kind =
                type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        final String sealed = type.isSealed() ? " permits " + names(type.getPermittedSubclasses()) : "";
        final String components = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(PublicApiTest::component)
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        return kind + " " + type.getName() + components + sealed;
    }

    private static String component(final RecordComponent component) {
        return name(component.getGenericType()) + " " + component.getName();
    }

    private static String thrown(final Method method) {
        return method.getExceptionTypes().length == 0 ? "" : " throws " + names(method.getExceptionTypes());
    }

    private static String names(final Type... types) {
        return Arrays.stream(types).map(PublicApiTest::name).collect(Collectors.joining(", "));
    }

    private static String name(final Type type) {
        return type.getTypeName().replace("io.daybook.api.", "").replaceAll("java\\.(lang|util)\\.", "");
    }
}
