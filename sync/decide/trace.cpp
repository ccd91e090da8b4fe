// Mixes by SplitMix64's function (numbers.h).
#include "sync/decide/trace.h"

#include "sync/decide/numbers.h"

namespace minijvm::decide {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  return SeededNumbers(SeededNumbers(hash).word() ^ word).word();
}

void Trace::set_last(Thread& thread, std::uint64_t hash) {
  sum_ += hash - thread.last;
  thread.last = hash;
}

void Trace::born(ThreadNo thread, const ThreadName& name) {
  if (thread >= threads_.size()) {
    threads_.resize(thread + 1);
  }
  std::uint64_t hash = 0;
  for (const char letter : name.text()) {
    hash = mixed(hash, static_cast<unsigned char>(letter));
  }
  threads_[thread].name = hash;
  set_last(threads_[thread], hash);
}

void Trace::did(ThreadNo thread, const Operation& operation) {
  Thread& me = threads_[thread];
  me.operation = operation;
  Variable& variable = variables_[{operation.object, operation.offset}];
  const bool is_write = writes(operation.kind);
  std::uint64_t hash = mixed(me.last, static_cast<std::uint64_t>(operation.kind));
  hash = mixed(hash, variable.write);
  if (is_write) {
    hash = mixed(hash, variable.reads);
    variable = {hash, 0};
  } else {
    variable.reads += hash;
  }
  set_last(me, hash);
}

void Trace::went_on(ThreadNo thread) {
  const Operation operation = threads_[thread].operation;
  const bool can_wait = operation.kind == OpKind::kLock || operation.kind == OpKind::kWait ||
                        operation.kind == OpKind::kPark || operation.kind == OpKind::kInitialize;
  did(thread, can_wait ? operation : Operation{});
}

void Trace::learned(ThreadNo thread, std::uint64_t number) {
  set_last(threads_[thread], mixed(threads_[thread].last, number));
}

void Trace::answered(const Question& question, std::size_t chosen) {
  if (question.what != Choice::kRun) {
    learned(question.asker, name(question.options[chosen].thread));
    learned(question.asker, chosen);
  }
}

}  // namespace minijvm::decide
