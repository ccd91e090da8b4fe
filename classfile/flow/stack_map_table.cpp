// Decodes StackMapTables (JVMS 4.7.4), before the verifier walks over the method. The input may be
// hostile: each entry is checked against the method while it is read.
#include "classfile/flow/stack_map_table.h"

#include <algorithm>

#include "classfile/constant_pool.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {
namespace {

// JVMS 4.7.4: frame_type has these ranges.
//
//      0 ..  63   same_frame                        locals as before, empty stack
//     64 .. 127   same_locals_1_stack_item_frame    locals as before, one value on the stack
//    128 .. 246   reserved
//    247          the same as 64 .. 127, with an offset_delta of two bytes
//    248 .. 250   chop_frame                        the last one to three locals less
//    251          the same as 0 .. 63, with an offset_delta of two bytes
//    252 .. 254   append_frame                      one to three locals more
//    255          full_frame                        all locals and stack values
constexpr unsigned kSameEnd = 64;
constexpr unsigned kSameLocals1End = 128;
constexpr unsigned kSameLocals1Extended = 247;
constexpr unsigned kSameExtended = 251;
constexpr unsigned kFull = 255;

constexpr const char* kBeyondEnd = "StackMapTable format error: access beyond the end of attribute";

// Returns the locals or the stack of a frame as text: "{ integer, 'java/lang/String' }".
std::string list_of(const VerifierFrame& frame, bool stack) {
  std::string text = "{";
  const unsigned shown = stack ? frame.depth() : frame.set_locals;
  for (unsigned i = 0; i != shown; ++i) {
    const VerificationType& type = stack ? frame.stack(i) : frame.local(i);
    text += (i == 0 ? " " : ", ") + type.to_string();
  }
  return text + " }";
}

}  // namespace

std::string VerifierFrame::to_string(std::uint32_t bci, std::string_view indent) const {
  std::string text;
  const std::string before(indent);
  text += before + "bci: @" + std::to_string(bci) + "\n";
  text += before + "flags: {" + (this_uninit ? " flagThisUninit" : "") + " }\n";
  text += before + "locals: " + list_of(*this, false) + "\n";
  text += before + "stack: " + list_of(*this, true) + "\n";
  return text;
}

std::string VerifierFrame::to_line() const {
  return "locals " + list_of(*this, false) + " stack " + list_of(*this, true) +
         (this_uninit ? " flagThisUninit" : "");
}

bool StackMapTable::format_error(const char* what) {
  error_ = what;
  return false;
}

// Reports an error whose message ends with the method's name.
bool StackMapTable::format_error_in_method(const char* what) {
  error_names_method_ = true;
  return format_error(what);
}

// The locals at method entry are the first chain; the first entry of the table is relative to it.
bool StackMapTable::decode(Bytes table, const VerifierFrame& initial) {
  for (unsigned i = 0; i != initial.max_locals() && initial.local(i).kind != TypeKind::kTop; ++i) {
    if (!append_local(initial.local(i)))
      return false;
  }
  if (table.empty())
    return true;
  ByteReader in(table);
  const unsigned count = in.u2();
  // JVMS 4.7.4: the bci of a frame is that of the frame before plus offset_delta plus 1, and the
  // bci of the first frame is its offset_delta.
  std::int64_t bci = -1;
  for (unsigned i = 0; i != count; ++i) {
    if (!decode_frame(in, &bci))
      return false;
    frames_.push_back(current_);
  }
  // The table must be exactly as long as its entries.
  if (in.failed())
    return format_error(kBeyondEnd);
  return in.at_end() ? true : format_error("StackMapTable format error: wrong attribute size");
}

// Decodes one entry into current_ and moves *bci on to the entry's bci.
bool StackMapTable::decode_frame(ByteReader& in, std::int64_t* bci) {
  const unsigned type = in.u1();
  // The two short forms hold offset_delta in frame_type; the others have two bytes for it.
  unsigned delta = type % kSameEnd;
  if (type >= kSameLocals1End)
    delta = in.u2();
  if (in.failed())
    return format_error(kBeyondEnd);
  if (type >= kSameLocals1End && type < kSameLocals1Extended)
    return format_error("StackMapTable format error: reserved frame type");
  *bci += delta + 1;

  // Most forms have an empty stack.
  current_.first_stack = stacks_.size();
  current_.stack_slots = 0;
  bool good = true;
  // The forms are tested from the largest number down. same_frame and same_frame_extended change
  // nothing.
  if (type == kFull) {
    good = decode_full(in);
  } else if (type > kSameExtended) {
    good = append_locals(in, type - kSameExtended);
  } else if (type > kSameLocals1Extended && type < kSameExtended) {
    good = chop(kSameExtended - type);
  } else if (type == kSameLocals1Extended || (type >= kSameEnd && type < kSameLocals1End)) {
    good = append_stack(in, 1);
  }
  if (!good)
    return false;
  // HOTSPOT: an entry that is cut short is reported before one that is too long for the method.
  if (in.failed())
    return format_error(kBeyondEnd);
  if (too_many_)
    return format_error_in_method("StackMapTable format error: bad type array size");

  current_.bci = static_cast<std::uint32_t>(*bci);
  // JVMS 4.10.1.4: flagThisUninit is set exactly if some local is uninitializedThis.
  current_.this_uninit = current_.last_local >= 0 &&
                         locals_[static_cast<std::size_t>(current_.last_local)].this_uninit;
  // A frame that does not stand at an instruction is a VerifyError. The order needs no check: the
  // bci grows by at least 1 with each entry.
  const bool in_code = *bci < static_cast<std::int64_t>(context_.code.size());
  if (!in_code || !context_.is_instruction[static_cast<std::size_t>(*bci)]) {
    error_is_format_ = false;
    return format_error("StackMapTable error: bad offset");
  }
  return true;
}

// A full_frame starts from no locals at all.
bool StackMapTable::decode_full(ByteReader& in) {
  const unsigned locals = in.u2();
  current_.last_local = -1;
  if (!append_locals(in, locals))
    return false;
  return append_stack(in, in.u2());
}

// Decodes a verification_type_info: a tag, and two more bytes for tags 7 (Object) and 8
// (Uninitialized).
bool StackMapTable::decode_type(ByteReader& in, VerificationType* out) {
  // The index is the tag; double comes before long.
  static constexpr TypeKind kByTag[] = {TypeKind::kTop,
                                        TypeKind::kInteger,
                                        TypeKind::kFloat,
                                        TypeKind::kDouble,
                                        TypeKind::kLong,
                                        TypeKind::kNull,
                                        TypeKind::kUninitializedThis};
  const unsigned tag = in.u1();
  if (tag < std::size(kByTag)) {
    *out = VerificationType::of(kByTag[tag]);
    return true;
  }
  if (in.failed())
    return format_error(kBeyondEnd);
  if (tag == 8)
    return decode_uninitialized(in, out);
  if (tag != 7)
    return format_error("StackMapTable format error: bad verification type");
  const unsigned index = in.u2();
  if (in.failed())
    return format_error(kBeyondEnd);
  if (!context_.pool.is(index, ConstantTag::Class))
    return format_error("StackMapTable format error: bad class index");
  *out = VerificationType::reference(context_.pool.class_name(index));
  return true;
}

// The offset must be that of a `new` instruction, which invoke_init_on_new() relies on.
bool StackMapTable::decode_uninitialized(ByteReader& in, VerificationType* out) {
  const unsigned offset = in.u2();
  if (in.failed())
    return format_error(kBeyondEnd);
  const bool is_new = offset < context_.code.size() && context_.is_instruction[offset] &&
                      context_.code[offset] == static_cast<std::uint8_t>(Opcode::new_);
  if (!is_new)
    return format_error_in_method("StackMapTable format error: bad offset for Uninitialized");
  *out = VerificationType::uninitialized(offset);
  return true;
}

// Adds a node to the chain. The result is always true; too_many_ records that the method has no
// such local.
bool StackMapTable::append_local(const VerificationType& type) {
  const std::int32_t parent = current_.last_local;
  const Local* before = parent < 0 ? nullptr : &locals_[static_cast<std::size_t>(parent)];
  const unsigned index = before == nullptr ? 0 : before->index + 1u;
  if (index >= context_.max_locals) {
    // The caller reports this when all types of the frame have been read.
    too_many_ = true;
    return true;
  }
  const bool uninit =
      type.kind == TypeKind::kUninitializedThis || (before != nullptr && before->this_uninit);
  locals_.push_back({type, parent, static_cast<std::uint16_t>(index), uninit});
  current_.last_local = static_cast<std::int32_t>(locals_.size() - 1);
  return true;
}

// Reads types from the table. A long or double is one entry there and two locals in the frame.
bool StackMapTable::append_locals(ByteReader& in, unsigned count) {
  for (unsigned i = 0; i != count; ++i) {
    VerificationType type;
    if (in.failed())
      return format_error(kBeyondEnd);
    if (!decode_type(in, &type) || !append_local(type))
      return false;
    if (type.is_category2() && !append_local(type.second_half()))
      return false;
  }
  return true;
}

// Does the same for the stack, which is not shared with other frames.
bool StackMapTable::append_stack(ByteReader& in, unsigned count) {
  for (unsigned i = 0; i != count; ++i) {
    VerificationType type;
    if (in.failed())
      return format_error(kBeyondEnd);
    if (!decode_type(in, &type))
      return false;
    too_many_ =
        too_many_ || current_.stack_slots + (type.is_category2() ? 2 : 1) > context_.max_stack;
    // The types are still read and checked, but not kept.
    if (too_many_)
      continue;
    stacks_.push_back(type);
    if (type.is_category2())
      stacks_.push_back(type.second_half());
    current_.stack_slots = static_cast<unsigned>(stacks_.size() - current_.first_stack);
  }
  return true;
}

// JVMS 4.7.4: chop_frame removes the last `count` locals; a long or double counts once.
bool StackMapTable::chop(unsigned count) {
  for (unsigned i = 0; i != count; ++i) {
    if (current_.last_local < 0)
      return format_error_in_method("StackMapTable format error: bad type array size");
    const Local& last = locals_[static_cast<std::size_t>(current_.last_local)];
    // From a second half the chain goes to its first half, and from there to the local before.
    current_.last_local = last.type.is_second_half()
                              ? locals_[static_cast<std::size_t>(last.parent)].parent
                              : last.parent;
  }
  return true;
}

const StackMapFrame* StackMapTable::find(std::uint32_t bci) const {
  const auto at = std::lower_bound(
      frames_.begin(), frames_.end(), bci,
      [](const StackMapFrame& frame, std::uint32_t asked) { return frame.bci < asked; });
  return at != frames_.end() && at->bci == bci ? &*at : nullptr;
}

// Locals that the chain does not have are top.
void StackMapTable::load(const StackMapFrame& from, VerifierFrame* to) const {
  for (unsigned i = 0; i != to->max_locals(); ++i) {
    to->local(i) = VerificationType::top();
  }
  each_local(from, [to](unsigned index, const VerificationType& type) {
    to->local(index) = type;
    return true;
  });
  to->set_depth(from.stack_slots);
  for (unsigned i = 0; i != from.stack_slots; ++i) {
    to->stack(i) = stack(from, i);
  }
  to->this_uninit = from.this_uninit;
  to->set_locals =
      from.last_local < 0 ? 0 : locals_[static_cast<std::size_t>(from.last_local)].index + 1u;
}

}  // namespace minijvm::classfile
