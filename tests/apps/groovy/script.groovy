// A tour of the language; indy call sites everywhere.
import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import groovy.transform.CompileStatic
import groovy.transform.Immutable
import groovy.transform.TupleConstructor
import groovy.xml.MarkupBuilder
import groovy.xml.XmlSlurper

println args.toList()
def squares = (1..10).collect { it * it }.findAll { it % 2 }
println "squares ${squares} sum ${squares.sum()} ${squares.inject(1G) { a, b -> a * b }}"
println([b: 2, a: 1, c: [1, 2]].sort().collectEntries { k, v -> [(k.toUpperCase()): v] })

@Immutable class Point { int x, y }
println new Point(1, 2)
println new Point(x: 1, y: 2) == new Point(1, 2)
try { new Point(1, 2).x = 3 } catch (ReadOnlyPropertyException e) { println e.message }

trait Greeter { String greet() { "hello from $name" } }
class Person implements Greeter { String name; def propertyMissing(String n) { "no $n" }; def methodMissing(String n, a) { "$n(${a.join(',')})" } }
def p = new Person(name: 'Ann')
println p.greet() + ' ' + p.undefined + ' ' + p.dance(1, 'x')

String.metaClass.shout = { -> delegate.toUpperCase() + '!' }
println 'metaclass'.shout()
use(groovy.time.TimeCategory) { println 3.hours + 20.minutes }

@CompileStatic int fib(int n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }
int slow(int n) { n < 2 ? n : slow(n - 1) + slow(n - 2) }
println fib(18) + ' ' + slow(16)

def json = JsonOutput.prettyPrint(JsonOutput.toJson([list: [1, 2.5, null, true], map: [k: 'v']]))
println json
println new JsonSlurper().parseText(json).list.size()
def writer = new StringWriter()
new MarkupBuilder(writer).people { person(id: 1) { name 'Ann' }; person(id: 2) { name 'Bob' } }
println writer
println new XmlSlurper().parseText(writer.toString()).person.find { it.@id == '2' }.name
println new groovy.text.SimpleTemplateEngine().createTemplate('<% 3.times { %>$it,<% } %> $who').make(who: 'template')

def counter = { int n = 0; return { -> ++n } }()
println counter() + counter() + counter()
def curried = { a, b, c -> a + b * c }.curry(1).rcurry(3)
println curried(2)
def fact; fact = { n, acc = 1G -> n < 2 ? acc : fact.trampoline(n - 1, n * acc) }.trampoline()
println fact(200).toString().size()
def (first, rest) = [1, 2, 3].with { [head(), tail()] }
switch ('groovy') { case ~/g.*y/: println "matched ${first} ${rest}"; break }
println((0..<5).permutations().size() + ' ' + [[1, 2], [3]].combinations() + ' ' + 'a,b;c'.split(/[,;]/).toList() + (5 <=> 3) + (null ?: 'elvis') + p?.name?.size())
println evaluate('[1, 2, 3]*.multiply(2)')
try { assert squares.size() == 99 : 'size' } catch (AssertionError e) { println e.message.readLines()[0] }
try { 'x'.foo() } catch (MissingMethodException e) { println e.message.readLines()[0] }
System.exit(fib(10) % 50)
