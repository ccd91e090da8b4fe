// Data classes, sealed types, extension functions, sequences, operators, generics, delegation.
import kotlin.properties.Delegates

sealed interface Expression
data class Number(val value: Int) : Expression
data class Sum(val left: Expression, val right: Expression) : Expression
object Nothing : Expression { override fun toString() = "Nothing" }

fun evaluate(e: Expression): Int = when (e) {
    is Number -> e.value
    is Sum -> evaluate(e.left) + evaluate(e.right)
    Nothing -> 0
}

infix fun Int.power(n: Int): Long = (1..n).fold(1L) { product, _ -> product * this }
inline fun <reified T> List<*>.only(): List<T> = filterIsInstance<T>()
operator fun String.times(n: Int) = repeat(n)

class Watched {
    var changes = mutableListOf<String>()
    var name: String by Delegates.observable("none") { _, old, new -> changes.add("$old->$new") }
    val lazily by lazy { "computed" }
}

fun fibonacci() = sequence {
    var pair = 0 to 1
    while (true) {
        yield(pair.first)
        pair = pair.second to pair.first + pair.second
    }
}

enum class Colour(val rgb: Int) { RED(0xff0000) { override fun text() = "hot" }, BLUE(0x0000ff); open fun text() = name.lowercase() }

tailrec fun gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)

fun main() {
    println(evaluate(Sum(Number(3), Sum(Number(4), Nothing))))
    println(Sum(Number(1), Nothing).copy(left = Number(9)))
    println("${2 power 40} ${listOf(1, "a", 2.5, "b").only<String>()} ${"ab" * 3} ${gcd(84, 36)}")
    val watched = Watched()
    watched.name = "one"
    watched.name = "two"
    println("${watched.changes} ${watched.lazily}")
    println(fibonacci().takeWhile { it < 100 }.filter { it % 2 == 0 }.toList())
    println(Colour.values().joinToString { "${it.text()}=${it.rgb.toString(16)}" })
    println("the quick brown fox".split(" ").groupBy { it.length }.mapValues { it.value.sorted() }.toSortedMap())
    val (a, b) = Regex("""(\d+)-(\d+)""").find("from 12-34")!!.destructured
    println(a.toInt() + b.toInt())
    val text: String? = null
    println(text?.length ?: try { requireNotNull(text) { "was null" }.length } catch (e: IllegalArgumentException) { e.message })
    println((1..5).map { n -> object { override fun toString() = "#$n" } }.toString() + ('a'..'e' step 2).toList())
    println(buildString { for ((i, c) in "xyz".withIndex()) append(i).append(c) } + UInt.MAX_VALUE + runCatching { error("failed") }.exceptionOrNull()?.message)
}
