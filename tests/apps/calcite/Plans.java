// Queries over arrays of objects: joins, aggregates, windows, set operations, plans as text, errors.

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.calcite.adapter.java.ReflectiveSchema;
import org.apache.calcite.jdbc.CalciteConnection;

public class Plans {
    public static class Person {
        public final int id;
        public final String name;
        public final int town;

        public Person(int id, String name, int town) {
            this.id = id;
            this.name = name;
            this.town = town;
        }
    }

    public static class Town {
        public final int id;
        public final String name;

        public Town(int id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    public static class Schema {
        public final Person[] people = new Person[60];
        public final Town[] towns = {new Town(0, "Ulm"), new Town(1, "Bern"), new Town(2, "Graz")};

        public Schema() {
            for (int i = 0; i < people.length; i++) {
                people[i] = new Person(i, "p" + i * 7 % 60, i * i % 4);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:calcite:lex=JAVA")) {
            connection.unwrap(CalciteConnection.class).getRootSchema().add("s", new ReflectiveSchema(new Schema()));
            String[] queries = {
                "select t.name, count(*) as n, max(p.name) as last from s.people p join s.towns t on p.town = t.id group by t.name having count(*) > 1 order by n desc",
                "select name, rank() over (partition by town order by name) as place from s.people where id < 6 order by id",
                "select id from s.people where name like 'p1%' and id in (select id * 2 from s.people) except select id from s.towns order by 1 limit 4",
                "select upper(substring(name from 1 for 1)) || '!', cast(id as double) / 7, case when town is null then 'x' else 'y' end from s.people where id = 9",
                "explain plan for select t.name from s.people p left join s.towns t on p.town = t.id where p.id > 50 and t.name <> 'Ulm'",
                "select * from (values (1, 'a'), (2, 'b')) as v(n, c) cross join (values (true))",
                "select absent from s.people",
                "select from",
            };
            for (String query : queries) {
                try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
                    while (rows.next()) {
                        StringBuilder line = new StringBuilder();
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            line.append(rows.getObject(i)).append(' ');
                        }
                        System.out.println(line.toString().trim());
                    }
                } catch (SQLException e) {
                    System.out.println(e.getMessage().lines().findFirst().orElse("") + " / " + (e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage()).lines().findFirst().orElse("")));
                }
            }
        }
    }
}
