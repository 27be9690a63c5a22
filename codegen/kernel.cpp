// Printer, verifier, key and reference interpreter of the kernel IR.
#include "codegen/kernel.h"
#include <cstring>
namespace adder::rt {
static const char* const kNames[] = {"b8", "i32", "i64", "f32", "f64", "h16"};
int lanes_of(const Reduction& r) {
  int bytes = 4;
  for (KType t : r.acc) bytes = std::max(bytes, kTypeBytes[t]);
  return kLanes * 4 / bytes;
}

static std::string place_text(Place p) {
  return p.kind == Place::none ? "_" : (p.kind == Place::buffer ? "b" : "r") + std::to_string(p.id);
}
static std::string indented(const std::string& s, const char* by) {
  std::string r;
  bool start = true;
  for (char c : s) {
    if (start) r += by;
    r += c;
    start = c == '\n';
  }
  return r;
}
std::string Kernel::text() const {
  std::string s = "kernel " + name + "(";
  for (size_t i = 0; i < buffers.size(); ++i) {
    auto& b = buffers[i];
    s += (i ? ", b" : "b") + std::to_string(i) + ": " + kNames[b.type] +
         (b.walk == Walk::broadcast ? "[row]" : "[row, i]") +
         (b.scratch   ? " scratch"
          : b.written ? " out"
                      : "");
  }
  s += ")\n";
  for (auto& st : stages) {
    s += st.inner ? "  for i in n:  in" : "  row:  in";
    for (auto p : st.in) s += " " + place_text(p);
    s += "  out";
    for (auto p : st.out) s += " " + place_text(p);
    s += "\n" + indented(st.program.text(), "    ");
    for (auto& r : st.reductions) {
      s += "    reduce";
      for (int f : r.from) s += " out" + std::to_string(f);
      s += " ->";
      for (int t : r.to) s += " r" + std::to_string(t);
      s += " in " + std::to_string(lanes_of(r)) + " lanes, step:\n" + indented(r.step.text(), "      ");
    }
  }
  return s;
}
std::string Kernel::verify() const {
  std::vector<bool> row_set(rows.size()), written(buffers.size());
  for (size_t k = 0; k < stages.size(); ++k) {
    auto& st = stages[k];
    std::string at = "stage " + std::to_string(k) + ": ";
    if (int(st.in.size()) < st.program.n_in) return at + "the program loads more operands than the stage gives";
    if (st.out.size() != st.program.outs.size()) return at + "places and results differ in number";
    for (auto& i : st.program.code)
      if (i.op == kLoad) {
        Place p = st.in[i.index];
        if (p.kind == Place::buffer) {
          if (buffers[p.id].type != i.type) return at + "load of b" + std::to_string(p.id) + " as another type";
          if (buffers[p.id].scratch && !written[p.id]) return at + "scratch is read before it is written";
          if (!st.inner && buffers[p.id].walk == Walk::dense) return at + "a row stage reads one element a row";
        } else if (p.kind != Place::row || rows[p.id] != i.type || !row_set[p.id])
          return at + "row value missing, of another type, or not set yet";
      }
    for (size_t o = 0; o < st.out.size(); ++o) {
      Place p = st.out[o];
      KType t = st.program.code[st.program.outs[o]].result;
      if (p.kind == Place::buffer) {
        if (!buffers[p.id].written || buffers[p.id].type != t) return at + "store to an input, or of another type";
        if (st.inner != (buffers[p.id].walk == Walk::dense))
          return at + "an inner stage stores along i, a row stage one element";
        written[p.id] = true;
      } else if (p.kind == Place::row) {
        if (st.inner || rows[p.id] != t) return at + "only a row stage sets row values, in their type";
        row_set[p.id] = true;
      }
    }
    for (auto& r : st.reductions) {
      if (!st.inner || r.acc.size() != r.to.size() || r.acc.size() != r.init.size())
        return at + "reduction outside an inner stage, or of wrong arity";
      if (r.step.outs.size() != r.acc.size() || r.combine.outs.size() != r.acc.size())
        return at + "step and combine return the accumulators";
      for (size_t j = 0; j < r.acc.size(); ++j) {
        if (rows[r.to[j]] != r.acc[j]) return at + "row value of another type";
        row_set[r.to[j]] = true;
      }
    }
  }
  return "";
}
static void append(std::string& s, const Program& p) {
  for (auto& i : p.code) {
    s.append(reinterpret_cast<const char*>(&i), offsetof(Instr, slot));
    s.append(reinterpret_cast<const char*>(&i.index), sizeof i.index);
    s.append(reinterpret_cast<const char*>(&i.constant), 8);
  }
  for (auto o : p.outs) s.append(reinterpret_cast<const char*>(&o), 2);
  s += '|';
}
std::string Kernel::key() const {
  std::string s;
  s.reserve(1024);
  for (auto& b : buffers) s += char(b.type | int(b.walk) << 3 | b.written << 4 | b.scratch << 5 | 64);
  s += '/';
  for (auto r : rows) s += char('0' + r);
  for (auto& st : stages) {
    s += st.inner ? 'i' : 'r';
    append(s, st.program);
    for (auto p : st.in) {
      s += char(p.kind);
      s += char(p.id);
    }
    for (auto p : st.out) {
      s += char(p.kind);
      s += char(p.id);
    }
    for (auto& r : st.reductions) {
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

namespace {
// One element through op_scheme's tile functions: the oracle for bits.
void evaluate_tiles(const Program& p, const Cell* in, const ScalarArg* scalars, int64_t index, Cell* out) {
  std::vector<uint64_t> reg(p.code.size());
  for (auto& s : p.code) {
    void* d = &reg[s.out];
    bool f = s.type == kF32 || s.type == kF64;
    if (s.op == kLoad)
      write_cell(d, s.type, in[s.index]);
    else if (s.op == kScalar || s.op == kConstant) {
      Cell c{};
      if (s.op == kScalar) {
        if (f)
          c.f = scalars[s.index].f;
        else
          c.i = scalars[s.index].i;
      } else if (f)
        c.f = s.constant;
      else
        c.i = s.constant >= 9.2e18 ? INT64_MAX : s.constant <= -9.2e18 ? INT64_MIN : int64_t(s.constant);
      write_cell(d, s.type, c);
    } else if (s.op == kIndex)
      reg[s.out] = uint64_t(index);
    else {
      auto at = [&](uint16_t u) -> const void* { return u == 0xffff ? nullptr : &reg[u]; };
      tile_table().fn[s.op][s.type](d, at(s.a), at(s.b), at(s.c), 1);
    }
  }
  for (size_t k = 0; k < p.outs.size(); ++k) out[k] = read_cell(&reg[p.outs[k]], p.code[p.outs[k]].result);
}
}  // namespace

void interpret(const Kernel& k, const Launch& launch, Executor how) {
  auto eval = how == Executor::reference ? evaluate : evaluate_tiles;
  Launch l = launch;
  l.scalars[kCountScalar] = {double(l.n), l.n};
  std::vector<std::vector<uint64_t>> scratch(k.buffers.size());
  for (size_t b = 0; b < k.buffers.size(); ++b)
    if (k.buffers[b].scratch) {
      scratch[b].resize(l.n + 1);
      l.data[b] = scratch[b].data();
    }
  std::vector<Cell> row(k.rows.size());
  for (int64_t r = 0, rows = l.rows(); r < rows; ++r) {
    auto at = [&](int b, int64_t i) {
      int64_t offset = k.buffers[b].walk == Walk::dense ? i : 0, rest = r;
      for (int d = l.n_outer; d-- > 0;) {
        offset += rest % l.outer[d] * l.strides[b][d];
        rest /= l.outer[d];
      }
      return static_cast<char*>(l.data[b]) + offset * kTypeBytes[k.buffers[b].type];
    };
    for (auto& st : k.stages) {
      std::vector<std::vector<Cell>> lanes;
      for (auto& rd : st.reductions) {
        lanes.emplace_back();
        for (int i = 0; i < lanes_of(rd); ++i) lanes.back().insert(lanes.back().end(), rd.init.begin(), rd.init.end());
      }
      Cell in[kMaxOperands], out[kMaxOperands], x[kMaxOperands];
      for (int64_t i = 0; i < (st.inner ? l.n : 1); ++i) {
        for (size_t o = 0; o < st.in.size(); ++o)
          in[o] = st.in[o].kind == Place::row ? row[st.in[o].id]
                                              : read_cell(at(st.in[o].id, i), k.buffers[st.in[o].id].type);
        eval(st.program, in, l.scalars, i, out);
        for (size_t q = 0; q < st.reductions.size(); ++q) {
          auto& rd = st.reductions[q];
          size_t n = rd.acc.size();
          Cell* acc = &lanes[q][i % lanes_of(rd) * n];
          std::copy(acc, acc + n, x);
          for (size_t j = 0; j < rd.from.size(); ++j) x[n + j] = out[rd.from[j]];
          Cell y[kMaxOperands];
          eval(rd.step, x, l.scalars, i, y);
          std::copy(y, y + n, acc);
        }
        for (size_t o = 0; o < st.out.size(); ++o)
          if (st.out[o].kind == Place::buffer)
            write_cell(at(st.out[o].id, i), k.buffers[st.out[o].id].type, out[o]);
          else if (st.out[o].kind == Place::row)
            row[st.out[o].id] = out[o];
      }
      for (size_t q = 0; q < st.reductions.size(); ++q) {
        auto& rd = st.reductions[q];
        size_t n = rd.acc.size();
        for (int half = lanes_of(rd) / 2; half; half /= 2)
          for (int i = 0; i < half; ++i) {
            std::copy(&lanes[q][i * n], &lanes[q][i * n] + n, x);
            std::copy(&lanes[q][(i + half) * n], &lanes[q][(i + half) * n] + n, x + n);
            eval(rd.combine, x, l.scalars, 0, &lanes[q][i * n]);
          }
        for (size_t j = 0; j < n; ++j) row[rd.to[j]] = lanes[q][j];
      }
    }
  }
}
}  // namespace adder::rt
