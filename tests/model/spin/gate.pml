/* The word gate of the meta-lock (sync/meta_lock.cpp): swap, hand-off on one word of the predecessor, release. N threads take it OPS times.
   The bits of the word count the critical sections, so a release that the next holder does not see is a wrong number.
   Proves: exclusion, FIFO in the order of the swaps, no lost bits, no deadlock, nothing left behind.
   NEGATIVE: the releaser of case 2 does not wait for its successor to take the bits. */
#ifndef N
#define N 3
#endif
#ifndef OPS
#define OPS 2
#endif
#define OPEN 0
#define RELEASED 200

byte busy;         /* the word: 0 not BUSY, t + 1 BUSY with the ExecEnv of thread t */
byte bits;         /* the word's bits while it is not BUSY */
byte gate[N];      /* OPEN, RELEASED, or the successor t + 1 */
byte out_bits[N];
byte in_bits[N];
bool permit[N];
byte tickets;      /* ghost: order of the swaps */
byte serving;
byte holders;

proctype thread(byte me) {
  byte i, old, mine, seen, ticket;
  bool released;
  do
  :: i < OPS ->
    d_step { old = busy; mine = bits; busy = me + 1; ticket = tickets; tickets++ }  /* meta_acquire or meta_queue */
    if
    :: old == 0
    :: old != 0 ->
      d_step { seen = gate[old - 1]; gate[old - 1] = me + 1 }
      if
      :: seen == OPEN -> d_step { permit[me] -> permit[me] = false }; mine = in_bits[me]
      :: seen == RELEASED -> mine = out_bits[old - 1]; gate[old - 1] = OPEN; permit[old - 1] = true
      :: else -> assert(false)
      fi
    fi;
    holders++;
    assert(holders == 1 && ticket == serving && mine == serving);
    serving++;
    mine++;
    holders--;
    d_step { released = (busy == me + 1); if :: released -> busy = 0; bits = mine :: else fi }  /* meta_release */
    if
    :: released
    :: !released ->  /* meta_hand_over */
      out_bits[me] = mine;
      d_step { seen = gate[me]; gate[me] = RELEASED }
      if
#ifdef NEGATIVE
      :: seen == OPEN
#else
      :: seen == OPEN -> d_step { permit[me] -> permit[me] = false }
#endif
      :: else -> gate[me] = OPEN; in_bits[seen - 1] = mine; permit[seen - 1] = true
      fi
    fi;
    i++
  :: else -> break
  od;
#ifndef NEGATIVE
  assert(gate[me] == OPEN && !permit[me])
#endif
}

init {
  byte t;
  atomic { for (t : 0 .. N - 1) { run thread(t) } }
  _nr_pr == 1;
  assert(busy == 0 && bits == N * OPS)
}
