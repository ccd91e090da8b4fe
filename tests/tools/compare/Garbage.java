// Makes garbage and keeps a part of it, so that young collections have something to copy.
import java.util.ArrayDeque;

public class Garbage {
  public static void main(String[] args) {
    ArrayDeque<int[]> kept = new ArrayDeque<>();
    long sum = 0;
    for (int i = 0; i < 60_000; i++) {
      int[] array = new int[200 + i % 100];
      array[i % array.length] = i;
      kept.add(array);
      if (kept.size() > 2000) {
        int[] oldest = kept.remove();
        sum += oldest.length;
      }
    }
    System.out.println("sum " + sum);
  }
}
