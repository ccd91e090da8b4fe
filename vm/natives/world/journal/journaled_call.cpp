// Writes and gives what comes of calls. The caller is in kInVm.
#include "vm/natives/world/journal/journaled_call.h"

#include <bit>
#include <cerrno>

#include "classfile/descriptor.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/repeatability.h"
#include "vm/java/strings.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/world/journal/world_wait.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using sync::NoSafepoint;
using sync::Ticks;

namespace {

enum Outcome : std::uint8_t { kResult, kException };

// The native runs inside of a call whose ticks count as one, so more than this is damage.
constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 40;

std::string name_of(const runtime::Method& method) {
  return method.holder->external_name() + "." + std::string(method.name->text()) +
         std::string(method.descriptor->text());
}

// Returns the bits of a result of this type, extended as Java does.
std::int64_t extended(std::uint64_t bits, BasicType type) {
  switch (type) {
    case BasicType::kBoolean:
      return static_cast<std::int64_t>(bits & 0xff);
    case BasicType::kByte:
      return static_cast<std::int8_t>(bits);
    case BasicType::kChar:
      return static_cast<std::uint16_t>(bits);
    case BasicType::kShort:
      return static_cast<std::int16_t>(bits);
    case BasicType::kInt:
    case BasicType::kFloat:
      return static_cast<std::int32_t>(bits);
    default:
      return static_cast<std::int64_t>(bits);
  }
}

}  // namespace

JournaledCall::JournaledCall(JavaThread& self, const runtime::Method& method, runtime::Slot* args)
    : self_(self),
      method_(method),
      journal_(*journal()),
      is_nested_(!journal_.begin_call(self, this)) {
  if (is_nested_) {
    return;
  }
  const JournalRow& row = *journal_row_of(method);
  arguments_.emplace(row, method, args);
  memory_.emplace(self);
  objects_.emplace(self, method, args);
  native_ = name_of(method);
  tick_ = entry_here(self, EntryKind::kCall).tick;
  random_words_ = the_vm.natives.chance_words;
  switches_ = switches();
  {
    const NoSafepoint still(self);
    digest_ = arguments_->digest(still);
    is_made_ =
        journal_.records() || row.is_called_in_replays() || arguments_->goes_to_output(still);
  }
  hold_ticks();
  if (journal_.records()) {
    objects_->remember();
  } else {
    replay_waits();
    given_ = journal_.take(self, entry(EntryKind::kCall));
  }
}

JournaledCall::~JournaledCall() {
  if (!is_nested_) {
    journal_.end_call(self_);
  }
}

std::uint64_t JournaledCall::switches() const { return sync::thread_model().statistics().switches; }

JournalEntry JournaledCall::entry(EntryKind kind) const {
  JournalEntry entry = entry_here(self_, kind);
  entry.tick = tick_;
  entry.native = native_;
  entry.digest = digest_;
  return entry;
}

void JournaledCall::hold_ticks() {
  due_ = self_.ticks_.due();
  self_.ticks_.set_due(Ticks::kNever);
  the_vm.java.class_init.noted = journal_.records() ? &initialized_ : nullptr;
}

void JournaledCall::release_ticks() {
  self_.ticks_.set_due(due_);
  the_vm.java.class_init.noted = nullptr;
}

void JournaledCall::begin_wait(std::int64_t until_ns) {
  JournalEntry wait = entry(EntryKind::kWait);
  wait.value = until_ns;
  if (journal_.records()) {
    journal_.append(self_, wait);
  } else {
    journal_.take(self_, wait);
  }
  release_ticks();
}

void JournaledCall::end_wait() {
  hold_ticks();
  tick_ = entry_here(self_, EntryKind::kCall).tick;
  switches_ = switches();
}

void JournaledCall::replay_waits() {
  for (const JournalEntry* next = journal_.next(self_);
       next != nullptr && next->kind == EntryKind::kWait && next->native == native_;
       next = journal_.next(self_)) {
    replay_world_wait(self_, *this, sync::Deadline::at(next->value));
  }
}

void JournaledCall::finish(std::uint64_t* result) {
  if (is_nested_) {
    return;
  }
  error_ = errno;
  if (journal_.records()) {
    if (switches() != switches_) {
      meet_world(
          self_,
          "native " + method_.holder->external_name() + "." + std::string(method_.name->text()),
          "has waited for another Java thread, which no journal can keep");
    }
    write(*result);
  } else {
    if (self_.has_pending_exception()) {
      (void)take_exception(self_);  // of the output, which the recording's may not have had
    }
    (void)give(result);
  }
  release_ticks();
  errno = error_;
}

std::int64_t JournaledCall::number_of(std::uint64_t result) const {
  const bool is_number =
      method_.return_type == BasicType::kInt || method_.return_type == BasicType::kLong;
  return is_number ? extended(result, method_.return_type) : 0;
}

void JournaledCall::write(std::uint64_t result) {
  JournalWriter out;
  out.signed_number(error_);
  out.number(memory_->take_more(journal_row_of(method_)->is_called_in_replays()));
  out.number(entry_here(self_, EntryKind::kCall).tick - tick_);
  out.number(the_vm.natives.chance_words - random_words_);
  out.number(initialized_.size());
  for (const Class* klass : initialized_) {
    out.text(klass->name->text());
  }
  std::string unkept;
  {
    const NoSafepoint still(self_);
    GraphWriter graph(still, &out);
    write_outcome(still, result, &graph, &out);
    objects_->write_changes(still, &graph, &out);
    unkept = graph.unkept();
  }
  if (!unkept.empty()) {
    meet_world(self_, "native " + native_.substr(0, native_.find('(')),
               "gives an object of class " + unkept + ", which no journal can keep");
  }
  arguments_->write_memory(self_.has_pending_exception() ? -1 : number_of(result), &out);
  JournalEntry call = entry(EntryKind::kCall);
  call.rest = out.bytes();
  journal_.append(self_, call);
}

void JournaledCall::write_outcome(const NoSafepoint& still, std::uint64_t result,
                                  GraphWriter* graph, JournalWriter* out) {
  if (self_.has_pending_exception()) {
    const auto* thrown = static_cast<const java::Throwable*>(self_.pending_exception);
    out->byte(kException);
    out->text(thrown->klass()->name->text());
    graph->value(thrown->detailMessage());
    graph->fields(*thrown, java::Throwable::java_class());
    return;
  }
  out->byte(kResult);
  if (runtime::is_reference(method_.return_type)) {
    const auto reference = std::bit_cast<jobject>(static_cast<std::uintptr_t>(result));
    graph->value(handle_of(reference).raw(still));
  } else if (method_.return_type != BasicType::kVoid) {
    out->signed_number(extended(result, method_.return_type));
  }
}

JavaResult<void> JournaledCall::give(std::uint64_t* result) {
  JournalReader in(given_->rest);
  GraphReader graph(self_, &in);
  error_ = static_cast<int>(in.signed_number());
  const std::uint64_t bytes = in.number();
  const std::uint64_t ticks = in.number_up_to(kMostTicks);
  the_vm.natives.chance_words = random_words_ + in.number();
  MJ_TRY(initialize_classes(&in));
  std::int64_t number = -1;
  JavaResult<void> given;
  if (in.byte() == kException) {
    given = give_exception(&in, &graph);
  } else {
    number = MJ_TRY(give_result(&in, &graph, result));
    given = objects_->apply_changes(&in, &graph);
  }
  arguments_->fill_memory(number, &in);
  memory_->take_up_to(bytes);
  self_.ticks_.put_taken(static_cast<std::int64_t>(tick_ + ticks));
  if (!in.is_complete()) {
    journal_.reject(self_);
  }
  return given;
}

JavaResult<void> JournaledCall::initialize_classes(JournalReader* in) {
  for (std::uint64_t left = in->number(); left != 0 && in->is_good(); --left) {
    const std::string_view name = in->text();
    auto loaded = runtime::load_class(self_, runtime::LoaderData::boot(),
                                      runtime::intern_symbol(name.empty() ? "?" : name));
    if (loaded.ok()) {
      MJ_TRY(initialize_class(self_, *loaded.value()));
    } else {
      in->fail();
    }
  }
  return {};
}

JavaResult<std::int64_t> JournaledCall::give_result(JournalReader* in, GraphReader* graph,
                                                    std::uint64_t* result) {
  if (runtime::is_reference(method_.return_type)) {
    const std::string_view descriptor = method_.descriptor->text();
    const Handle<> value =
        MJ_TRY(graph->value(descriptor.substr(classfile::closing_parenthesis(descriptor) + 1)));
    *result = std::bit_cast<std::uintptr_t>(local_ref(value));
  } else if (method_.return_type != BasicType::kVoid) {
    *result = static_cast<std::uint64_t>(in->signed_number());
  }
  return number_of(*result);
}

// The exception is made by its constructor, which notes the stack; then it gets the fields that the
// recorded one had.
JavaResult<void> JournaledCall::give_exception(JournalReader* in, GraphReader* graph) {
  const std::string name(in->text());
  const auto message = runtime::as<java::String>(MJ_TRY(graph->value("Ljava/lang/String;")));
  auto loaded = runtime::load_class(self_, runtime::LoaderData::boot(),
                                    runtime::intern_symbol(name.empty() ? "?" : name));
  Class* klass = loaded.ok() ? loaded.take() : nullptr;
  if (klass == nullptr || !klass->is_subclass_of(*java::Throwable::java_class()) ||
      klass->is_abstract()) {
    in->fail();
    return {};
  }
  const bool takes_text =
      klass->find_declared_method(runtime::intern_symbol("<init>"),
                                  runtime::intern_symbol("(Ljava/lang/String;)V")) != nullptr;
  const std::string text = message.is_null() ? "" : to_modified_utf8(self_, message);
  (void)throw_new(self_, name.c_str(), takes_text ? text.c_str() : nullptr);
  const Handle<java::Throwable> thrown = take_exception(self_);
  {
    const NoSafepoint still(self_);
    if (thrown.raw(still)->klass() != klass) {
      return throw_object(self_, thrown);  // making it has thrown
    }
    thrown.raw(still)->set_detailMessage(still, message.raw(still));
  }
  MJ_TRY(graph->fields(thrown, java::Throwable::java_class()));
  MJ_TRY(objects_->apply_changes(in, graph));
  return throw_object(self_, thrown);
}

}  // namespace minijvm::vm
