package io.daybook.cli.explain;

import io.daybook.api.ResultCode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Finds result codes by the parts of their names that people remember. */
public final class CodeNames {
    private CodeNames() {}

    /**
     * Returns the code with this name or number; otherwise all codes with these words in their names: {@code nsf} finds
     * {@code RISK_NSF}.
     */
    public static List<ResultCode> matching(final String text) {
        final String name = text.toUpperCase(Locale.ROOT);
        for (final ResultCode code : ResultCode.values()) {
            if (code.name().equals(name) || String.valueOf(code.code()).equals(name)) {
                return List.of(code);
            }
        }
        return Arrays.stream(ResultCode.values())
                .filter(code -> ('_' + code.name() + '_').contains('_' + name + '_'))
                .toList();
    }
}
