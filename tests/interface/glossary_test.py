"""Terms of the field explain themselves under the mouse; all of them stand on one page."""

from lab import LabTest
from PIL import ImageChops


class Terms(LabTest):
    size = "1024x640"

    def tearDown(self):
        self.lab.key("Escape")

    def assertExplained(self, name):
        """Pointing at it shows something that was not there."""
        self.lab.hover("tab/walkthrough")
        before = self.lab.screenshot()
        self.lab.hover(name)
        self.lab.wait_until(lambda: self.lab.state()["hint"] != "", f"{name} is explained")
        self.assertIsNotNone(ImageChops.difference(self.lab.screenshot(), before).getbbox())

    def test_a_term_in_a_text_explains_itself(self):
        self.assertExplained("term/dot_product")
        self.assertTrue(self.lab.state()["hint"].startswith("dot product: "), self.lab.state()["hint"])

    def test_a_label_of_a_control_explains_itself(self):
        self.lab.at_stage("mask")
        self.lab.hover("mask/causal")
        self.lab.wait_until(lambda: self.lab.state()["hint"].startswith("causal mask:"), "causal is explained")

    def test_the_rail_explains_its_stages(self):
        self.lab.click("fold/rail")
        row = self.lab.anchor("stage/softmax")
        self.lab.point(row.x + 60, row.y + row.height // 3)
        self.lab.wait_until(lambda: self.lab.state()["hint"].startswith("softmax:"), "softmax is explained")
        self.lab.click("fold/rail")

    def test_in_the_labs_too(self):
        self.lab.click("tab/labs")
        self.lab.click("lab/1")
        self.lab.wait_until(lambda: self.lab.has("term/variance"), "the lab speaks of variance")
        self.lab.hover("term/variance")
        self.lab.wait_until(lambda: self.lab.state()["hint"].startswith("variance:"), "variance is explained")
        self.lab.click("tab/walkthrough")

    def test_all_terms_stand_on_one_page_and_can_be_searched(self):
        self.lab.key("question")
        self.lab.wait_for(keys_card=True)
        self.lab.click("keys/page/3")
        self.lab.wait_until(lambda: self.lab.has("keys/term/attention"), "the glossary is open")
        self.assertTrue(self.lab.window.contains(self.lab.anchor("keys_card")))
        self.lab.reveal("keys/term/weighted_sum", within="keys/glossary")
        self.lab.click("keys/search")
        self.lab.type("entropy")
        self.lab.wait_until(lambda: not self.lab.has("keys/term/attention"), "other terms are gone")
        self.assertTrue(self.lab.has("keys/term/entropy"))
        self.lab.key("ctrl+a", "BackSpace")
        self.lab.click("keys/page/0")
        self.lab.key("Escape")
        self.lab.wait_for(keys_card=False)
