#include "interp/jit/compiler.h"

#include <unistd.h>

#include <unordered_map>

#include "interp/jit/emit.h"
#include "interp/jit/helpers.h"
#include "runtime/cpu/exec_memory.h"

namespace adder::jit {
namespace {

// A budget ends every so many calls and backward jumps, in uneven steps: loops have a beat, and even steps would meet
// the same place of it again and again. Code is compiled at its second sample: what runs that often runs for long
// enough to gain.
constexpr int64_t kShortSlice = 700, kSliceSpread = 600;
constexpr uint32_t kHot = 2;
// Code is compiled again, up to so many times, when instructions that had not run before have been met so often since.
constexpr size_t kMaxVersions = 6;
constexpr uint32_t kMetAgain = 100;
constexpr size_t kMaxBytes = size_t(32) << 20;  // of machine code in one interpreter

constexpr uint32_t kNever = UINT32_MAX;  // heat of code that is left to the loop

// An instruction that the assembler refuses is left out of what it makes.
struct Failure : asmjit::ErrorHandler {
  bool happened = false;
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { happened = true; }
};

struct Block {
  rt::ExecMemory::Block memory;
  size_t bytes;
};

class Compiler : public MachineCompiler {
 public:
  explicit Compiler(Options options) : options_(std::move(options)) {
    slice = options_.stress ? 1 : kShortSlice;
  }

  void sample(Thread& th, Code* c) override {
    if (!options_.stress) {
      noise_ = noise_ * 1664525 + 1013904223;
      slice = kShortSlice + (noise_ >> 16) % kSliceSpread;
    }
    if (c->heat == kNever) return;
    c->heat++;
    bool first = !c->machine;
    if (first ? c->heat < (options_.stress ? 1 : kHot) : !wants_again(c)) return;
    if (th.rec || c->nreg >= kMaxRegisters) return;
    compile(c, th.fr->code == c ? th.fr : nullptr);
  }
  void forget(Code* c) override {
    auto it = compiled_.find(c);
    if (it == compiled_.end()) return;
    for (Version& v : it->second.versions) free_.push_back(v.block);
    compiled_.erase(it);
    c->machine = nullptr;
  }

 private:
  struct Version {
    Block block;
    std::vector<MachineEntry> entries;
  };
  struct Compiled {
    std::vector<Version> versions;  // the last one is entered; older ones may still have to return
    uint32_t met = 0;               // counts runs of instructions that had not run when the last version was made
  };

  bool wants_again(const Code* c) const {
    auto it = compiled_.find(c);
    if (it == compiled_.end()) return false;
    size_t versions = it->second.versions.size();  // each wants more than the one before
    return versions < kMaxVersions && it->second.met >= kMetAgain << 2 * versions;
  }

  Block reserve(size_t bytes) {
    if (process_ != getpid()) free_.clear();  // a fork: the memory of dead code is the parent's to use again
    process_ = getpid();
    for (size_t n = 0; n < free_.size(); n++)
      if (free_[n].bytes >= bytes && free_[n].bytes <= 2 * bytes) {
        Block b = free_[n];
        free_.erase(free_.begin() + ptrdiff_t(n));
        return b;
      }
    if (memory_.bytes_used() + bytes > kMaxBytes) return {{}, 0};
    return {memory_.reserve(bytes), bytes};
  }
  // Puts what `holder` has into executable memory.
  bool install(asmjit::CodeHolder& holder, Block* block) {
    if (holder.flatten() || holder.resolveUnresolvedLinks()) return false;
    size_t bytes = holder.codeSize();
    *block = reserve(bytes);
    if (!block->memory.run) return false;
    if (holder.relocateToBase(reinterpret_cast<uint64_t>(block->memory.run)) ||
        holder.copyFlattenedData(block->memory.write, bytes)) {
      free_.push_back(*block);
      return false;
    }
    return true;
  }

  using Enter = MachineExit (*)(Thread*, Frame*, const void*);
  // Made with the first code that is compiled: most scripts end before, and need not read the assembler's tables.
  Enter make_entry() {
    using namespace asmjit::x86;
    asmjit::CodeHolder holder;
    if (holder.init(asmjit::Environment::host())) return nullptr;
    Assembler a(&holder);
    for (Gp r : {rbp, rbx, r12, r13, r14, r15}) a.push(r);
    a.sub(rsp, kScratchBytes);
    a.mov(kThread, rdi);
    a.mov(kFrame, rsi);
    a.mov(kRegs, qword_ptr(rsi, ADDER_AT(Frame, base)));
    a.mov(kOffsetReg, uint64_t(Value::kOffset));
    a.mov(kTagReg, uint64_t(Value::kIntTag));
    a.mov(kCellReg, uint64_t(Value::kOffset - 64));
    a.jmp(rdx);
    Block block;
    return install(holder, &block) ? reinterpret_cast<Enter>(block.memory.run) : nullptr;
  }

  void compile(Code* c, const Frame* running) {
    if (!enter && !refused_) {
      enter = make_entry();
      refused_ = !enter;
    }
    if (refused_) return;
    asmjit::CodeHolder holder;
    if (holder.init(asmjit::Environment::host())) return;
    asmjit::StringLogger log;
    if (options_.dump) {
      log.addFlags(asmjit::FormatFlags::kMachineCode);
      holder.setLogger(&log);
    }
    Failure failure;
    holder.setErrorHandler(&failure);
    Compiled& all = compiled_[c];
    Emitter emitter(c, holder, running, &all.met);
    Version v;
    emitter.emit();
    all.met = 0;
    if (failure.happened || !install(holder, &v.block)) {  // no room, or an instruction that cannot be encoded
      if (all.versions.empty()) compiled_.erase(c);
      c->heat = kNever;
      return;
    }
    auto at = [&](const Label& l) -> const void* {
      return l.isValid() ? static_cast<const char*>(v.block.memory.run) + holder.labelOffset(l) : nullptr;
    };
    v.entries.resize(c->ins.size());
    for (size_t pc = 0; pc < v.entries.size(); pc++)
      v.entries[pc] = {at(emitter.starts()[pc]), at(emitter.afters()[pc])};
    all.versions.push_back(std::move(v));
    const std::vector<MachineEntry>& entries = all.versions.back().entries;
    c->machine = entries.data();
    c->machine_bias = reinterpret_cast<uintptr_t>(entries.data()) - 4 * reinterpret_cast<uintptr_t>(c->ins.data());
    c->machine_call = at(emitter.call_entry());
    if (options_.dump) options_.dump(c->qualname->sv(), std::string_view(log.data(), log.dataSize()));
  }

  Options options_;
  uint32_t noise_ = 1;
  bool refused_ = false;  // there is no executable memory
  rt::ExecMemory memory_;
  std::vector<Block> free_;
  int process_ = getpid();
  std::unordered_map<const Code*, Compiled> compiled_;
};

}  // namespace

std::shared_ptr<MachineCompiler> make_compiler(Options options) {
#ifdef __x86_64__
  return std::make_shared<Compiler>(std::move(options));
#else
  return nullptr;
#endif
}

}  // namespace adder::jit
