/* A permit for one thread (sync/threads/parker.cpp): park and unpark on one word and a futex. The
   owner parks until UNPARKERS threads have each brought a condition about. A futex may wake for no
   reason (SPURIOUS times in all), and a park may end at its deadline (TIMEOUTS times).
   Proves: no wake-up is lost (no deadlock), and each permit that was given is taken once or left.
   NEGATIVE 1: the futex compares nothing before it sleeps.
   NEGATIVE 2: unpark wakes nobody, as if the owner always spun.
   NEGATIVE 3: a park that has timed out stores kEmpty and does not look whether a permit came. */
#ifndef UNPARKERS
#define UNPARKERS 2
#endif
#ifndef SPURIOUS
#define SPURIOUS 1
#endif
#ifndef TIMEOUTS
#define TIMEOUTS 1
#endif
#ifndef NEGATIVE
#define NEGATIVE 0
#endif
#define EMPTY 0
#define PERMIT 1
#define PARKED 2

byte word = EMPTY;
bool asleep;
byte conditions;
byte spurious = SPURIOUS;
byte timeouts = TIMEOUTS;
byte given, taken;  /* ghosts: permits */

inline take_permit() {
  d_step { got = (word == PERMIT); if :: got -> word = EMPTY; taken++ :: else fi }
}

inline futex_wait() {
#if NEGATIVE == 1
  asleep = true;
#else
  d_step { if :: word == PARKED -> asleep = true :: else fi }
#endif
  if
  :: !asleep
  :: d_step { asleep && spurious > 0 -> spurious--; asleep = false }
  :: d_step { asleep && timeouts > 0 -> timeouts--; asleep = false; late = true }
  fi
}

inline park() {
  late = false;
  take_permit();
  if
  :: got
  :: else ->
    d_step { parked = (word == EMPTY); if :: parked -> word = PARKED :: else fi }
    if
    :: !parked -> take_permit(); assert(got)
    :: else ->
      do
      :: !got && !late -> futex_wait(); take_permit()
      :: !got && late ->
#if NEGATIVE == 3
        word = EMPTY;
#else
        d_step { got = (word == PERMIT); word = EMPTY; if :: got -> taken++ :: else fi }
#endif
        break
      :: got -> break
      od
    fi
  fi
}

proctype owner() {
  bool got, late, parked;
  do
  :: conditions < UNPARKERS -> park()
  :: else -> break
  od
}

proctype unparker() {
  byte old;
  conditions++;
  d_step { old = word; word = PERMIT; if :: old != PERMIT -> given++ :: else fi }
#if NEGATIVE != 2
  if
  :: old == PARKED -> asleep = false
  :: else
  fi
#endif
}

init {
  byte t;
  atomic { run owner(); for (t : 1 .. UNPARKERS) { run unparker() } }
  _nr_pr == 1;
  assert(given == taken + (word == PERMIT -> 1 : 0))
}
