# A tour of the language; the exit code is 5.
from __future__ import print_function
import sys, re, json, collections, itertools, functools, threading
from java.util import ArrayList, TreeMap
from java.lang import Runnable, Thread

print(sys.argv[1:])
class Shape(object):
    count = 0
    def __init__(self, name): self.name = name; Shape.count += 1
    def __repr__(self): return '<%s %.2f>' % (self.name, self.area())
    def __lt__(self, other): return self.area() < other.area()
    @property
    def label(self): return self.name.upper()
    @classmethod
    def made(cls): return cls.count
class Square(Shape):
    def __init__(self, side): super(Square, self).__init__('square'); self.side = side
    def area(self): return self.side ** 2
class Circle(Shape):
    def __init__(self, r): super(Circle, self).__init__('circle'); self.r = r
    def area(self): return 3.14159 * self.r ** 2
print(sorted([Square(3), Circle(1), Square(1.5)]), Shape.made(), Square(1).label)
def primes():
    found = []
    for n in itertools.count(2):
        if all(n % p for p in found):
            found.append(n)
            yield n
print(list(itertools.islice(primes(), 20)))
def memo(f):
    cache = {}
    @functools.wraps(f)
    def wrapper(n):
        if n not in cache: cache[n] = f(n)
        return cache[n]
    return wrapper
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.__name__, 2 ** 100, divmod(-7, 2), 7 // 2, 1e300 * 10, 0.1 + 0.2)
words = 'the quick brown fox jumps over the lazy dog the end'.split()
print(sorted(collections.Counter(words).items(), key=lambda kv: (-kv[1], kv[0]))[:4])
print({k: sorted(set(g)) for k, g in itertools.groupby(sorted(words, key=len), len)})
print(json.dumps({'b': [1, None, True, 2.5], 'a': u'\u00fc'}, sort_keys=True), json.loads('{"x": [1, {"y": "z"}]}')['x'][1]['y'])
print(re.sub(r'(\w)(\w*)', lambda m: m.group(1).upper() + m.group(2), 'hello big world'), re.findall(r'\d+', 'a1b22c333'))
try:
    {}['absent']
except KeyError as e:
    print('KeyError', e)
finally:
    print('finally')
class Managed(object):
    def __enter__(self): print('enter'); return self
    def __exit__(self, kind, value, trace): print('exit', kind.__name__); return True
with Managed(): raise ValueError('swallowed')
l = ArrayList([3, 1, 2]); l.sort(None)
m = TreeMap({'b': 2, 'a': 1})
print(l, m, [e.key for e in m.entrySet()], l.size())
class Task(Runnable):
    def run(self): print('in a thread')
t = Thread(Task()); t.start(); t.join()
results = []
lock = threading.Lock()
def work(n):
    with lock: results.append(n * n)
ts = [threading.Thread(target=work, args=(i,)) for i in range(5)]
[x.start() for x in ts]; [x.join() for x in ts]
print(sorted(results), type('Made', (object,), {'f': lambda self: 42})().f(), eval('[x for x in range(5) if x % 2]'))
exec('z = 6 * 7'); print(z, '%5.1f|%-4s|%03d' % (3.14159, 'ab', 7), '{0!r:>6} {name}'.format('a', name='n'), 'abc'[::-1])
sys.exit(5)
