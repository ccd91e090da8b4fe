import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Chat rooms, as VolanoMark has them: each member has a mailbox and a thread that says something, which goes to everyone's mailbox, again and again.
 *   java Chat [SAYINGS]
 */
public class Chat {
    static final int ROOMS = 8;
    static final int MEMBERS = 12;

    static class Mailbox {
        private final ArrayDeque<String> letters = new ArrayDeque<>();

        synchronized void put(String letter) {
            letters.add(letter);
            notify();
        }

        synchronized String take() throws InterruptedException {
            while (letters.isEmpty()) {
                wait();
            }
            return letters.remove();
        }
    }

    static class Room {
        final List<Mailbox> mailboxes = new ArrayList<>();
        private int said;

        synchronized void say(String words) {
            ++said;
            for (Mailbox mailbox : mailboxes) {
                mailbox.put(words);
            }
        }

        synchronized int said() { return said; }
    }

    static void live(Room room, Mailbox mine, int member, int sayings) {
        try {
            for (int i = 0; i < sayings; ++i) {
                room.say("member " + member + " says " + i);
                for (int heard = 0; heard < MEMBERS; ++heard) {
                    mine.take();
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int sayings = args.length > 0 ? Integer.parseInt(args[0]) : 400;
        List<Thread> threads = new ArrayList<>();
        List<Room> rooms = new ArrayList<>();
        for (int i = 0; i < ROOMS; ++i) {
            Room room = new Room();
            rooms.add(room);
            for (int j = 0; j < MEMBERS; ++j) {
                room.mailboxes.add(new Mailbox());
            }
            for (int j = 0; j < MEMBERS; ++j) {
                int member = j;
                threads.add(new Thread(() -> live(room, room.mailboxes.get(member), member, sayings)));
            }
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(rooms.stream().mapToInt(Room::said).sum() + " said");
    }
}
