// Number text, format specs and Unicode tables against results of CPython 3.11.
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <random>

#include "interp/text/float_text.h"
#include "interp/text/format_spec.h"
#include "interp/text/int_text.h"
#include "interp/text/unicode.h"
#include "interp/text/utf8.h"
#include "runtime/base/decimal.h"

namespace adder::text {
namespace {

struct Row {
  char kind;  // F float, I int, C complex: format(value, spec); D: round(value, spec); H: float.hex; R: repr
  const char* value;
  const char* spec;
  const char* expected;
};
// A sample of 240,000 random cases that were compared with CPython 3.11.
constexpr Row kRows[] = {
    {'F', "-0x1.efcb5c97ad568p+9", "x= z,.1G", "-1E+03"},
    {'F', "0x1.cb4645c43933ap+9", "é^-0,.17g", "918.54900410454798"},
    {'F', "-0x1.7cfa3be7440d9p-63", ">-3.10g", "-1.613502374e-19"},
    {'F', "-0x1.ecb0997fe606cp+483", "+0,.17s", "!ValueError Cannot specify ',' with 's'."},
    {'F', "-0x1.a7a1855553990p-86", "> .3E", "-2.139E-26"},
    {'F', "0x1.d5654ed5e5f84p+406", "<z#,.17E", "3.03024269343355469E+122"},
    {'F', "-0x1.9ba65de115e8ep+8", ">+3,.3g", "-412"},
    {'F', "-0x1.35a69ab5e6771p-224", "x=-z3_.3E", "-4.487E-68"},
    {'F', "-inf", "x=+12e", "-xxxxxxxxinf"},
    {'F', "0x1.5c4c93ed7aee8p+8", " 03.1G", " 3E+02"},
    {'F', "-inf", "^12.3d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "0x1.d3169df047099p+19", "<012G", "956597000000"},
    {'F', "0x1.d1ea887b4326fp-51", "> #20.0d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "-0x1.91ddeccf6c6c6p+8", "-#,.3e", "-4.019e+02"},
    {'F', "-0x1.23b951022a6f0p-37", "z#.3G", "-8.29E-12"},
    {'F', "0x1.00a803840e9a0p-597", "x=z#3.17d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "0x1.84a2822349e00p-20", "x= ,.17%", " 0.00014477774435503%"},
    {'F', "0x1.dabe92a5ad0e9p+889", "x=+12.0%",
     "+7653957626289525898536999485848116249448028245978244852740462798705145093794092471019231498202070401695228302691"
     "13869893505273068896108202267540872056832925713958618741624609274207516099769568956967735582587748172692436208768"
     "735131829213955669111473951780810842347405312%"},
    {'F', "0x1.fe728524103fcp-847", ">012.3f", "00000000.000"},
    {'F', "-0x1.6435f20638758p+8", "<+#20,.3", "-3.56e+02           "},
    {'F', "0x0.0p+0", "<+#,.1n", "!ValueError Cannot specify ',' with 'n'."},
    {'F', "0x1.46c2eb6fdc044p+9", "-0.1d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "-0x1.d303a38ae4eb5p+767", "z20_e", "      -1.416109e+231"},
    {'F', "-0x1.b9a614ee3bab6p+538", ">#.0d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "0x1.d6f3454000000p+26", "+20.10f", "+123456789.0000000000"},
    {'F', "0x1.f6e97d4ed6e50p+8", "é^+20_.3F", "éééééé+502.912éééééé"},
    {'F', "-0x1.14ef000000000p+16", " z3.17E", "-7.08950000000000000E+04"},
    {'F', "-0x1.77929fb9c31f0p+7", "^ 20.10G", "    -187.7863749    "},
    {'F', "-0x1.11b673429ea0cp+23", ">+#.1d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'F', "-0x1.3fbd75b7cc9dcp+9", "*<-#3.1e", "-6.4e+02"},
    {'F', "0x1.c9707ce1a1098p+61", "^ 12.1E", "   4.1E+18  "},
    {'F', "0x1.89bc8995223e2p+9", ">#20,e", "        7.874729e+02"},
    {'F', "-0x1.c4dcc0681c348p+6", "#020.1E", "-0000000000001.1E+02"},
    {'F', "-0x1.5e0f000000000p+16", "^ 20.0", "       -9e+04       "},
    {'F', "-0x1.e1712c2347b4dp+9", "^ .3F", "-962.884"},
    {'F', "-0x1.73ffdebb08d97p+9", "= 12_.0e", "-      7e+02"},
    {'F', "-0x1.e0be1f5681cb6p-566", "<-20.1G", "-8E-171             "},
    {'F', "-0x1.c7906f4f0092ep+8", "<#.3%", "-45556.420%"},
    {'F', "-0x1.b5d80edba1f80p+7", "<#012.17f", "-218.92198835708768456"},
    {'F', "0x1.78362b5aee2d0p+7", "=-03.3d", "!ValueError Unknown format code 'd' for object of type 'float'"},
    {'D', "-0x1.20a8b3e5665f1p+265", "18", "-6.684885621558698e+79"},
    {'D', "-0x1.020ddeb7b85f8p+9", "-17", "-0.0"},
    {'D', "-0x1.ebab795e621bfp+583", "11", "-6.0802447071629134e+175"},
    {'D', "-0x1.2f918ddd4a03ep-555", "20", "-0.0"},
    {'D', "-0x1.34b5ffac363fcp-248", "-17", "-0.0"},
    {'D', "0x1.56d1c00000000p+19", "-13", "0.0"},
    {'D', "0x1.d1c8b2395bdc5p+812", "12", "4.9693667697900047e+244"},
    {'D', "0x1.9b4fa90be7cd0p-16", "18", "2.4516056370436e-05"},
    {'D', "0x0.0p+0", "-5", "0.0"},
    {'D', "-0x1.a139ea11b054dp-69", "20", "-0.0"},
    {'D', "-0x1.da2ee17ed61dep-70", "-20", "-0.0"},
    {'D', "0x1.abf5140956133p+721", "-12", "1.8441123861229093e+217"},
    {'D', "0x1.c9707ce1a1098p+61", "9", "4.1202478726544876e+18"},
    {'D', "-0x1.c88a2d972d490p+5", "10", "-57.0674697695"},
    {'D', "0x1.723ce2b7fc91ap+159", "-9", "1.0568421899503739e+48"},
    {'D', "-0x1.6cee1e6cad4d8p+450", "-8", "-4.1444588429479057e+135"},
    {'D', "0x1.ccd893a71f29ap+9", "9", "921.692006006"},
    {'D', "-0x1.f522418b69cb0p+304", "-11", "-6.380172533043402e+91"},
    {'D', "-0x1.2a74e87bc5445p-240", "-15", "-0.0"},
    {'D', "0x1.611bef7726c90p+9", "11", "706.21824540514"},
    {'I', "734098400705", "= #20,.3n", "!ValueError Cannot specify ',' with 'n'."},
    {'I', "-1", "^-#12d", "     -1     "},
    {'I', "586512", "<#o", "0o2171420"},
    {'I', "-363773", "=-12_b", "-101_1000_1100_1111_1101"},
    {'I', "835460616452", "*<3,d", "835,460,616,452"},
    {'I', "920631", "12,o", "!ValueError Cannot specify ',' with 'o'."},
    {'I', "1", "^,.3o", "!ValueError Cannot specify ',' with 'o'."},
    {'I', "-635627489221", "3X", "-93FE59C7C5"},
    {'I', "-1", ">z20_b", "!ValueError Negative zero coercion (z) not allowed in integer format specifier"},
    {'I', "263680", "= z0", "!ValueError Negative zero coercion (z) not allowed in integer format specifier"},
    {'I', "1", "=+z3,s", "!ValueError Cannot specify ',' with 's'."},
    {'I', "565709", "=12d", "      565709"},
    {'I', "1", "z12,", "!ValueError Negative zero coercion (z) not allowed in integer format specifier"},
    {'I', "0", "=+z#3,x", "!ValueError Cannot specify ',' with 'x'."},
    {'I', "1", "x=03d", "xx1"},
    {'I', "-1", "*<z012.3", "!ValueError Precision not allowed in integer format specifier"},
    {'I', "-796286", ">+020s", "!ValueError Unknown format code 's' for object of type 'int'"},
    {'I', "538409920384", ">+#3", "+538409920384"},
    {'I', "351683", "é^ #0o", " 0o1256703"},
    {'I', "-861177", "^0,X", "!ValueError Cannot specify ',' with 'X'."},
    {'I', "519645", "é^+z12,b", "!ValueError Cannot specify ',' with 'b'."},
    {'I', "223104", "*<.3n", "!ValueError Precision not allowed in integer format specifier"},
    {'I', "0", "z3,X", "!ValueError Cannot specify ',' with 'X'."},
    {'I', "483336", "x=#20,.3", "!ValueError Precision not allowed in integer format specifier"},
    {'I', "0", "=12_b", "           0"},
    {'I', "0", "#12,d", "           0"},
    {'I', "993279", "x=,", "993,279"},
    {'I', "-1", " zd", "!ValueError Negative zero coercion (z) not allowed in integer format specifier"},
    {'I', "614562546486", "12b", "1000111100010110110010000100001100110110"},
    {'I', "-1", "+.3s", "!ValueError Unknown format code 's' for object of type 'int'"},
    {'I', "-193097", "> 12_.3s", "!ValueError Cannot specify '_' with 's'."},
    {'I', "-1", "=012s", "!ValueError Unknown format code 's' for object of type 'int'"},
    {'I', "1", "^-012_n", "!ValueError Cannot specify '_' with 'n'."},
    {'I', "-1", "z#12.3o", "!ValueError Precision not allowed in integer format specifier"},
    {'I', "-1", "*<,b", "!ValueError Cannot specify ',' with 'b'."},
    {'I', "-306099065244", "<+zb", "!ValueError Negative zero coercion (z) not allowed in integer format specifier"},
    {'I', "0", "*< d", " 0"},
    {'I', "-1", "=-020,.3x", "!ValueError Cannot specify ',' with 'x'."},
    {'I', "-198459666514", "^-#0_X", "-0X2E_351E_3052"},
    {'I', "324620", "x= #_n", "!ValueError Cannot specify '_' with 'n'."},
    {'C', "0x1.e7366ac369f18p+9,-0x1.dbb252a8ae810p+65", "<+3.10", "(+974.4251332-6.85551012e+19j)"},
    {'C', "0x1.dc91464fcaadcp+8,-0x1.09aa6cf15b835p-20", "<30.3g", "477-9.9e-07j                  "},
    {'C', "0x1.c987de49bd18dp-21,0x1.eea8bba62c783p-63", "< #3_.17g",
     " 8.5221740528259147e-07+2.0949628331162031e-19j"},
    {'C', "-0x1.c58d000000000p+17,0x1.b3483fe4a7c5ap-26", "*<-30,", "(-232,218+2.5336760150538315e-08j)"},
    {'C', "0x1.5b14bb8ba7ea0p-57,-0x1.93a774ba15629p-82", ">#.3e", "9.408e-18-3.261e-25j"},
    {'C', "0x1.2ea7049970e5cp+8,0x1.103d05b5b08c6p-269", "*<-30_.1g", "3e+02+1e-81j******************"},
    {'C', "-0x1.abe37ef7c2f82p+9,-0x1.da8e365b89836p-590", ">-_", "(-855.7773122503279-4.5745630693813595e-178j)"},
    {'C', "-0x1.8a57624ca2a82p+9,-0x1.789671f8016f1p-867", "^3_", "(-788.6826873583052-1.4949266979973535e-261j)"},
    {'C', "-0x1.4cbde9c75744fp+62,-0x1.b496000000000p+17", ">.17", "(-5.994144258390572e+18-223532j)"},
    {'C', "-0x1.9d10f6235412bp+865,-0x1.b09def469a042p-18", "< .17f",
     "-3969410389233223379949911576094519106798607506993178363611366997451975318679079345267188927958604124871935612245"
     "05515252775565842975355557106641921204386686660071561054395360837557646187651674603549028748264755861175657286076"
     "857899589711558582878211073518862336.00000000000000000-0.00000644649464352j"},
    {'C', "-0x1.f11234027599fp+196,-0x1.6c1c400000000p+18", "_f",
     "-195_010_368_920_851_305_462_769_115_140_796_695_982_301_884_978_860_648_300_544.000000-372_849.000000j"},
    {'C', "-0x1.0596b0278f979p-574,-0x1.e11a99c13bc0ap+8", "^ #", "(-1.6525757640820613e-173-481.1039086123352j)"},
    {'C', "0x1.18b14c5200898p+9,-0x1.9d275e9cba1b9p+9", "-3e", "5.613851e+02-8.263076e+02j"},
    {'C', "-0x1.94d21c73ef4c8p+1,-0x1.7f6174e517e23p+644", "*<+30.17e",
     "-3.16266208325268749e+00-1.09321976982738334e+194j"},
    {'C', "-0x1.7a17bd3b9030fp+44,-0x1.fccd0cdf0390ap+845", "-.1f",
     "-25982334646531.1-"
     "46628807399971366633394052778874949812831277555772218614993033460844504196875872949964873752548762838944130627785"
     "10764992930416787225290564201207256376863370282465655559985254859901366338053121050333996433662263273448026036989"
     "44481006006862879903616860160.0j"},
    {'H', "7.485425739325956e+275", "", "0x1.59ec7e2b9d016p+916"},
    {'H', "1e+22", "", "0x1.0f0cf064dd592p+73"},
    {'H', "-98894716.56183085", "", "-0x1.7940df23f5096p+26"},
    {'H', "1.0648455123996245e+87", "", "0x1.121153791c0a7p+289"},
    {'H', "8605165499.213552", "", "0x1.007433dd9b55bp+33"},
    {'H', "4.946358206546444", "", "0x1.3c912202dac3ap+2"},
    {'R', "0x1.83b1800000000p+19", "", "793996.0"},
    {'R', "-0x1.a210514c33f64p+403", "", "-3.37357825921538e+121"},
    {'R', "-0x1.42d1a01428f79p-485", "", "-1.2623245314547512e-146"},
    {'R', "-0x1.a57221bed936ep+449", "", "-2.393149590299886e+135"},
    {'R', "-0x1.780fe00000000p+19", "", "-770175.0"},
    {'R', "0x1.65d0926b7e978p+8", "", "357.81473419037457"},
    {'R', "0x1.817bb2fd744dep+9", "", "770.9663998430149"},
    {'R', "-0x1.7c8a25e07cccdp+16", "", "-97418.14795665741"},
};

std::string error_text(const TextError& e) {
  switch (e.type) {
    case TextError::Type::kValueError: return "!ValueError " + e.message;
    case TextError::Type::kTypeError: return "!TypeError " + e.message;
    case TextError::Type::kOverflowError: return "!OverflowError " + e.message;
    default: return "no error";
  }
}

double hex(std::string_view s) {
  double v = 0;
  EXPECT_EQ(parse_hex_float(s, &v), HexError::kNone) << s;
  return v;
}

std::string digits_of(unsigned long v, int base) {
  std::string d;
  do {
    d.insert(d.begin(), "0123456789abcdef"[v % unsigned(base)]);
    v /= unsigned(base);
  } while (v);
  return d;
}

std::string evaluate(const Row& row) {
  std::string out;
  std::string value = row.value;
  TextError error;
  FormatSpec spec;
  bool ok = true;
  switch (row.kind) {
    case 'F':
      if (!*row.spec) return float_repr(hex(value));
      ok = parse_format_spec(row.spec, "float", '>', 0, &spec, &error) &&
           format_float(hex(value), spec, "float", &out, &error);
      break;
    case 'R': return float_repr(hex(value));
    case 'H': {
      double v = 0;
      EXPECT_TRUE(parse_float(value, &v));
      return float_hex(v);
    }
    case 'D': {
      double v = hex(value);
      double r = v;
      if (v - v == 0 && !round_to_digits(v, std::stol(row.spec), &r)) return "overflow";
      return float_repr(r);
    }
    case 'C': {
      size_t comma = value.find(',');
      double re = hex(value.substr(0, comma));
      double im = hex(value.substr(comma + 1));
      if (!*row.spec) return complex_repr(re, im);
      ok = parse_format_spec(row.spec, "complex", '>', 0, &spec, &error) &&
           format_complex(re, im, spec, "complex", &out, &error);
      break;
    }
    default: {
      long v = std::stol(value);
      ok = parse_format_spec(row.spec, "int", '>', 'd', &spec, &error);
      if (!ok) break;
      int base = integer_base(spec, "int", &error);
      ok = base > 0 &&
           format_integer(digits_of(v < 0 ? -(unsigned long)v : (unsigned long)v, base), v < 0, spec, &out, &error);
    }
  }
  return ok ? out : error_text(error);
}

TEST(FormatSpec, AgreesWithCPython) {
  for (const Row& row : kRows)
    EXPECT_EQ(evaluate(row), row.expected) << row.kind << ' ' << row.value << ' ' << row.spec;
}

TEST(FormatSpec, Text) {
  auto format = [](std::string_view s, std::string_view spec_text) {
    FormatSpec spec;
    TextError error;
    std::string out;
    bool ok = parse_format_spec(spec_text, "str", '<', 's', &spec, &error) && format_text(s, spec, &out, &error);
    return ok ? out : error_text(error);
  };
  EXPECT_EQ(format("a", "010"), "a000000000");
  EXPECT_EQ(format("h\u00e9llo", "\u20ac^9.3"), "\u20ac\u20ac\u20ach\u00e9l\u20ac\u20ac\u20ac");
  EXPECT_EQ(format("a", "=5"), "!ValueError '=' alignment not allowed in string format specifier");
  EXPECT_EQ(format("a", ","), "!ValueError Cannot specify ',' with 's'.");
  EXPECT_EQ(format("a", "xx"), "!ValueError Invalid format specifier 'xx' for object of type 'str'");
  EXPECT_EQ(format("a", "99999999999999999999"), "!ValueError Too many decimal digits in format string");
}

TEST(Percent, Directives) {
  auto number = [](std::string_view directive, double v) {
    PercentDirective d;
    TextError error;
    size_t at = 1;
    if (!parse_percent(directive, &at, &d, &error)) return error_text(error);
    std::string out;
    if (d.code == 'f' || d.code == 'g' || d.code == 'e')
      percent_float(d, v, &out);
    else
      percent_integer(d, v < 0,
                      digits_of((unsigned long)(v < 0 ? -v : v), d.code == 'd'   ? 10
                                                                 : d.code == 'o' ? 8
                                                                                 : 16),
                      &out);
    return out;
  };
  EXPECT_EQ(number("%#o", 8), "0o10");
  EXPECT_EQ(number("%#X", 255), "0XFF");
  EXPECT_EQ(number("%+d", 3), "+3");
  EXPECT_EQ(number("%05d", -3), "-0003");
  EXPECT_EQ(number("%5.3d", 6), "  006");
  EXPECT_EQ(number("%05.1f", 2.25), "002.2");
  EXPECT_EQ(number("%#.0f", 3), "3.");
  EXPECT_EQ(number("%", 3), "!ValueError incomplete format");
  EXPECT_EQ(number("%(a", 3), "!ValueError incomplete format key");
}

TEST(IntText, Bases) {
  IntText t;
  EXPECT_TRUE(parse_int("-0x_ff", 0, &t));
  EXPECT_EQ(t.digits, "ff");
  EXPECT_EQ(t.base, 16);
  EXPECT_TRUE(t.negative);
  EXPECT_TRUE(parse_int("1_000", 10, &t));
  EXPECT_EQ(t.digits, "1000");
  EXPECT_TRUE(parse_int("00", 0, &t));
  EXPECT_TRUE(parse_int("z", 36, &t));
  for (const char* bad : {"", "_1", "1_", "1__0", "0x", "-"}) EXPECT_FALSE(parse_int(bad, 10, &t)) << bad;
  EXPECT_FALSE(parse_int("01", 0, &t));
  EXPECT_FALSE(parse_int("12", 2, &t));
}

TEST(FloatText, Parse) {
  double v = 0;
  EXPECT_TRUE(parse_float("1_0.5e-3", &v));
  EXPECT_EQ(v, 1.05e-2);
  EXPECT_TRUE(parse_float("-Infinity", &v));
  EXPECT_TRUE(parse_float("1e999", &v));
  EXPECT_TRUE(std::isinf(v));
  EXPECT_TRUE(parse_float(".5", &v));
  for (const char* bad : {"", ".", "1_", "_1", "0x10", "1e", "1 ", "infin", "--1"})
    EXPECT_FALSE(parse_float(bad, &v)) << bad;
  double w = 0;
  EXPECT_EQ(parse_complex("1-2e3j", &v, &w), ComplexError::kNone);
  EXPECT_EQ(w, -2000);
  EXPECT_EQ(parse_complex("(-j)", &v, &w), ComplexError::kNone);
  EXPECT_EQ(w, -1);
  EXPECT_EQ(parse_complex("1+", &v, &w), ComplexError::kMalformed);
  EXPECT_EQ(parse_complex("_1", &v, &w), ComplexError::kUnderscore);
}

uint64_t fnv(std::string_view s) {
  uint64_t h = 0xcbf29ce484222325;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

// Hashes over all code points, computed with CPython 3.11's str methods and unicodedata.
TEST(Decimal, AgreesWithTheCppLibrary) {
  std::mt19937_64 random(1);
  char buffer[400];
  auto check = [&](double v) {
    if (!(v > 0 && std::isfinite(v))) return;
    std::string expected(buffer, std::to_chars(buffer, std::end(buffer), v, std::chars_format::scientific).ptr);
    auto [digits, exponent] = shortest_decimal(v);
    std::string s = std::to_string(digits);
    int e = exponent + int(s.size()) - 1;
    if (s.size() > 1) s.insert(1, ".");
    s += (e < 0 ? "e-" : "e+") + std::string(std::abs(e) < 10, '0') + std::to_string(std::abs(e));
    ASSERT_EQ(s, expected);
    int power = int(random() % 28);
    uint64_t scaled;
    if (!scaled_decimal(v, power, &scaled)) return;
    s.assign(buffer, std::to_chars(buffer, std::end(buffer), v, std::chars_format::fixed, power).ptr);
    std::erase(s, '.');
    ASSERT_EQ(std::to_string(scaled), s.erase(0, std::min(s.find_first_not_of('0'), s.size() - 1)))
        << v << " " << power;
  };
  for (uint64_t e = 0; e < 2047; ++e)
    for (uint64_t d = 0; d < 16; ++d) check(std::bit_cast<double>((e << 52) + d - 8));
  for (int i = 0; i < 20000; ++i) {
    check(std::bit_cast<double>(random() >> 1));
    check(double(random() >> random() % 64) / double(uint64_t(1) << random() % 64));
    check(double(random() % 1000000) / 1000);
  }
  uint64_t n;
  EXPECT_TRUE(scaled_decimal(12345, -1, &n) && n == 1234);  // half to even
  EXPECT_TRUE(scaled_decimal(12355, -1, &n) && n == 1236);
  EXPECT_TRUE(scaled_decimal(0.15e20, -19, &n) && n == 2);
  EXPECT_FALSE(scaled_decimal(1e20, 0, &n));
}

TEST(Unicode, Properties) {
  std::string flags;
  for (char32_t c = 0; c < 0x110000; ++c) {
    std::string alone;
    append(&alone, c);
    for (bool b : {is_alpha(c), is_decimal(c), is_digit(c), is_numeric(c), is_space(c), is_printable(c), is_lower(c),
                   is_upper(c), is_alnum(c), is_identifier(alone), is_identifier("a" + alone)})
      flags += b ? '1' : '0';
  }
  EXPECT_EQ(fnv(flags), 6655423771335344611u);
}

TEST(Unicode, Mappings) {
  struct Mapping {
    const char* name;
    std::string (*map)(std::string_view);
    uint64_t alone, inside;
  };
  const Mapping mappings[] = {
      {"lower", to_lower, 14058496609990457630u, 209084354535788407u},
      {"upper", to_upper, 17412622792141215792u, 17931583888159272398u},
      {"title", to_title, 6148461042662686517u, 2875713593819188983u},
      {"swap", swap_case, 4713748232382420245u, 6076152424100661484u},
      {"fold", casefold, 6905884276881591660u, 308778982582448114u},
      {"cap", capitalize, 6148461042662686517u, 16876762228820718455u},
      {"repr", [](std::string_view s) { return quote(s); }, 14081072304136423915u, 14668756840556702718u},
      {"ascii", [](std::string_view s) { return quote(s, true); }, 8216864062443416715u, 5274951914932484345u},
      {"nfc", [](std::string_view s) { return normalize(s, Form::kNFC); }, 2593021661380619961u, 9546236771206027098u},
      {"nfd", [](std::string_view s) { return normalize(s, Form::kNFD); }, 8238723398584067993u, 15175991163965474225u},
      {"nfkc", [](std::string_view s) { return normalize(s, Form::kNFKC); }, 6009202751240297053u,
       8899470935927633198u},
      {"nfkd", [](std::string_view s) { return normalize(s, Form::kNFKD); }, 3873099110597088706u,
       7841230831633211590u},
  };
  for (const Mapping& m : mappings) {
    std::string alone;
    std::string inside;
    unsigned seen = 0;
    for (char32_t c = 0; c < 0x110000; ++c) {
      if (c >= 0xD800 && c < 0xE000) continue;
      std::string s;
      append(&s, c);
      alone += m.map(s);
      if (seen++ < 0x3000) inside += m.map("x" + s + "y");
    }
    EXPECT_EQ(fnv(alone), m.alone) << m.name;
    EXPECT_EQ(fnv(inside), m.inside) << m.name;
  }
}

TEST(Unicode, FinalSigma) {
  EXPECT_EQ(to_lower("\u039f\u03a3"), "\u03bf\u03c2");
  EXPECT_EQ(to_lower("\u03a3"), "\u03c3");
  EXPECT_EQ(to_lower("A\u03a3'B"), "a\u03c3'b");
}

}  // namespace
}  // namespace adder::text
