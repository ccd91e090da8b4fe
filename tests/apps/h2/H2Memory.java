// SQL of many kinds in an in-memory database, with transactions of two connections.

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;

public class H2Memory {
    static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=200";

    static void show(Statement statement, String sql) throws SQLException {
        System.out.println("> " + sql);
        try (ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    line.append(rows.getMetaData().getColumnLabel(i)).append('=').append(rows.getObject(i)).append(' ');
                }
                System.out.println(line.toString().trim());
            }
        }
    }

    public static int doubled(int n) {
        return 2 * n;
    }

    public static void main(String[] args) throws Exception {
        try (Connection one = DriverManager.getConnection(URL, "sa", ""); Connection two = DriverManager.getConnection(URL, "sa", "")) {
            Statement sql = one.createStatement();
            sql.execute("CREATE TABLE customer(id INT PRIMARY KEY, name VARCHAR(40) NOT NULL UNIQUE, born DATE)");
            sql.execute("CREATE TABLE purchase(id IDENTITY, customer INT REFERENCES customer(id), cents DECIMAL(10,2), note CLOB, CHECK (cents > 0))");
            try (PreparedStatement insert = one.prepareStatement("INSERT INTO customer VALUES(?, ?, ?)")) {
                for (int i = 0; i < 200; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "customer " + i);
                    insert.setDate(3, Date.valueOf("19" + (50 + i % 50) + "-0" + (1 + i % 9) + "-15"));
                    insert.addBatch();
                }
                System.out.println(insert.executeBatch().length);
            }
            try (PreparedStatement insert = one.prepareStatement("INSERT INTO purchase(customer, cents, note) VALUES(?, ?, ?)")) {
                for (int i = 0; i < 2000; i++) {
                    insert.setInt(1, i * 7 % 200);
                    insert.setBigDecimal(2, BigDecimal.valueOf(100 + i * 37 % 9973, 2));
                    insert.setString(3, "note " + i);
                    insert.executeUpdate();
                }
            }
            sql.execute("CREATE INDEX by_customer ON purchase(customer)");
            sql.execute("CREATE ALIAS doubled FOR \"H2Memory.doubled\"");
            show(sql, "SELECT c.name, COUNT(*) n, SUM(p.cents) total FROM customer c JOIN purchase p ON p.customer = c.id "
                + "GROUP BY c.name HAVING COUNT(*) > 9 ORDER BY total DESC, c.name LIMIT 5");
            show(sql, "SELECT EXTRACT(YEAR FROM born) y, COUNT(*) n FROM customer WHERE name LIKE '%7' GROUP BY y ORDER BY y LIMIT 4");
            show(sql, "SELECT name, RANK() OVER (ORDER BY born) r, LAG(name) OVER (ORDER BY born, id) before FROM customer ORDER BY r, id LIMIT 3");
            show(sql, "WITH RECURSIVE t(n, f) AS (SELECT 1, 1 UNION ALL SELECT n + 1, f * (n + 1) FROM t WHERE n < 10) SELECT MAX(f) FROM t");
            show(sql, "SELECT doubled(21), UPPER('x') || REPEAT('ab', 3), DATEADD('DAY', 1, DATE '2020-02-28'), CAST('12.50' AS DECIMAL(6,3))");
            show(sql, "EXPLAIN SELECT * FROM purchase WHERE customer = 7");
            show(sql, "SELECT id FROM purchase WHERE cents IN (SELECT MAX(cents) FROM purchase) AND EXISTS (SELECT 1 FROM customer WHERE id = 0)");
            transactions(one, two);
            errors(sql);
        }
    }

    static void transactions(Connection one, Connection two) throws SQLException {
        one.setAutoCommit(false);
        Statement first = one.createStatement();
        Statement second = two.createStatement();
        first.executeUpdate("UPDATE customer SET name = 'changed' WHERE id = 1");
        show(second, "SELECT name FROM customer WHERE id = 1");
        try {
            second.executeUpdate("UPDATE customer SET name = 'other' WHERE id = 1");
        } catch (SQLException e) {
            System.out.println("locked: " + e.getSQLState() + " " + e.getErrorCode());
        }
        Savepoint point = one.setSavepoint("here");
        System.out.println(first.executeUpdate("DELETE FROM purchase WHERE customer = 1"));
        one.rollback(point);
        show(first, "SELECT COUNT(*) FROM purchase WHERE customer = 1");
        one.commit();
        show(second, "SELECT name FROM customer WHERE id = 1");
        first.executeUpdate("DELETE FROM purchase");
        one.rollback();
        show(second, "SELECT COUNT(*) FROM purchase");
        one.setAutoCommit(true);
    }

    static void errors(Statement sql) {
        String[] wrong = {"SELEC 1", "SELECT * FROM absent", "INSERT INTO customer VALUES(1, 'again', NULL)", "INSERT INTO purchase(customer, cents) VALUES(1, -5)",
            "INSERT INTO purchase(customer, cents) VALUES(999, 5)", "SELECT 1 / 0", "SELECT CAST('x' AS INT)"};
        for (String text : wrong) {
            try {
                sql.execute(text);
                System.out.println("passed: " + text);
            } catch (SQLException e) {
                System.out.println(e.getSQLState() + " " + e.getMessage());
            }
        }
    }
}
