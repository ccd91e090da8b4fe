// Richards' simulator of an operating system's kernel: six tasks send each other packets. As in _224_richards of the meta-lock paper several
// threads run a simulator each; every other one locks its kernel and its packets' queues in each step, though nobody else wants them.
//   java Richards [ROUNDS [THREADS]]
// Source: M. Richards' benchmark. For 10,000 steps of the idle task it always queues 23,246 packets and holds a task 9,297 times.
import java.util.ArrayList;
import java.util.List;

public class Richards {
    static final int STEPS = 10_000;
    static final int QUEUED = 23_246;
    static final int HELD = 9_297;

    static final int IDLE = 0;
    static final int WORKER = 1;
    static final int HANDLER_A = 2;
    static final int HANDLER_B = 3;
    static final int DEVICE_A = 4;
    static final int DEVICE_B = 5;

    static final class Packet {
        static final int DATA = 4;
        final boolean isWork;
        Packet next;
        int address;
        int letter;
        final int[] data = new int[DATA];

        Packet(Packet next, int address, boolean isWork) {
            this.next = next;
            this.address = address;
            this.isWork = isWork;
        }

        /** The queue that begins with `queue`, and this at its end. */
        Packet appendedTo(Packet queue) {
            next = null;
            if (queue == null) {
                return this;
            }
            Packet last = queue;
            while (last.next != null) {
                last = last.next;
            }
            last.next = this;
            return queue;
        }
    }

    /** What a task does when it has the processor; `packet` may be null. */
    interface Job {
        Task run(Kernel kernel, Packet packet);
    }

    static class Task {
        final Task next;
        final int id;
        final int priority;
        final Job job;
        Packet queue;
        boolean hasPacket;
        boolean waits;
        boolean isHeld;

        Task(Task next, int id, int priority, Packet queue, boolean waits, Job job) {
            this.next = next;
            this.id = id;
            this.priority = priority;
            this.queue = queue;
            this.hasPacket = queue != null;
            this.waits = waits;
            this.job = job;
        }

        boolean cannotRun() { return isHeld || (waits && !hasPacket); }
        void setHeld(boolean held) { isHeld = held; }
        void setWaits() { waits = true; }

        /** The first packet if the task waited for one, which it does no more. */
        Packet take() {
            if (!waits || !hasPacket) {
                return null;
            }
            Packet packet = queue;
            queue = packet.next;
            waits = false;
            hasPacket = queue != null;
            return packet;
        }

        /** Returns the task that runs next, this one if it is more important than `from`. */
        Task receive(Packet packet, Task from) {
            boolean isFirst = queue == null;
            queue = packet.appendedTo(queue);
            hasPacket = true;
            return isFirst && priority > from.priority ? this : from;
        }
    }

    static final class LockedTask extends Task {
        LockedTask(Task next, int id, int priority, Packet queue, boolean waits, Job job) { super(next, id, priority, queue, waits, job); }

        @Override synchronized boolean cannotRun() { return super.cannotRun(); }
        @Override synchronized void setHeld(boolean held) { super.setHeld(held); }
        @Override synchronized void setWaits() { super.setWaits(); }
        @Override synchronized Packet take() { return super.take(); }
        @Override synchronized Task receive(Packet packet, Task from) { return super.receive(packet, from); }
    }

    static class Kernel {
        final Task[] tasks = new Task[6];
        Task list;
        Task current;
        int queued;
        int held;

        Task make(Task next, int id, int priority, Packet queue, boolean waits, Job job) { return new Task(next, id, priority, queue, waits, job); }

        final void add(int id, int priority, Packet queue, boolean waits, Job job) {
            list = make(list, id, priority, queue, waits, job);
            tasks[id] = list;
        }

        Task hold() {
            held++;
            current.setHeld(true);
            return current.next;
        }

        Task release(int id) {
            tasks[id].setHeld(false);
            return tasks[id].priority > current.priority ? tasks[id] : current;
        }

        Task await() {
            current.setWaits();
            return current;
        }

        Task send(Packet packet, int to) {
            queued++;
            packet.address = current.id;
            return tasks[to].receive(packet, current);
        }

        final void schedule() {
            current = list;
            while (current != null) {
                current = current.cannotRun() ? current.next : current.job.run(this, current.take());
            }
        }
    }

    static final class LockedKernel extends Kernel {
        @Override Task make(Task next, int id, int priority, Packet queue, boolean waits, Job job) {
            return new LockedTask(next, id, priority, queue, waits, job);
        }
        @Override synchronized Task hold() { return super.hold(); }
        @Override synchronized Task release(int id) { return super.release(id); }
        @Override synchronized Task await() { return super.await(); }
        @Override synchronized Task send(Packet packet, int to) { return super.send(packet, to); }
    }

    static final class Idle implements Job {
        private int control = 1;
        private int left = STEPS;

        @Override public Task run(Kernel kernel, Packet packet) {
            if (--left == 0) {
                return kernel.hold();
            }
            boolean odd = (control & 1) != 0;
            control = odd ? (control >> 1) ^ 0xD008 : control >> 1;
            return kernel.release(odd ? DEVICE_B : DEVICE_A);
        }
    }

    static final class Worker implements Job {
        private int handler = HANDLER_A;
        private int letter;

        @Override public Task run(Kernel kernel, Packet packet) {
            if (packet == null) {
                return kernel.await();
            }
            handler = handler == HANDLER_A ? HANDLER_B : HANDLER_A;
            packet.letter = 0;
            for (int i = 0; i < Packet.DATA; i++) {
                letter = letter == 26 ? 1 : letter + 1;
                packet.data[i] = 'A' + letter - 1;
            }
            return kernel.send(packet, handler);
        }
    }

    static final class Handler implements Job {
        private Packet work;
        private Packet devices;

        @Override public Task run(Kernel kernel, Packet packet) {
            if (packet != null && packet.isWork) {
                work = packet.appendedTo(work);
            } else if (packet != null) {
                devices = packet.appendedTo(devices);
            }
            if (work != null && work.letter >= Packet.DATA) {
                Packet done = work;
                work = done.next;
                return kernel.send(done, done.address);
            }
            if (work != null && devices != null) {
                Packet device = devices;
                devices = device.next;
                device.letter = work.data[work.letter++];
                return kernel.send(device, device.address);
            }
            return kernel.await();
        }
    }

    static final class Device implements Job {
        private Packet kept;

        @Override public Task run(Kernel kernel, Packet packet) {
            if (packet != null) {
                kept = packet;
                return kernel.hold();
            }
            if (kept == null) {
                return kernel.await();
            }
            Packet done = kept;
            kept = null;
            return kernel.send(done, done.address);
        }
    }

    static Packet packets(int count, int address, boolean areWork) {
        Packet first = null;
        for (int i = 0; i < count; i++) {
            first = new Packet(first, address, areWork);
        }
        return first;
    }

    static void simulate(Kernel kernel) {
        kernel.add(IDLE, 0, null, false, new Idle());
        kernel.add(WORKER, 1000, packets(2, WORKER, true), true, new Worker());
        kernel.add(HANDLER_A, 2000, packets(3, DEVICE_A, false), true, new Handler());
        kernel.add(HANDLER_B, 3000, packets(3, DEVICE_B, false), true, new Handler());
        kernel.add(DEVICE_A, 4000, null, true, new Device());
        kernel.add(DEVICE_B, 5000, null, true, new Device());
        kernel.schedule();
        if (kernel.queued != QUEUED || kernel.held != HELD) {
            throw new AssertionError(kernel.queued + " queued, " + kernel.held + " held");
        }
    }

    static final class Simulator extends Thread {
        private final int rounds;
        private final boolean locks;
        int done;

        Simulator(int rounds, boolean locks) {
            this.rounds = rounds;
            this.locks = locks;
        }

        @Override public void run() {
            for (; done < rounds; done++) {
                simulate(locks ? new LockedKernel() : new Kernel());
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 40;
        int threads = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        List<Simulator> simulators = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            simulators.add(new Simulator(rounds, i % 2 == 0));
            simulators.get(i).start();
        }
        int done = 0;
        for (Simulator simulator : simulators) {
            simulator.join();
            done += simulator.done;
        }
        System.out.println(done + " simulations, each queued " + QUEUED + " and held " + HELD);
    }
}
