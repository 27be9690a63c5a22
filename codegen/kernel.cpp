// Verifier, key and reference interpreter of the kernel IR.
#include "codegen/kernel.h"
#include <algorithm>
#include <cstddef>
#include "runtime/kernel/loop_nest.h"
namespace adder::codegen {

int lanes_of(const Reduction& r) {
  int bytes = 4;
  for (KType t : r.acc) bytes = std::max(bytes, rt::kTypeBytes[t]);
  return rt::reduce_lanes(bytes);
}

bool Kernel::uses_index() const {
  for (const Stage& s : stages) {
    for (const Instr& i : s.program.code)
      if (i.op == kIndex) return true;
    for (const Reduction& r : s.reductions)
      for (const Instr& i : r.step.code)
        if (i.op == kIndex) return true;
  }
  return false;
}

// ---- verifier

namespace {

class Verifier {
 public:
  explicit Verifier(const Kernel& k) : k_(k), row_set_(k.rows.size()), written_(k.buffers.size()) {}

  std::string run() {
    if (k_.buffers.size() > kMaxBuffers) return "too many buffers";
    for (size_t i = 0; i < k_.stages.size(); ++i) {
      std::string wrong = check_stage(k_.stages[i]);
      if (!wrong.empty()) return "stage " + std::to_string(i) + ": " + wrong;
    }
    for (size_t b = 0; b < k_.buffers.size(); ++b)
      if (k_.buffers[b].written && !written_[b]) return "b" + std::to_string(b) + " is never written";
    return "";
  }

 private:
  bool exists(Place p) const {
    return p.kind == Place::none ||
           (p.id >= 0 && size_t(p.id) < (p.kind == Place::row ? k_.rows : rows_of_buffers()).size());
  }
  const std::vector<KType>& rows_of_buffers() const {
    if (buffer_types_.empty())
      for (const BufferDecl& b : k_.buffers) buffer_types_.push_back(b.type);
    return buffer_types_;
  }

  std::string check_stage(const Stage& st) {
    for (Place p : st.in)
      if (!exists(p)) return "no such place";
    for (Place p : st.out)
      if (!exists(p)) return "no such place";
    if (int(st.in.size()) < st.program.n_in) return "the program loads more operands than the stage gives";
    if (st.out.size() != st.program.outs.size()) return "places and results differ in number";
    for (const Instr& i : st.program.code) {
      std::string wrong = i.op == kLoad ? check_load(st, st.in[size_t(i.index)], i.type) : "";
      if (!wrong.empty()) return wrong;
    }
    for (size_t o = 0; o < st.out.size(); ++o) {
      std::string wrong = check_store(st, st.out[o], st.program.code[st.program.outs[o]].result);
      if (!wrong.empty()) return wrong;
    }
    for (const Reduction& r : st.reductions) {
      std::string wrong = check_reduction(st, r);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string check_load(const Stage& st, Place p, KType t) {
    if (p.kind == Place::row)
      return k_.rows[size_t(p.id)] == t && row_set_[size_t(p.id)] ? "" : "row value of another type, or not set yet";
    if (p.kind == Place::none) return "load from nowhere";
    const BufferDecl& b = k_.buffers[size_t(p.id)];
    if (b.type != t) return "load of b" + std::to_string(p.id) + " as another type";
    if (b.scratch && !written_[size_t(p.id)]) return "scratch is read before it is written";
    return !st.inner && b.walk == Walk::dense ? "a row stage reads one element a row" : "";
  }

  std::string check_store(const Stage& st, Place p, KType t) {
    if (p.kind == Place::buffer) {
      const BufferDecl& b = k_.buffers[size_t(p.id)];
      if (!b.written || b.type != t) return "store to an input, or of another type";
      if (st.inner != (b.walk == Walk::dense)) return "an inner stage stores along the range, a row stage one element";
      written_[size_t(p.id)] = true;
    } else if (p.kind == Place::row) {
      if (st.inner || k_.rows[size_t(p.id)] != t) return "only a row stage sets row values, in their type";
      row_set_[size_t(p.id)] = true;
    }
    return "";
  }

  std::string check_reduction(const Stage& st, const Reduction& r) {
    size_t n = r.acc.size();
    if (!st.inner || n != r.to.size() || n != r.init.size())
      return "reduction outside an inner stage, or of wrong arity";
    if (r.step.outs.size() != n || r.combine.outs.size() != n) return "step and combine return the accumulators";
    if (r.step.n_in > int(n + r.from.size()) || r.combine.n_in > int(2 * n))
      return "a reduction's program loads too much";
    for (int f : r.from)
      if (f < 0 || size_t(f) >= st.program.outs.size()) return "a reduction of a result that does not exist";
    for (const Instr& i : r.step.code) {
      if (i.op != kLoad) continue;
      KType t = size_t(i.index) < n ? r.acc[size_t(i.index)]
                                    : st.program.code[st.program.outs[size_t(r.from[size_t(i.index) - n])]].result;
      if (t != i.type) return "a step loads its operand as another type";
    }
    for (size_t j = 0; j < n; ++j) {
      if (r.to[j] < 0 || size_t(r.to[j]) >= k_.rows.size() || k_.rows[size_t(r.to[j])] != r.acc[j])
        return "row value of another type";
      row_set_[size_t(r.to[j])] = true;
    }
    return "";
  }

  const Kernel& k_;
  std::vector<bool> row_set_, written_;
  mutable std::vector<KType> buffer_types_;
};

// ---- key

void append(std::string& s, const Program& p) {
  for (const Instr& i : p.code) {
    const uint16_t head[] = {uint16_t(i.op), uint16_t(i.type), uint16_t(i.result), i.a, i.b, i.c};
    s.append(reinterpret_cast<const char*>(head), sizeof head);
    s.append(reinterpret_cast<const char*>(&i.index), sizeof i.index);
    s.append(reinterpret_cast<const char*>(&i.constant), sizeof i.constant);
  }
  for (uint16_t o : p.outs) s.append(reinterpret_cast<const char*>(&o), sizeof o);
  s += '|';
}

}  // namespace

std::string verify(const Kernel& k) {
  return Verifier(k).run();
}

std::string Kernel::key() const {
  std::string s;
  s.reserve(1024);
  for (const BufferDecl& b : buffers) {
    s += char(b.type);
    s += char(int(b.walk) | b.written << 1 | b.scratch << 2);
  }
  s += '/';
  for (KType r : rows) s += char(r);
  auto places = [&](const std::vector<Place>& list) {
    for (Place p : list) {
      s += char(p.kind);
      s += char(p.id);
    }
    s += ';';
  };
  for (const Stage& st : stages) {
    s += st.inner ? 'i' : 'r';
    append(s, st.program);
    places(st.in);
    places(st.out);
    for (const Reduction& r : st.reductions) {
      append(s, r.step);
      append(s, r.combine);
      s.append(reinterpret_cast<const char*>(r.init.data()), r.init.size() * sizeof(Cell));
      for (int f : r.from) s += char(f);
      s += '>';
      for (int t : r.to) s += char(t);
    }
  }
  return s;
}

// ---- interpreter

namespace {

// One element through the functions of the tile loops: the oracle for bits.
void evaluate_tiles(const Program& p, const Cell* in, const ScalarArg* scalars, int64_t index, Cell* out) {
  std::vector<uint64_t> reg(p.code.size());
  for (const Instr& s : p.code) {
    void* d = &reg[s.out];
    bool f = s.type == kF32 || s.type == kF64;
    if (s.op == kLoad) {
      rt::write_cell(d, s.type, in[s.index]);
    } else if (s.op == kScalar || s.op == kConstant) {
      Cell c{};
      if (s.op == kScalar && f) {
        c.f = scalars[s.index].f;
      } else if (s.op == kScalar) {
        c.i = scalars[s.index].i;
      } else if (f) {
        c.f = s.constant;
      } else {
        c.i = s.constant >= 9.2e18 ? INT64_MAX : s.constant <= -9.2e18 ? INT64_MIN : int64_t(s.constant);
      }
      rt::write_cell(d, s.type, c);
    } else if (s.op == kIndex) {
      reg[s.out] = uint64_t(index);
    } else {
      auto at = [&](uint16_t u) -> const void* { return u == 0xffff ? nullptr : &reg[u]; };
      rt::tile_table().fn[s.op][s.type](d, at(s.a), at(s.b), at(s.c), 1);
    }
  }
  for (size_t k = 0; k < p.outs.size(); ++k) out[k] = rt::read_cell(&reg[p.outs[k]], p.code[p.outs[k]].result);
}

class KernelInterpreter {
 public:
  KernelInterpreter(const Kernel& k, const KernelLaunch& l, rt::Executor how)
      : k_(k), l_(l), eval_(how == rt::Executor::reference ? rt::evaluate : evaluate_tiles), row_(k.rows.size()) {
    l_.scalars[rt::kCountScalar] = {double(l_.n), l_.n};
    scratch_.resize(k.buffers.size());
    for (size_t b = 0; b < k.buffers.size(); ++b)
      if (k.buffers[b].scratch) {
        scratch_[b].resize(size_t(l_.n) + 1);
        l_.data[b] = scratch_[b].data();
        l_.inner_stride[b] = k.buffers[b].walk == Walk::dense;
        for (int64_t& s : l_.strides[b]) s = 0;
      }
  }
  void run() {
    for (row_index_ = 0; row_index_ < l_.rows(); ++row_index_)
      for (const Stage& st : k_.stages) {
        if (st.inner) {
          inner(st);
        } else {
          step(st, 0);
        }
      }
  }

 private:
  char* at(int b, int64_t i) const {
    int64_t offset = i * l_.inner_stride[b], rest = row_index_;
    for (int d = l_.n_outer; d-- > 0;) {
      offset += rest % l_.outer[d] * l_.strides[b][d];
      rest /= l_.outer[d];
    }
    return static_cast<char*>(l_.data[b]) + offset * rt::kTypeBytes[k_.buffers[size_t(b)].type];
  }
  const Cell* step(const Stage& st, int64_t i) {
    Cell in[kMaxBuffers * 2];
    for (size_t o = 0; o < st.in.size(); ++o)
      in[o] = st.in[o].kind == Place::row ? row_[size_t(st.in[o].id)]
                                          : rt::read_cell(at(st.in[o].id, i), k_.buffers[size_t(st.in[o].id)].type);
    out_.resize(st.out.size());
    eval_(st.program, in, l_.scalars, i, out_.data());
    for (size_t o = 0; o < st.out.size(); ++o) {
      if (st.out[o].kind == Place::buffer) {
        rt::write_cell(at(st.out[o].id, i), k_.buffers[size_t(st.out[o].id)].type, out_[o]);
      } else if (st.out[o].kind == Place::row) {
        row_[size_t(st.out[o].id)] = out_[o];
      }
    }
    return out_.data();
  }
  void inner(const Stage& st) {
    if (st.reductions.empty()) {
      for (int64_t i = 0; i < l_.n; ++i) step(st, i);
      return;
    }
    for (int64_t from = 0; from == 0 || from < l_.n; from += kBlock) {
      std::vector<std::vector<Cell>> lanes;
      for (const Reduction& r : st.reductions) {
        lanes.emplace_back();
        for (int i = 0; i < lanes_of(r); ++i) lanes.back().insert(lanes.back().end(), r.init.begin(), r.init.end());
      }
      for (int64_t i = from; i < std::min(l_.n, from + kBlock); ++i) {
        const Cell* results = step(st, i);
        for (size_t q = 0; q < st.reductions.size(); ++q) {
          const Reduction& r = st.reductions[q];
          size_t n = r.acc.size();
          Cell x[kMaxBuffers * 2];
          Cell* acc = &lanes[q][size_t(i % lanes_of(r)) * n];
          std::copy(acc, acc + n, x);
          for (size_t j = 0; j < r.from.size(); ++j) x[n + j] = results[r.from[j]];
          eval_(r.step, x, l_.scalars, i, acc_);
          std::copy(acc_, acc_ + n, acc);
        }
      }
      for (size_t q = 0; q < st.reductions.size(); ++q) fold(st.reductions[q], lanes[q], from == 0);
    }
  }
  void fold(const Reduction& r, std::vector<Cell>& lanes, bool first) {
    size_t n = r.acc.size();
    auto combine = [&](const Cell* x, const Cell* y, Cell* into) {
      Cell in[kMaxBuffers * 2];
      std::copy(x, x + n, in);
      std::copy(y, y + n, in + n);
      eval_(r.combine, in, l_.scalars, 0, acc_);
      std::copy(acc_, acc_ + n, into);
    };
    for (size_t half = size_t(lanes_of(r)) / 2; half; half /= 2)
      for (size_t i = 0; i < half; ++i) combine(&lanes[i * n], &lanes[(i + half) * n], &lanes[i * n]);
    if (!first) {
      std::vector<Cell> total;
      for (int t : r.to) total.push_back(row_[size_t(t)]);
      combine(total.data(), lanes.data(), lanes.data());
    }
    for (size_t j = 0; j < n; ++j) row_[size_t(r.to[j])] = lanes[j];
  }

  const Kernel& k_;
  KernelLaunch l_;
  decltype(&rt::evaluate) eval_;
  std::vector<Cell> row_, out_;
  Cell acc_[kMaxBuffers];
  std::vector<std::vector<uint64_t>> scratch_;
  int64_t row_index_ = 0;
};

}  // namespace

void interpret(const Kernel& k, const KernelLaunch& launch, rt::Executor how) {
  KernelInterpreter(k, launch, how).run();
}

}  // namespace adder::codegen
