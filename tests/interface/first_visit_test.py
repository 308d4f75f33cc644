"""Somebody's first ten minutes, as they make them: from Start through the first lesson to "make it so"."""

import unittest

from lab import Lab


class FirstVisit(unittest.TestCase):
    def lesson(self):
        return self.lab.state()["lesson"]

    def wait(self, **wanted):
        self.lab.wait_until(lambda: all(self.lesson().get(name) == value for name, value in wanted.items()), f"the lesson is {wanted}")
        self.lab.settle()

    def go_on(self, step):
        """The question is answered; the next one is asked."""
        self.wait(right=True, left_path=False)
        self.lab.click("lesson/next")
        self.wait(step=step)

    def test_from_start_to_make_it_so(self):
        lab = self.lab = Lab(start=True, size="1600x900")
        self.addCleanup(lab.close)
        lab.click("start/walk")  # "Begin"
        self.wait(step=1, asking=True)
        lab.click("token/4")  # the cake
        self.wait(attempts=1, right=False)
        lab.click("token/0")  # the lesson has a word for it, and no number that nobody has seen
        self.wait(attempts=2, right=False, slip="")
        lab.click("token/1")  # the dog
        self.go_on(2)
        lab.click("token/8")  # "hungry", which "it" reads first
        self.go_on(3)
        lab.click("token/4")  # tasty: the cake
        self.go_on(4)
        lab.wait_for(view="story")
        self.assertEqual(lab.view()["answers"][0]["now"][0]["word"], "dog")
        lab.click("story/arc/0/0/8")  # cut
        self.go_on(5)
        arrow, dog = lab.anchor("stage/arrow"), lab.anchor("source/0")
        lab.mash("mousemove", *arrow.centre, "mousedown", 1)
        lab.mash("mousemove", dog.x, dog.bottom + 20)
        lab.mash("mouseup", 1)
        self.go_on(6)
        self.assertFalse(lab.has("stage/arrow"), "while its numbers are asked about, the arrow stays")
        lab.click("lesson/choice/1")
        self.wait(right=True)
        self.assertTrue(lab.has("stage/arrow"))
        self.go_on(7)
        lab.click("lesson/choice/0")
        self.go_on(8)
        lab.write_sentence("The cup did not fit in the bag because it was")
        self.wait(right=False)
        lab.type(" small")
        self.wait(right=True)
        lab.click("lesson/next")
        self.wait(ended=True)
        lab.wait_for(finished=["1-what-is-it"])
        lab.click("lesson/close")
        lab.wait_until(lambda: "lesson" not in lab.state(), "the lesson is left")
        self.assertEqual(lab.state()["text"], "The cat sat on the mat because it was tired", "the desk is as it was")
        self.assertEqual(lab.state()["view"], "start", "who has been nowhere else is back at the beginning")


if __name__ == "__main__":
    unittest.main()
