// Round trips of objects of many shapes through Gson.

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.JsonSyntaxException;
import com.google.gson.annotations.Expose;
import com.google.gson.annotations.SerializedName;
import com.google.gson.annotations.Since;
import com.google.gson.reflect.TypeToken;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class GsonTrips {
    enum Colour { @SerializedName("r") RED, GREEN }

    static class Base {
        protected int inherited = 1;
    }

    static class Thing extends Base {
        @SerializedName("the-name") String name;
        boolean flag;
        byte small = -3;
        char letter = '\u00fc';
        long large = Long.MAX_VALUE;
        double real = 1e-7;
        BigDecimal exact = new BigDecimal("123456789.987654321");
        Colour colour = Colour.RED;
        int[][] grid = {{1, 2}, {}, {3}};
        List<Map<String, Integer>> list = new ArrayList<>();
        Map<Colour, LocalDate> dates = new EnumMap<>(Colour.class);
        @Since(2.0) String later = "later";
        @Expose transient int skipped = 5;
        Object nothing;
        Thing next;

        private Thing() {}

        Thing(String name, Thing next) {
            this.name = name;
            this.next = next;
            list.add(new LinkedHashMap<>(Map.of("k", name.length())));
            dates.put(Colour.GREEN, LocalDate.of(2020, 2, name.length()));
        }
    }

    static class Box<T> {
        T value;
        List<? extends T> more;
    }

    static Gson gson(boolean pretty) {
        GsonBuilder builder = new GsonBuilder().setVersion(1.5).setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_DASHES)
            .registerTypeAdapter(LocalDate.class, (JsonSerializer<LocalDate>) (date, type, context) -> new JsonPrimitive(date.toString()))
            .registerTypeAdapter(LocalDate.class, (JsonDeserializer<LocalDate>) (json, type, context) -> LocalDate.parse(json.getAsString()));
        return (pretty ? builder.setPrettyPrinting().serializeNulls() : builder).create();
    }

    public static void main(String[] args) {
        Thing thing = new Thing("first", new Thing("second \"quoted\" <tag>", null));
        System.out.println(gson(true).toJson(thing));
        Gson gson = gson(false);
        String text = gson.toJson(thing);
        for (int i = 0; i < 200; i++) {
            text = gson.toJson(gson.fromJson(text, Thing.class));
        }
        System.out.println(text);
        Box<Map<String, Colour[]>> box = gson.fromJson("{\"value\":{\"a\":[\"r\",\"GREEN\",null]},\"more\":[{},{\"b\":[]}]}", new TypeToken<Box<Map<String, Colour[]>>>() {}.getType());
        System.out.println(box.value.get("a")[0] + " " + box.more.size() + " " + gson.toJson(box));
        JsonObject tree = JsonParser.parseString("{'lenient': [1, 2.50, true, null, {'x': 'y'}], # comment\n n: 1e400}").getAsJsonObject();
        System.out.println(tree + " " + tree.getAsJsonArray("lenient").get(1).getAsDouble());
        for (String wrong : List.of("{\"flag\": [}", "{\"large\": \"x\"}", "[1,2", "{\"dates\": {\"GREEN\": \"yesterday\"}}")) {
            try {
                gson.fromJson(wrong, Thing.class);
            } catch (JsonSyntaxException e) {
                System.out.println(e.getMessage());
            } catch (RuntimeException e) {
                System.out.println(e);
            }
        }
    }
}
