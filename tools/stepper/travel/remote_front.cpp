// Each call is a message, which the root passes on (root.cpp:/Root::serve_talker/).
#include "tools/stepper/travel/remote_front.h"

#include <optional>

namespace minijvm::vm::stepper {

namespace {

class RemoteFront final : public Front {
 public:
  explicit RemoteFront(const Channel& channel) : channel_(channel) {}

  void tell(const Json& event) override { channel_.send(Json::record().set("tell", event)); }
  void report(const Json& event) override { channel_.send(Json::record().set("report", event)); }
  bool ask(std::string* command) override {
    channel_.send(Json::record().set("ask", true));
    const std::optional<Json> answer = channel_.receive();
    if (!answer || !answer->has("line"))
      return false;
    *command = (*answer)["line"].text();
    return true;
  }
  void answer(const Json& answer) override { channel_.send(Json::record().set("answer", answer)); }

 private:
  const Channel& channel_;
};

}  // namespace

std::unique_ptr<Front> make_remote_front(const Channel& channel) {
  return std::make_unique<RemoteFront>(channel);
}

}  // namespace minijvm::vm::stepper
