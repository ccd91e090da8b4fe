// Server, registry and clients in one process; every call goes through a socket.

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Bank {
    record Move(String from, String to, int cents) implements Serializable {}

    static class Poor extends Exception {
        final int missing;

        Poor(int missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    interface Watcher extends Remote {
        void moved(Move move) throws RemoteException;
    }

    interface Account extends Remote {
        int balance() throws RemoteException;
    }

    interface Office extends Remote {
        Account open(String name, int cents) throws RemoteException;
        void move(Move move) throws RemoteException, Poor;
        void watch(Watcher watcher) throws RemoteException;
        Map<String, List<Move>> history() throws RemoteException;
        Object echo(Object any) throws RemoteException;
    }

    static class OfficeImpl implements Office {
        private final Map<String, Integer> balances = new HashMap<>();
        private final Map<String, List<Move>> history = new java.util.TreeMap<>();
        private final List<Watcher> watchers = new ArrayList<>();
        final List<Remote> exported = new ArrayList<>();

        @Override
        public synchronized Account open(String name, int cents) throws RemoteException {
            balances.put(name, cents);
            Account account = () -> {
                synchronized (this) {
                    return balances.get(name);
                }
            };
            exported.add(account);
            return (Account) UnicastRemoteObject.exportObject(account, 0);
        }

        @Override
        public synchronized void move(Move move) throws RemoteException, Poor {
            int left = balances.get(move.from) - move.cents;
            if (left < 0) {
                throw new Poor(-left);
            }
            balances.put(move.from, left);
            balances.merge(move.to, move.cents, Integer::sum);
            history.computeIfAbsent(move.from, name -> new ArrayList<>()).add(move);
            for (Watcher watcher : watchers) {
                watcher.moved(move);
            }
        }

        @Override
        public synchronized void watch(Watcher watcher) {
            watchers.add(watcher);
        }

        @Override
        public synchronized Map<String, List<Move>> history() {
            return history;
        }

        @Override
        public Object echo(Object any) {
            return any;
        }
    }

    static class Ports implements RMIServerSocketFactory {
        int last;

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
            last = socket.getLocalPort();
            return socket;
        }
    }

    public static void main(String[] args) throws Exception {
        Ports ports = new Ports();
        Registry own = LocateRegistry.createRegistry(0, null, ports);
        OfficeImpl impl = new OfficeImpl();
        own.bind("office", UnicastRemoteObject.exportObject(impl, 0, null, null, filter -> filter.serialClass() == java.util.Random.class
            ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED));

        Registry registry = LocateRegistry.getRegistry("127.0.0.1", ports.last);
        System.out.println(List.of(registry.list()));
        Office office = (Office) registry.lookup("office");
        System.out.println((office != impl) + " " + java.lang.reflect.Proxy.isProxyClass(office.getClass()));
        List<Move> seen = new ArrayList<>();
        Watcher watcher = move -> {
            synchronized (seen) {
                seen.add(move);
            }
        };
        office.watch((Watcher) UnicastRemoteObject.exportObject(watcher, 0));
        Account ann = office.open("ann", 10_000);
        Account bob = office.open("bob", 0);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int cents = i;
            all.add(pool.submit(() -> {
                office.move(new Move("ann", "bob", cents));
                return null;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        pool.shutdown();
        System.out.println(ann.balance() + " " + bob.balance() + " " + seen.stream().mapToInt(Move::cents).sum() + " " + office.history().get("ann").size());
        errors(office, registry);
        System.out.println(office.echo(graph()));
        for (Remote remote : impl.exported) {
            UnicastRemoteObject.unexportObject(remote, true);
        }
        try {
            ann.balance();
        } catch (NoSuchObjectException e) {
            System.out.println(e.getMessage());
        }
        UnicastRemoteObject.unexportObject(watcher, true);
        UnicastRemoteObject.unexportObject(impl, true);
        UnicastRemoteObject.unexportObject(own, true);
    }

    static List<Object> graph() {
        List<Object> list = new ArrayList<>(List.of(1, "two", new int[0].length, Map.of("k", List.of(Thread.State.BLOCKED)), java.time.LocalDate.of(2020, 2, 29), java.math.BigInteger.TEN.pow(30)));
        list.add(list.get(3));
        return list;
    }

    static void errors(Office office, Registry registry) throws Exception {
        try {
            office.move(new Move("bob", "ann", 5_000));
        } catch (Poor e) {
            System.out.println(e.getMessage() + " " + e.missing + " " + (e.getStackTrace().length > 3));
        }
        try {
            office.move(new Move("nobody", "ann", 1));
        } catch (NullPointerException e) {
            System.out.println(e.getClass().getName());
        }
        try {
            office.echo(new Object());
        } catch (RemoteException e) {
            System.out.println(e.getMessage());
        }
        try {
            office.echo(new java.util.Random(1));
        } catch (ServerException e) {
            System.out.println(e.getMessage() + "; " + e.getCause().getCause().getMessage());
        }
        try {
            registry.lookup("absent");
        } catch (NotBoundException e) {
            System.out.println(e.getMessage());
        }
    }
}
