package io.daybook.server.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daybook.api.ResultCode;
import io.daybook.server.http.Problem;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineProblemsTest {
    @ParameterizedTest
    @EnumSource(value = ResultCode.class, mode = EnumSource.Mode.EXCLUDE, names = "SUCCESS")
    void shouldSayEveryRefusal(final ResultCode code) {
        final Problem problem = EngineProblems.of(code, 17, "");
        assertTrue(Set.of(403, 404, 409, 422).contains(problem.status()), () -> code + " " + problem.status());
        assertEquals(code.name(), problem.code());
        assertEquals(code.meaning(), problem.title() + ".");
        assertEquals(code.advice(), problem.detail());
        assertFalse(problem.title().isBlank());
    }

    @Test
    void shouldNotRefuseASuccess() {
        assertThrows(IllegalArgumentException.class, () -> EngineProblems.status(ResultCode.SUCCESS));
    }
}
