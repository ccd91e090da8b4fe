// ECMAScript 5, as both engines know it.
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.length = function () { return Math.sqrt(this.x * this.x + this.y * this.y); };
Object.defineProperty(Point.prototype, 'sum', { get: function () { return this.x + this.y; } });
var p = new Point(3, 4);
print(p.length(), p.sum, p instanceof Point, JSON.stringify(p), typeof p.missing);
var primes = [];
for (var n = 2; primes.length < 15; n++) { if (primes.every(function (q) { return n % q; })) { primes.push(n); } }
print(primes, primes.map(function (q) { return q * q; }).filter(function (q) { return q % 3 === 1; }).reduce(function (a, b) { return a + b; }, 0));
var counter = (function () { var n = 0; return { next: function () { return ++n; } }; })();
counter.next(); print(counter.next(), [3, 10, 2].sort(), [3, 10, 2].sort(function (a, b) { return a - b; }));
try { undefinedFunction(); } catch (e) { print(e.name, e instanceof ReferenceError); } finally { print('finally'); }
try { null.x; } catch (e) { print(e.name); }
print('2020-02-29'.replace(/(\d+)-(\d+)-(\d+)/, '$3.$2.$1'), 'a,b;c'.split(/[,;]/), 'abc'.charCodeAt(1).toString(2), /x(?=y)/.test('xy'));
print(0.1 + 0.2, 1 / 3, 1e21, -0 === 0, NaN !== NaN, parseInt('0x1f'), (255).toString(16), (1234.5678).toFixed(2), 5 / 0, '5' * '2', [] + {}, 1 << 31 >>> 1);
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(19), eval('var z = 6; z * 7'), new Function('a', 'b', 'return a + b')(1, 2), (function () { return arguments.length; })(1, 2, 3));
var o = { b: 1, a: [1, { c: null }], get g() { return 'got'; } };
for (var k in o) { print(k, JSON.stringify(o[k])); }
print(JSON.stringify(JSON.parse('{"x":[1,2,{"y":"\\u00fc"}]}'), null, 1), Object.keys(o), Object.freeze(o) === o, delete o.b);
label: for (var i = 0; i < 5; i++) { for (var j = 0; j < 5; j++) { if (i * j === 6) { print(i, j); break label; } } }
var list = new java.util.ArrayList(); list.add('x'); list.add(7);
print(list, list.size(), java.lang.Integer.toHexString(255), java.lang.String.format('%05d', java.lang.Integer.valueOf(42)));
var r = new java.lang.Runnable({ run: function () { print('ran in a thread'); } });
var t = new java.lang.Thread(r); t.start(); t.join();
print(new Date(Date.UTC(2020, 1, 29)).toISOString(), decodeURIComponent('%C3%BC'), isNaN('x'), [1, [2, 3]].toString(), 'b' in { b: 1 });
quit(3);
