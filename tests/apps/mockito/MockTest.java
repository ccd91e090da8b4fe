// Mocks, spies, captors and deep stubs; AssertJ's own messages where a test fails.

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class MockTest {
    interface Store {
        int price(String name);
        default String label(String name) { return name + "=" + price(name); }
        List<Map<String, Integer>> all();
    }

    interface Lookup extends Function<String, List<String>> {}

    static class Counter {
        int count;
        int add(int n) { return count += n; }
        String text() { return "count " + add(1); }
    }

    @Test
    void answers() throws Exception {
        Store store = mock(Store.class);
        when(store.price("apple")).thenReturn(3).thenReturn(4).thenThrow(new IllegalStateException("sold"));
        when(store.label(any())).thenCallRealMethod();
        assertThat(store.label("apple") + store.price("apple")).isEqualTo("apple=34");
        assertThatThrownBy(() -> store.price("apple")).isInstanceOf(IllegalStateException.class).hasMessage("sold");
        assertThat(store.all()).isEmpty();
        @SuppressWarnings("unchecked") Callable<Integer> callable = mock(Callable.class);
        when(callable.call()).thenAnswer(call -> call.getMethod().getName().length());
        assertThat(callable.call()).isEqualTo(4);
    }

    @Test
    void captures() {
        List<String> list = spy(new ArrayList<>());
        list.add("one");
        list.add("two");
        ArgumentCaptor<String> captor = ArgumentCaptor.forClass(String.class);
        verify(list, times(2)).add(captor.capture());
        assertThat(captor.getAllValues()).containsExactly("one", "two");
        InOrder order = inOrder(list);
        order.verify(list).add("one");
        order.verify(list).add("two");
        assertThat(list).hasSize(2);
    }

    @Test
    void deep() {
        Counter counter = spy(new Counter());
        doReturn(40).when(counter).add(anyInt());
        assertThat(counter.text()).isEqualTo("count 40");
        Lookup f = mock(Lookup.class, RETURNS_DEEP_STUBS);
        when(f.apply("x").get(0)).thenReturn("deep");
        assertThat(f.apply("x").get(0)).startsWith("de");
    }

    @Test
    void fails1() {
        assertThat(List.of(1, 2, 3)).as("a list").containsExactlyInAnyOrder(1, 2, 4);
    }

    @Test
    void fails2() {
        Store store = mock(Store.class);
        store.price("x");
        verify(store).price("y");
    }
}
