// Case classes, pattern matching, implicits, for comprehensions, lazy lists, type classes, collections, futures.
import scala.annotation.tailrec
import scala.collection.immutable.TreeMap
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.concurrent.{Await, Future}
import scala.util.{Failure, Success, Try}

sealed trait Tree[+A]
case class Node[A](left: Tree[A], value: A, right: Tree[A]) extends Tree[A]
case object Leaf extends Tree[Nothing]

trait Show[A] { def show(a: A): String }
object Show {
  implicit val int: Show[Int] = n => s"#$n"
  implicit def list[A](implicit s: Show[A]): Show[List[A]] = _.map(s.show).mkString("[", ";", "]")
}

object Tour {
  def insert[A](tree: Tree[A], a: A)(implicit ord: Ordering[A]): Tree[A] = tree match {
    case Leaf => Node(Leaf, a, Leaf)
    case n @ Node(l, v, r) => if (ord.lt(a, v)) n.copy(left = insert(l, a)) else n.copy(right = insert(r, a))
  }
  def flatten[A](tree: Tree[A]): List[A] = tree match {
    case Leaf => Nil
    case Node(l, v, r) => flatten(l) ::: v :: flatten(r)
  }
  def show[A: Show](a: A): String = implicitly[Show[A]].show(a)
  @tailrec def collatz(n: Long, steps: Int = 0): Int = if (n == 1) steps else collatz(if (n % 2 == 0) n / 2 else 3 * n + 1, steps + 1)
  val primes: LazyList[Int] = 2 #:: LazyList.from(3).filter(n => primes.takeWhile(p => p * p <= n).forall(n % _ != 0))
  object Even { def unapply(n: Int): Option[Int] = if (n % 2 == 0) Some(n / 2) else None }

  def main(args: Array[String]): Unit = {
    println(flatten(List(5, 2, 8, 1).foldLeft(Leaf: Tree[Int])(insert(_, _))))
    println(show(List(1, 2, 3)) + collatz(27))
    println(primes.take(15).toList)
    println(for { x <- 1 to 4; y <- x to 4 if x * y % 3 == 0 } yield (x, y))
    println(List(1, 4, 7, 10).map { case Even(h) => s"even $h"; case n => s"odd $n" })
    println("the quick brown the fox".split(" ").groupMapReduce(identity)(_ => 1)(_ + _).to(TreeMap))
    println(Try("x".toInt) match { case Success(n) => n.toString; case Failure(e) => e.getMessage })
    println(Await.result(Future.sequence((1 to 8).map(n => Future(n * n))).map(_.sum), 30.seconds))
    println(BigInt(2).pow(70) + " " + f"${math.Pi}%.3f" + " " + Seq(3, 1, 2).sorted(Ordering.Int.reverse) + Vector.tabulate(3)(_ * 2) + Array(1, 2).toSeq)
    lazy val never: Int = sys.error("forced")
    println(Option(null: String).getOrElse("none") + Try(never).isFailure + (1 #:: LazyList.continually(2)).take(3).sum)
  }
}
