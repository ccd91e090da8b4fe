// A million references from old objects to young ones, changed between young collections.
// run: -Xmx128m -Xmn8m
public class OldToYoung {
    static final class Box {
        Object content;
    }

    public static void main(String[] args) {
        Box[] boxes = new Box[250_000];
        for (int i = 0; i < boxes.length; i++) {
            boxes[i] = new Box();
        }
        System.gc();
        for (int round = 1; round <= 4; round++) {
            for (int i = 0; i < boxes.length; i++) {
                boxes[i].content = new int[] {round, i};
            }
        }
        int wrong = 0;
        for (int i = 0; i < boxes.length; i++) {
            int[] content = (int[]) boxes[i].content;
            wrong += content[0] == 4 && content[1] == i ? 0 : 1;
        }
        System.out.println("wrong " + wrong);
    }
}
