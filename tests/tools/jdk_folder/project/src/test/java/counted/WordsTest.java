package counted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    @Test
    void countsEachWord() {
        assertEquals(Map.of("a", 2, "b", 1), Words.count("a b, a"));
    }

    @Test
    void needsText() {
        assertThrows(NullPointerException.class, () -> Words.count(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x x", "x-x-x"})
    void onlyOneWord(String text) {
        assertEquals(1, Words.count(text).size());
    }

    /** The VM that runs the tests is the one that JAVA_HOME names. */
    @Test
    void runsOnMinijvm() {
        assertEquals("minijvm", System.getProperty("java.vm.name"));
        assertEquals(System.getenv("JAVA_HOME"), System.getProperty("java.home"));
    }
}
