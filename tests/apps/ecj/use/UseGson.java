// Uses gson as the compiler under test compiled it; with something to warn about.

import com.google.gson.GsonBuilder;
import com.google.gson.reflect.TypeToken;
import java.util.List;
import java.util.Map;

public class UseGson {
    static class Node {
        String name;
        List<Node> children;
        transient int hidden = 9;

        Node(String name, Node... children) {
            this.name = name;
            this.children = List.of(children);
        }
    }

    private static int unused;

    public static void main(String[] args) throws Exception {
        var gson = new GsonBuilder().setPrettyPrinting().create();
        String text = gson.toJson(new Node("root", new Node("left"), new Node("right", new Node("leaf"))));
        System.out.println(text);
        Map<String, Object> map = gson.fromJson(text, new TypeToken<Map<String, Object>>() {}.getType());
        System.out.println(map);
        java.io.Reader leak = new java.io.StringReader("");
        leak.read();
    }
}
