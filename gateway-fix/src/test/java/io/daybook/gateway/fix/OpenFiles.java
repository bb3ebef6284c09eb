package io.daybook.gateway.fix;

import io.daybook.journal.storage.FileJournalStorage;
import io.daybook.journal.storage.JournalStorage;
import io.daybook.journal.storage.StorageFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The file system, of which it is known what is open. */
final class OpenFiles {
    private final List<Path> open = new CopyOnWriteArrayList<>();

    /** The files that are open now, each as often as it is. */
    List<Path> now() {
        return List.copyOf(open);
    }

    JournalStorage storage() {
        final JournalStorage real = new FileJournalStorage();
        return (JournalStorage) Proxy.newProxyInstance(
                JournalStorage.class.getClassLoader(),
                new Class<?>[] {JournalStorage.class},
                (proxy, method, arguments) -> {
                    final Object result = invoke(real, method, arguments);
                    return result instanceof StorageFile file ? watched(file, (Path) arguments[0]) : result;
                });
    }

    private StorageFile watched(final StorageFile real, final Path path) {
        open.add(path);
        return (StorageFile) Proxy.newProxyInstance(
                StorageFile.class.getClassLoader(), new Class<?>[] {StorageFile.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        open.remove(path);
                    }
                    return invoke(real, method, arguments);
                });
    }

    private static Object invoke(final Object target, final Method method, final Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
