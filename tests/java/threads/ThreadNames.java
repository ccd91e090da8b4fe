import java.util.stream.Collectors;

// Priorities and groups hold their bounds.
public class ThreadNames {
    public static void main(String[] args) throws Exception {
        Thread named = new Thread(() -> {});
        try {
            named.setName(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (int priority : new int[] {0, 1, 10, 11}) {
            try {
                named.setPriority(priority);
                System.out.println(named.getPriority());
            } catch (IllegalArgumentException e) {
                System.out.println(priority + ": " + e.getMessage());
            }
        }
        ThreadGroup group = new ThreadGroup("group");
        group.setMaxPriority(3);
        Thread member = new Thread(group, () -> System.out.println(Thread.currentThread() + " in " + Thread.currentThread().getThreadGroup().activeCount()));
        member.setPriority(9);
        System.out.println(member.getPriority() + " " + group.activeCount());
        member.start();
        member.join();
        System.out.println(group.activeCount() + " " + member.getThreadGroup());
        Thread child = new Thread(group, () -> {}, "child");
        child.setDaemon(true);
        child.start();
        child.join();
        try {
            child.setDaemon(false);
            System.out.println("ended: allowed");
        } catch (IllegalThreadStateException e) {
            System.out.println("ended: refused");
        }
        System.out.println(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(n -> n.equals("main")).collect(Collectors.toList()));
    }
}
