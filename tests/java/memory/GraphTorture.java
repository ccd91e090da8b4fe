// run: -Xmx32m
import java.util.*;

// Four threads rewire graphs of their own at random, each beside a model in int arrays that no collector touches: edges, payloads, hashes and locks must agree
// at the end, whatever moved, was promoted or slid meanwhile. A fifth thread collects, and big arrays come and go.
public class GraphTorture {
    static final int NODES = 400;
    static final int STEPS = 3000;

    static class Node {
        final int id;
        Node left;
        Node[] out = new Node[0];
        byte[] payload;
        Node(int id) { this.id = id; payload = fill(id, id % 37); }
        static byte[] fill(int id, int n) {
            byte[] b = new byte[n];
            for (int i = 0; i < n; i++) b[i] = (byte) (id * 31 + i);
            return b;
        }
        boolean sound() {
            for (int i = 0; i < payload.length; i++) if (payload[i] != (byte) (id * 31 + i)) return false;
            return true;
        }
    }

    static class Worker extends Thread {
        final Random random;
        final Node[] nodes = new Node[NODES];
        final int[] left = new int[NODES];
        final int[][] out = new int[NODES][0];
        final int[] hash = new int[NODES];
        String verdict = "never ended";
        int big;
        Worker(int seed) { random = new Random(seed); }

        void replace(int at) {
            Node fresh = new Node(at);
            for (int i = 0; i < NODES; i++) {
                if (nodes[i] == null) continue;
                if (left[i] == at) nodes[i].left = fresh;
                for (int k = 0; k < out[i].length; k++) if (out[i][k] == at) nodes[i].out[k] = fresh;
            }
            nodes[at] = fresh;
            left[at] = -1;
            out[at] = new int[0];
            hash[at] = System.identityHashCode(fresh);
        }
        void step() {
            int at = random.nextInt(NODES);
            Node node = nodes[at];
            switch (random.nextInt(20)) {
                case 0 -> replace(at);
                case 1, 2, 3 -> node.payload = Node.fill(at, random.nextInt(120));
                case 4, 5, 6 -> {
                    int n = random.nextInt(6);
                    Node[] to = new Node[n];
                    int[] model = new int[n];
                    for (int i = 0; i < n; i++) to[i] = nodes[model[i] = random.nextInt(NODES)];
                    node.out = to;
                    out[at] = model;
                }
                case 7 -> {
                    node.out = node.out.clone();
                    if (node.out.length > 1) {
                        System.arraycopy(node.out, 0, node.out, 1, node.out.length - 1);
                        System.arraycopy(out[at], 0, out[at], 1, out[at].length - 1);
                    }
                }
                case 8 -> {
                    synchronized (node) {
                        node.payload = new StringBuilder().append(at).append(node.id).toString().equals("" + at + at) ? Node.fill(at, 5) : null;
                        if (!Thread.holdsLock(node)) throw new AssertionError("lock lost");
                    }
                }
                case 9 -> {
                    if (++big % 12 == 0) {
                        Object[] array = new Object[60000];
                        array[59999] = node;
                        node.left = ((Node) array[59999]);
                        left[at] = at;
                    }
                }
                default -> {
                    int to = random.nextInt(NODES);
                    node.left = nodes[to];
                    left[at] = to;
                }
            }
        }
        String check() {
            for (int i = 0; i < NODES; i++) {
                Node node = nodes[i];
                if (node.id != i || !node.sound()) return "payload of " + i;
                if (System.identityHashCode(node) != hash[i]) return "hash of " + i;
                if (node.left != (left[i] < 0 ? null : nodes[left[i]])) return "left of " + i;
                if (node.out.length != out[i].length) return "degree of " + i;
                for (int k = 0; k < out[i].length; k++) if (node.out[k] != nodes[out[i][k]]) return "edge " + k + " of " + i;
            }
            return "sound";
        }
        @Override
        public void run() {
            for (int i = 0; i < NODES; i++) left[i] = -1;
            for (int i = 0; i < NODES; i++) replace(i);
            for (int i = 0; i < STEPS; i++) {
                step();
                if (i % 1000 == 999 && !check().equals("sound")) break;
            }
            verdict = check();
        }
    }

    public static void main(String[] args) throws Exception {
        Worker[] workers = new Worker[4];
        for (int i = 0; i < workers.length; i++) (workers[i] = new Worker(i + 1)).start();
        Thread collector = new Thread(() -> {
            for (int i = 0; i < 8; i++) {
                System.gc();
                Thread.yield();
            }
        });
        collector.start();
        for (Worker w : workers) {
            w.join();
            System.out.println(w.verdict); // expect: sound
        }
        collector.join();
        long edges = 0;
        for (Worker w : workers) for (Node n : w.nodes) edges += n.out.length + (n.left == null ? 0 : 1);
        System.out.println(edges);
    }
}
