# unittest: fixtures, outcomes, the text of a run, the messages of all assertions.
import unittest, io
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): print("class up")
    @classmethod
    def tearDownClass(cls): print("class down")
    def setUp(self): self.x=1; self.addCleanup(print,"cleanup")
    def test_ok(self): self.assertEqual(1,1)
    def test_fail(self):
        "doc line"
        self.assertEqual([1,2,3],[1,2,4])
    def test_err(self):
        raise ValueError("x")
    @unittest.skip("no")
    def test_skip(self): pass
    @unittest.expectedFailure
    def test_xf(self): self.fail("exp")
    @unittest.expectedFailure
    def test_us(self): pass
    def test_sub(self):
        for i in range(3):
            with self.subTest(i=i):
                self.assertNotEqual(i, 1)
    def test_skip2(self): self.skipTest("later")
    def test_raises(self):
        with self.assertRaises(ZeroDivisionError) as cm: 1/0
        print(cm.exception); self.assertRaisesRegex(ValueError,"in.*lit",int,"x")
        with self.assertWarns(DeprecationWarning):
            import warnings; warnings.warn("w",DeprecationWarning)
        with self.assertLogs("a",level="INFO") as l:
            import logging; logging.getLogger("a").info("hello")
        print(l.output)
s=io.StringIO()
r=unittest.TextTestRunner(stream=s,verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(A))
import re
print(re.sub(r'File ".*/', 'File "', re.sub(r"in \d+\.\d+s", "in Xs", s.getvalue()))); print(r, r.wasSuccessful(), r.testsRun)
def m(f,*a,**k):
    t=A()
    try: getattr(t,f)(*a,**k); print(f,"passed")
    except BaseException as e: print(f,type(e).__name__,e)
m("assertEqual",1,2); m("assertEqual","abc\ndef","abc\ndeg"); m("assertEqual",{"a":1},{"a":2}); m("assertEqual",(1,),(2,)); m("assertEqual",{1,2},{2,3}); m("assertEqual","a"*100,"b"*100)
m("assertTrue",0,"msg"); m("assertFalse",1); m("assertIs",1,2); m("assertIsNot",None,None); m("assertIsNone",1); m("assertIsNotNone",None); m("assertIn",1,[2]); m("assertNotIn",1,[1]); m("assertIsInstance",1,str); m("assertNotIsInstance",1,int)
m("assertAlmostEqual",1,1.1); m("assertAlmostEqual",1,1.00000001); m("assertAlmostEqual",1,2,delta=.5); m("assertNotAlmostEqual",1,1); m("assertGreater",1,2); m("assertLess",2,1); m("assertGreaterEqual",1,2); m("assertLessEqual",2,1); m("assertRegex","a","b"); m("assertNotRegex","a","a"); m("assertCountEqual",[1,2],[2,3]); m("assertRaises",ValueError,int,"1"); m("assertRaises",5); m("assertSequenceEqual",[1,2],(1,3)); m("assertListEqual",[1],(1,)); m("assertRaisesRegex",ValueError,"zz",int,"x"); m("assertWarns",UserWarning,lambda:1); m("assertDictEqual",1,{}); m("assertMultiLineEqual","a\n","b\n"); m("assertEqual",list(range(100)),list(range(99)))
