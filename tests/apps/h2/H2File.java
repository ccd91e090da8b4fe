// A database in a file: made by one process, which dies with a transaction open, and read by the next one.

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;

public class H2File {
    static final String URL = "jdbc:h2:./shop";

    public static void main(String[] args) throws Exception {
        if (args[0].equals("create")) {
            create();
        } else {
            reopen();
        }
    }

    static void create() throws Exception {
        Connection connection = DriverManager.getConnection(URL, "sa", "");
        Statement sql = connection.createStatement();
        sql.execute("CREATE TABLE goods(id INT PRIMARY KEY, name VARCHAR, price DOUBLE, picture BLOB)");
        connection.setAutoCommit(false);
        Random random = new Random(42);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO goods VALUES(?, ?, ?, ?)")) {
            for (int i = 0; i < 500; i++) {
                byte[] picture = new byte[i * 10];
                random.nextBytes(picture);
                insert.setInt(1, i);
                insert.setString(2, "goods " + Integer.toString(random.nextInt(1 << 30), 36));
                insert.setDouble(3, random.nextInt(100000) / 100.0);
                insert.setBytes(4, picture);
                insert.executeUpdate();
                if (i % 100 == 99) {
                    connection.commit();
                }
            }
        }
        sql.execute("CREATE INDEX by_price ON goods(price)");
        sql.execute("CHECKPOINT SYNC");
        System.out.println(sql.executeUpdate("DELETE FROM goods WHERE id < 250"));
        Runtime.getRuntime().halt(3);  // the deletion is not committed
    }

    static void reopen() throws Exception {
        try (Connection connection = DriverManager.getConnection(URL, "sa", ""); Statement sql = connection.createStatement()) {
            try (ResultSet row = sql.executeQuery("SELECT COUNT(*), SUM(price), SUM(LENGTH(picture)) FROM goods")) {
                row.next();
                System.out.printf("%d %.2f %d%n", row.getInt(1), row.getDouble(2), row.getLong(3));
            }
            System.out.println(sql.executeUpdate("UPDATE goods SET price = price * 2 WHERE price < 100"));
            System.out.println(sql.executeUpdate("DELETE FROM goods WHERE MOD(id, 3) = 0"));
            try (ResultSet row = sql.executeQuery("SELECT name, price, picture FROM goods WHERE id = 499")) {
                row.next();
                System.out.println(row.getString(1) + " " + row.getDouble(2) + " " + java.util.Arrays.hashCode(row.getBytes(3)));
            }
        }
    }
}
