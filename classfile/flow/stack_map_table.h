// The frames of a StackMapTable (JVMS 4.7.4), decoded into verification types, all forms.
// Proved by tests/classfile/flow/flow_stack_map_verifier_test.cpp and flow_corpus_test.cpp.
//
// Frames differ little from one to the next and there may be 65535 of 65535 locals each, so locals are chains that share their
// front part: append adds nodes, chop goes back to a parent, full starts anew. Memory is bounded by the attribute's size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/byte_reader.h"
#include "classfile/flow/abstract_frame.h"
#include "classfile/flow/verification_type.h"

namespace minijvm::classfile {

class ConstantPool;

// The type state of JVMS 4.10.1.4: locals, stack, and flagThisUninit.
class VerifierFrame : public AbstractFrame<VerificationType> {
 public:
  using AbstractFrame::AbstractFrame;
  bool this_uninit = false;
  unsigned set_locals = 0;  // HOTSPOT: as many as a message shows and loads of two slots may reach: all behind them were never set

  // As VerifyError prints it, each line behind `indent`.
  std::string to_string(std::uint32_t bci, std::string_view indent) const;
  // "locals { integer } stack { }", with the flag if it is set.
  std::string to_line() const;
};

struct StackMapFrame {
  std::uint32_t bci = 0;
  std::int32_t last_local = -1;    // node of the last local; -1: no locals
  std::size_t first_stack = 0;
  unsigned stack_slots = 0;
  bool this_uninit = false;
};

// What frames are checked against while they are decoded.
struct StackMapContext {
  const ConstantPool& pool;
  Bytes code;
  const std::vector<bool>& is_instruction;  // by bci
  unsigned max_locals;
  unsigned max_stack;
};

class StackMapTable {
 public:
  explicit StackMapTable(const StackMapContext& context) : context_(context) {}

  // `table` starts at number_of_entries; empty: no attribute. `initial`: the frame at method entry.
  // False: error() says what is wrong, and error_is_format() whether that is a ClassFormatError.
  bool decode(Bytes table, const VerifierFrame& initial);
  const char* error() const { return error_; }
  bool error_is_format() const { return error_is_format_; }
  bool error_names_method() const { return error_names_method_; }
  // The frame at whose offset no instruction stands: the last one decoded, when the error is no format error.
  const StackMapFrame& failed_frame() const { return current_; }

  std::size_t size() const { return frames_.size(); }
  const StackMapFrame& operator[](std::size_t at) const { return frames_[at]; }
  // Null: no frame at bci.
  const StackMapFrame* find(std::uint32_t bci) const;

  void load(const StackMapFrame& from, VerifierFrame* to) const;
  const VerificationType& stack(const StackMapFrame& frame, unsigned at) const { return stacks_[frame.first_stack + at]; }
  // visit(index, type) for each local, last first, while it returns true; the locals after them are top.
  template <class Visitor>
  bool each_local(const StackMapFrame& frame, Visitor&& visit) const {
    for (std::int32_t at = frame.last_local; at >= 0; at = locals_[static_cast<std::size_t>(at)].parent) {
      const Local& local = locals_[static_cast<std::size_t>(at)];
      if (!visit(unsigned{local.index}, local.type)) return false;
    }
    return true;
  }

 private:
  struct Local {
    VerificationType type;
    std::int32_t parent;
    std::uint16_t index;
    bool this_uninit;  // this local or one before it is uninitializedThis
  };

  bool format_error(const char* what);
  bool format_error_in_method(const char* what);
  bool decode_frame(ByteReader& in, std::int64_t* bci);
  bool decode_full(ByteReader& in);
  bool decode_type(ByteReader& in, VerificationType* out);
  bool decode_uninitialized(ByteReader& in, VerificationType* out);
  bool append_locals(ByteReader& in, unsigned count);
  bool append_local(const VerificationType& type);
  bool append_stack(ByteReader& in, unsigned count);
  bool chop(unsigned count);

  StackMapContext context_;
  std::vector<StackMapFrame> frames_;
  std::vector<Local> locals_;
  std::vector<VerificationType> stacks_;
  StackMapFrame current_;
  const char* error_ = nullptr;
  bool error_is_format_ = true;
  bool error_names_method_ = false;
  bool too_many_ = false;  // more locals or stack entries than the method has
};

}  // namespace minijvm::classfile
