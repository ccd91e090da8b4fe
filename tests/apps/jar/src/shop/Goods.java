package shop;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

class Goods {
    static Map<String, Integer> read() throws Exception {
        try (var lines = new BufferedReader(new InputStreamReader(Goods.class.getResourceAsStream("/goods.txt")))) {
            return lines.lines().map(line -> line.split("=")).collect(Collectors.toMap(p -> p[0], p -> Integer.parseInt(p[1]), Integer::sum, TreeMap::new));
        }
    }
}
