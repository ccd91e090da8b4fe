# A tour of the language; the exit code is 7.
require 'set'
require 'json'
require 'forwardable'

puts ARGV.inspect, RUBY_VERSION
Point = Struct.new(:x, :y) do
  include Comparable
  def <=>(other) = [x, y] <=> [other.x, other.y]
  def to_s = "(#{x}, #{y})"
end
puts [Point.new(2, 1), Point.new(1, 9)].min
module Loud
  def method_missing(name, *args, &block)
    name.to_s.end_with?('!') ? "#{name.to_s.chop.upcase}#{args}" : super
  end
  def respond_to_missing?(name, all = false) = name.to_s.end_with?('!') || super
end
class Speaker
  include Loud
  attr_accessor :name
  define_method(:greet) { |who = 'you'| "#{name} greets #{who}" }
end
s = Speaker.new.tap { |x| x.name = 'Ann' }
puts s.shout!(1, 2), s.greet, s.respond_to?(:any!)
begin
  s.unknown
rescue NoMethodError => e
  puts e.class
ensure
  puts 'ensured'
end
puts (1..20).lazy.select(&:even?).map { |n| n**2 }.reject { |n| n % 3 == 0 }.first(4).inspect
puts %w[the quick brown the fox].tally.sort_by { |k, v| [-v, k] }.to_h.inspect
fib = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }
puts fib.take(15).inspect, fib.next, fib.next, fib.next
case { kind: :circle, r: 2.0, tags: [1, 2, 3] }
in { kind: :circle, r: Float => r, tags: [first, *rest] }
  puts "circle #{r} #{first} #{rest}"
end
puts 2**100, 10.divmod(-3).inspect, 7.fdiv(2), 255.to_s(2), Rational(3, 4) + 1, Complex(1, 2) * Complex(0, 1)
puts JSON.generate('a' => [1, nil, true, 2.5]), JSON.parse('{"b": {"c": [1, "x"]}}')['b'].inspect
puts 'Straße café'.upcase, 'hello world'.gsub(/o(.)?/) { "<#{$1}>" }, 'a-b_c'.tr('-_', '  '), format('%05.2f|%-5s|%+d', 3.14159, 'ab', 5)
puts "héllo".bytes.length, 'abc'.each_char.with_index.map { |c, i| c * (i + 1) }.join('-'), "%s" % :sym
threads = 4.times.map { |i| Thread.new(i) { |n| (1..100).sum * n } }
puts threads.map(&:value).inspect
q = Queue.new
consumer = Thread.new { r = []; while (v = q.pop) != :done do r << v end; r }
5.times { |i| q << i }
q << :done
puts consumer.value.inspect
f = Fiber.new { |x| y = Fiber.yield(x + 1); y * 2 }
puts f.resume(1), f.resume(10)
puts catch(:found) { 10.times { |i| throw :found, i if i * i > 30 }; nil }
puts Set[1, 2] | Set[2, 3], [3, 1, 2].sort.reverse.each_slice(2).to_a.inspect, [1, [2, [3]]].flatten.sum
list = java.util.ArrayList.new([3, 1, 2])
java.util.Collections.sort(list)
puts list.to_a.inspect, java.lang.Integer.to_hex_string(255), java.time.LocalDate.parse('2020-02-29').plus_years(1).to_s
runnable = java.lang.Runnable.impl { |*a| puts 'ran' }
java.lang.Thread.new(runnable).tap(&:start).join
puts eval('[1, 2, 3].sum { |n| n * 10 }'), ObjectSpace.respond_to?(:garbage_collect), binding.local_variables.size > 5
at_exit { puts 'at exit' }
exit 7
