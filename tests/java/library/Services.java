import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;
import java.sql.*;
import java.util.*;
import javax.naming.*;
import javax.script.*;

// Interfaces whose providers are elsewhere or absent: JNDI without a factory, scripting without an engine, JDBC with a driver of our own,
// RMI through a registry on the loopback interface.
public class Services {
    public interface Greeter extends Remote {
        String greet(String name, List<Integer> numbers) throws RemoteException;
        void fail() throws RemoteException;
    }

    static class GreeterImpl implements Greeter {
        public String greet(String name, List<Integer> numbers) {
            return "hello " + name + " " + numbers.stream().mapToInt(Integer::intValue).sum() + " " + (Thread.currentThread().getName().startsWith("RMI"));
        }
        public void fail() {
            throw new IllegalArgumentException("asked for");
        }
    }

    static class OwnDriver implements Driver {
        public Connection connect(String url, Properties info) {
            if (!acceptsURL(url)) {
                return null;
            }
            return (Connection) java.lang.reflect.Proxy.newProxyInstance(OwnDriver.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> method.getName().equals("getCatalog") ? "catalog of " + url + " for " + info.getProperty("user") : null);
        }
        public boolean acceptsURL(String url) { return url.startsWith("jdbc:own:"); }
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) { return new DriverPropertyInfo[0]; }
        public int getMajorVersion() { return 1; }
        public int getMinorVersion() { return 2; }
        public boolean jdbcCompliant() { return false; }
        public java.util.logging.Logger getParentLogger() { return null; }
    }

    static void rmi() throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        GreeterImpl implementation = new GreeterImpl();
        Greeter stub = (Greeter) UnicastRemoteObject.exportObject(implementation, 0);
        Registry registry = LocateRegistry.createRegistry(0);
        registry.bind("greeter", stub);
        Greeter remote = (Greeter) registry.lookup("greeter");
        System.out.println(remote.greet("you", List.of(1, 2, 3)) + " " + Arrays.toString(registry.list()) + " " + java.lang.reflect.Proxy.isProxyClass(remote.getClass()));
        try {
            remote.fail();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            registry.lookup("nobody");
        } catch (NotBoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            registry.bind("greeter", stub);
        } catch (AlreadyBoundException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(UnicastRemoteObject.unexportObject(implementation, true) + " " + UnicastRemoteObject.unexportObject(registry, true));
        try {
            remote.greet("gone", List.of());
        } catch (NoSuchObjectException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        try {
            new InitialContext().lookup("java:comp/env");
        } catch (NoInitialContextException e) {
            System.out.println(e.getExplanation());
        }
        CompositeName name = new CompositeName("a/b/c");
        System.out.println(name.getPrefix(2) + " " + name.size() + " " + new javax.naming.ldap.LdapName("CN=x,O=y").getRdn(0));
        System.out.println(new ScriptEngineManager().getEngineByName("javascript") + " " + new ScriptEngineManager().getEngineFactories());
        DriverManager.registerDriver(new OwnDriver());
        System.out.println(DriverManager.getConnection("jdbc:own:base", "me", "pw").getCatalog());
        try {
            DriverManager.getConnection("jdbc:other:x");
        } catch (SQLException e) {
            System.out.println(e.getMessage() + " " + e.getSQLState());
        }
        System.out.println(Timestamp.valueOf("2024-02-29 12:34:56.789").toLocalDateTime() + " " + java.sql.Date.valueOf("2024-02-29") + " " + new BatchUpdateException(new int[] {1, 2}).getUpdateCounts().length);
        rmi();
        System.exit(0);
    }
}
