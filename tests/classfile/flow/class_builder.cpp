#include "tests/classfile/flow/class_builder.h"

#include "base/check.h"

namespace minijvm::classfile::test {

unsigned ClassBuilder::add_entry(const Out& entry, unsigned slots) {
  const auto found = entries_.find(entry);
  if (found != entries_.end())
    return found->second;
  const unsigned index = pool_size_;
  pool_.insert(pool_.end(), entry.begin(), entry.end());
  pool_size_ += slots;
  entries_[entry] = index;
  return index;
}

unsigned ClassBuilder::utf8(std::string_view text) {
  Out entry;
  u1(entry, 1);
  u2(entry, static_cast<unsigned>(text.size()));
  entry.insert(entry.end(), text.begin(), text.end());
  return add_entry(entry);
}

unsigned ClassBuilder::class_(std::string_view name) {
  Out entry;
  u1(entry, 7);
  u2(entry, utf8(name));
  return add_entry(entry);
}

unsigned ClassBuilder::string(std::string_view text) {
  Out entry;
  u1(entry, 8);
  u2(entry, utf8(text));
  return add_entry(entry);
}

unsigned ClassBuilder::integer(std::int32_t value) {
  Out entry;
  u1(entry, 3);
  u4(entry, static_cast<unsigned>(value));
  return add_entry(entry);
}

unsigned ClassBuilder::long_(std::int64_t value) {
  Out entry;
  u1(entry, 5);
  u4(entry, static_cast<unsigned>(static_cast<std::uint64_t>(value) >> 32));
  u4(entry, static_cast<unsigned>(value));
  return add_entry(entry, 2);
}

unsigned ClassBuilder::member(unsigned tag, std::string_view owner, std::string_view name,
                              std::string_view descriptor) {
  Out pair;
  u1(pair, 12);
  u2(pair, utf8(name));
  u2(pair, utf8(descriptor));
  Out entry;
  u1(entry, tag);
  u2(entry, class_(owner));
  u2(entry, add_entry(pair));
  return add_entry(entry);
}

void ClassBuilder::write_method(Out& out, const Method& method) {
  u2(out, method.flags);
  u2(out, utf8(method.name));
  u2(out, utf8(method.descriptor));
  u2(out, 1);
  Out body;
  u2(body, method.max_stack);
  u2(body, method.max_locals);
  u4(body, static_cast<unsigned>(method.code.size()));
  for (unsigned byte : method.code) u1(body, byte);
  u2(body, static_cast<unsigned>(method.handlers.size()));
  for (const Handler& handler : method.handlers) {
    u2(body, handler.start);
    u2(body, handler.end);
    u2(body, handler.handler);
    u2(body, handler.type);
  }
  u2(body, method.stack_map.empty() ? 0 : 1);
  if (!method.stack_map.empty()) {
    u2(body, utf8("StackMapTable"));
    u4(body, static_cast<unsigned>(method.stack_map.size()));
    for (unsigned byte : method.stack_map) u1(body, byte);
  }
  u2(out, utf8("Code"));
  u4(out, static_cast<unsigned>(body.size()));
  out.insert(out.end(), body.begin(), body.end());
}

std::vector<std::uint8_t> ClassBuilder::bytes() {
  Out rest;
  u2(rest, 0x0021);  // public super
  u2(rest, class_(name_));
  u2(rest, class_(super_));
  u2(rest, static_cast<unsigned>(interfaces_.size()));
  for (const std::string& name : interfaces_) u2(rest, class_(name));
  u2(rest, static_cast<unsigned>(fields_.size()));
  for (const Field& field : fields_) {
    u2(rest, field.flags);
    u2(rest, utf8(field.name));
    u2(rest, utf8(field.descriptor));
    u2(rest, 0);
  }
  u2(rest, static_cast<unsigned>(methods_.size()));
  for (const Method& method : methods_) write_method(rest, method);
  u2(rest, 0);

  Out out;
  u4(out, 0xcafebabe);
  u2(out, 0);
  u2(out, major_);
  u2(out, pool_size_);
  out.insert(out.end(), pool_.begin(), pool_.end());
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

ClassFile ClassBuilder::parsed() {
  const std::vector<std::uint8_t> made = bytes();
  Expected<ClassFile, FormatError> file = parse_class_file(made, {});
  MJ_CHECK(file.ok(), "the class %s made for a test does not parse: %s", name_.c_str(),
           file.error().message.c_str());
  return file.take();
}

}  // namespace minijvm::classfile::test
