// Tests for the console launcher: nested, parameterised, dynamic, repeated, ordered, with time limits, with failures to report.

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.*;

@DisplayName("A stack")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StackTest {
    private static int opened;
    private Deque<String> stack;

    @BeforeAll
    static void open() {
        opened++;
    }

    @BeforeEach
    void create() {
        stack = new ArrayDeque<>();
    }

    @AfterEach
    void clear(TestInfo info) {
        assertTrue(info.getDisplayName().length() > 0);
    }

    @Test
    @Order(1)
    @Tag("fast")
    void isEmptyAtFirst() {
        assertAll("all", () -> assertTrue(stack.isEmpty()), () -> assertEquals(1, opened));
        assertThrows(NoSuchElementException.class, stack::pop);
    }

    @Test
    @Order(2)
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void endsInTime() {
        assertEquals("done", assertTimeoutPreemptively(Duration.ofSeconds(60), () -> "done"));
    }

    @ParameterizedTest(name = "{index}: {0} has {1} letters")
    @CsvSource({"one, 3", "three, 5", "'with, comma', 11"})
    @Order(3)
    void csv(String word, int letters) {
        assertEquals(letters, word.length());
    }

    enum Colour { RED, GREEN, BLUE }

    @ParameterizedTest
    @EnumSource(value = Colour.class, names = "BLUE", mode = EnumSource.Mode.EXCLUDE)
    @Order(4)
    void enums(Colour colour) {
        assertTrue(colour.ordinal() < 2);
    }

    static Stream<Arguments> sums() {
        return Stream.of(Arguments.of(1, 2L, 3.0), Arguments.of(4, 5L, 9.0));
    }

    @ParameterizedTest
    @MethodSource("sums")
    @Order(5)
    void sums(int a, long b, double sum) {
        assertEquals(sum, a + b);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2020-02-29", "1999-12-31"})
    @Order(6)
    void converts(LocalDate date) {
        assertTrue(date.isBefore(LocalDate.of(2021, 1, 1)));
    }

    @TestFactory
    @Order(7)
    Stream<DynamicTest> squares() {
        return Stream.of(1, 2, 3).map(n -> DynamicTest.dynamicTest("square of " + n, () -> assertEquals(n == 3 ? 10 : n * n, n * n)));
    }

    @RepeatedTest(3)
    @Order(8)
    void repeats(RepetitionInfo info) {
        assertTrue(info.getCurrentRepetition() <= info.getTotalRepetitions());
    }

    @Test
    @Order(9)
    void writes(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("f"), "text");
        assertEquals(4, Files.size(directory.resolve("f")));
    }

    @Test
    @Order(10)
    @Disabled("not today")
    void isDisabled() {}

    @Test
    @Order(11)
    void isAborted() {
        assumeTrue(stack.size() > 7, "seven in the stack");
    }

    @Test
    @Order(12)
    @DisplayName("fails with a message 😱")
    void fails() {
        assertArrayEquals(new int[] {1, 2, 3}, new int[] {1, 2, 4}, "arrays");
    }

    @Test
    @Order(13)
    void throwsNull() {
        String absent = null;
        assertEquals(3, absent.length());
    }

    @Nested
    @DisplayName("after a push")
    class AfterPush {
        @BeforeEach
        void push() {
            stack.push("an element");
        }

        @Test
        @Tag("fast")
        void isNotEmpty() {
            assertEquals("an element", stack.peek());
        }
    }
}
