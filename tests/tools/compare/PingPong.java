// Two threads pass a token to and fro: each pass is a wait, a notify, and a switch.
public class PingPong {
  private boolean isPing;

  private synchronized void pass(boolean from) throws InterruptedException {
    while (isPing != from) {
      wait();
    }
    isPing = !from;
    notify();
  }

  private void play(boolean side, int rounds) {
    try {
      for (int i = 0; i < rounds; i++) {
        pass(side);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = Integer.parseInt(args[0]);
    PingPong token = new PingPong();
    Thread pong = new Thread(() -> token.play(true, rounds), "pong");
    pong.start();
    token.play(false, rounds);
    pong.join();
    System.out.println("passed " + 2 * rounds);
  }
}
