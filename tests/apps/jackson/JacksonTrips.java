// Round trips of objects of many shapes through Jackson.

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public class JacksonTrips {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle"), @JsonSubTypes.Type(value = Box.class, name = "box")})
    interface Shape {}

    record Circle(double r) implements Shape {}

    record Box(int w, int h, @JsonProperty("inner-shapes") List<Shape> inner) implements Shape {}

    enum Day { MON, TUE, WED }

    static class Bean {
        private String name = "bean";
        private final int fixed;
        public Map<String, Object> any = new TreeMap<>(Map.of("n", 1, "s", "t", "l", List.of(1.5, true)));
        public EnumSet<Day> days = EnumSet.of(Day.WED, Day.MON);
        public LocalDateTime when = LocalDateTime.of(2020, 2, 29, 12, 30, 15);
        public Duration howLong = Duration.ofMinutes(90);
        public BigInteger huge = BigInteger.TWO.pow(100);
        public byte[] bytes = {1, 2, 3, -1};
        @JsonIgnore public int hidden = 7;
        public Shape shape = new Box(1, 2, List.of(new Circle(0.5), new Box(3, 4, List.of())));

        Bean(int fixed) {
            this.fixed = fixed;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getFixed() {
            return fixed;
        }
    }

    record Person(String first, Optional<String> last, int... ages) {}

    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = JsonMapper.builder().addModule(new JavaTimeModule()).addModule(new ParameterNamesModule())
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS).build();
        System.out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(new Bean(9)));
        Shape shape = new Box(1, 2, List.of(new Circle(0.5), new Box(3, 4, List.of())));
        for (int i = 0; i < 100; i++) {
            shape = mapper.readValue(mapper.writeValueAsBytes(shape), Shape.class);
        }
        System.out.println(shape);
        System.out.println(mapper.readValue("[{\"first\":\"Ann\",\"ages\":[3,4]}]", new TypeReference<List<Map<String, Object>>>() {}));
        JsonNode tree = mapper.readTree("{\"a\":[1,{\"b\":null}],\"c\":\"\\u00fc\\n\"}");
        System.out.println(tree.at("/a/1/b").isNull() + " " + tree.path("c") + " " + tree.findValue("b") + " " + tree);
        stream();
        errors(mapper);
    }

    static void stream() throws Exception {
        StringBuilder tokens = new StringBuilder();
        try (JsonParser parser = new JsonFactory().createParser("{\"x\":[1,-2.5e3,true],\"y\":{}}")) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tokens.append(token).append('=').append(parser.getText()).append(' ');
            }
        }
        System.out.println(tokens);
    }

    static void errors(ObjectMapper mapper) {
        Map<String, Class<?>> wrong = new TreeMap<>(Map.of("{\"r\":1}", Shape.class, "{\"kind\":\"star\"}", Shape.class, "{\"a\":", Map.class, "[\"MON\",\"SUN\"]", Day[].class,
            "{\"kind\":\"circle\",\"q\":1}", Shape.class));
        wrong.forEach((text, type) -> {
            try {
                System.out.println(mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, true).readValue(text, type));
            } catch (JsonProcessingException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getOriginalMessage());
            }
        });
    }
}
