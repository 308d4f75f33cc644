"""The labs: masks, scales, score functions and the order of the words."""

from lab import LabTest
from PIL import ImageChops, ImageStat


class Labs(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/labs")
        self.lab.wait_for(view="labs")

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def open(self, page, shows):
        self.lab.click(f"lab/{page}")
        self.lab.wait_until(lambda: self.lab.has(shows), f"{shows} is on the screen")
        self.lab.settle()

    def picture(self, name):
        place = self.lab.anchor(name)
        return self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))

    def assertDiffers(self, one, other):
        self.assertIsNotNone(ImageChops.difference(one, other).getbbox())

    def assertSame(self, one, other):
        self.assertIsNone(ImageChops.difference(one, other).getbbox())


class Mask(Labs):
    def setUp(self):
        super().setUp()
        self.open(0, "mask_lab/canvas")
        self.lab.click("mask_lab/none")
        self.lab.settle()

    def test_the_causal_mask_forbids_what_comes_later_and_can_be_undone(self):
        self.lab.wait_for(forbidden=0)
        self.lab.click("mask_lab/causal")
        self.lab.wait_for(forbidden=45)  # 10 · 9 / 2
        self.lab.key("ctrl+z")
        self.lab.wait_for(forbidden=0)

    def test_window_and_padding(self):
        self.lab.click("mask_lab/padding/more")
        self.lab.wait_for(forbidden=10)
        self.lab.click("mask_lab/none")
        self.lab.wait_for(forbidden=0)
        self.lab.click("mask_lab/before/more")
        self.lab.wait_for(forbidden=36)  # 8 + 7 + … + 1
        self.lab.click("mask_lab/after/more")
        self.lab.wait_for(forbidden=100 - 28)

    def test_a_mask_is_drawn_with_the_mouse_and_a_stroke_is_one_step(self):
        before = self.picture("mask_lab/after")
        start, end = self.lab.anchor("mask_lab/cell/2/3"), self.lab.anchor("mask_lab/cell/2/7")
        self.lab.drag("mask_lab/cell/2/3", end.centre[0] - start.centre[0], 0)
        self.lab.wait_for(forbidden=5)
        self.assertDiffers(self.picture("mask_lab/after"), before)
        self.lab.click("mask_lab/cell/2/5")  # allowed again
        self.lab.wait_for(forbidden=4)
        self.lab.key("ctrl+z", "ctrl+z")
        self.lab.wait_for(forbidden=0)

    def test_a_drawing_starts_from_the_mask_that_is_there(self):
        self.lab.click("mask_lab/causal")
        self.lab.wait_for(forbidden=45)
        self.lab.click("mask_lab/cell/0/9")
        self.lab.wait_for(forbidden=44)

    def test_clearing_the_drawing_leaves_the_mask_beneath_it(self):
        self.lab.click("mask_lab/causal")
        self.lab.wait_for(forbidden=45)
        self.lab.click("mask_lab/cell/5/2")
        self.lab.wait_for(forbidden=46)
        self.lab.click("mask_lab/clear")
        self.lab.wait_for(forbidden=45)
        self.lab.click("mask_lab/cell/0/9")  # which the causal mask forbids
        self.lab.wait_for(forbidden=44)
        self.lab.click("mask_lab/clear")
        self.lab.wait_for(forbidden=45)

    def test_a_finite_number_stops_hiding_when_the_scores_come_down_to_it(self):
        self.lab.click("mask_lab/causal")
        self.lab.wait_for(forbidden=45)
        hides = self.picture("mask_lab/hidden")
        self.lab.click("mask_lab/shift/2")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("mask_lab/hidden"), hides)
        self.lab.click("mask_lab/shift/0")
        self.lab.hover("tab/walkthrough")
        self.assertSame(self.picture("mask_lab/hidden"), hides)

    def test_a_fully_forbidden_row_is_shown(self):
        some = self.picture("mask_lab/hidden")
        self.lab.click("mask_lab/hide_all")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("mask_lab/hidden"), some)
        self.lab.click("mask_lab/hide_all")


class Reach(Labs):
    """How far a word reaches through several layers with the same mask."""

    def setUp(self):
        super().setUp()
        self.open(0, "mask_lab/canvas")
        self.lab.click("mask_lab/none")
        self.lab.click("mask_lab/reach_page/1")
        self.lab.key("Escape")
        self.layers(3)
        self.lab.wait_for_view(known=[1, 10, 10, 10])  # without a mask one layer is enough

    def tearDown(self):
        self.lab.click("mask_lab/reach_page/0")
        self.lab.click("mask_lab/none")
        super().tearDown()

    def layers(self, number):
        self.type_into("mask_lab/layers", number)

    def type_into(self, field, number):
        self.lab.click(field)
        self.lab.key("ctrl+a")
        self.lab.type(str(number))
        self.lab.key("Return")
        self.lab.settle()

    def test_a_window_reaches_further_with_every_layer(self):
        self.lab.click("mask_lab/causal")
        self.type_into("mask_lab/before", 2)
        self.lab.wait_for_view(known=[1, 3, 5, 7])  # “it” and two, four, six words before it
        self.layers(8)
        self.lab.wait_for_view(known=[1, 3, 5, 7, 8, 8, 8, 8, 8])
        self.layers(1)
        self.lab.wait_for_view(known=[1, 3])
        self.lab.key("Down")  # “was”
        self.layers(8)
        self.lab.wait_for_view(known=[1, 3, 5, 7, 9, 9, 9, 9, 9])

    def test_a_way_is_shown_of_the_dot_that_is_pointed_at_and_stays_once_clicked(self):
        self.lab.click("mask_lab/causal")
        self.type_into("mask_lab/before", 2)
        self.lab.wait_for_view(known=[1, 3, 5, 7], way=[])
        self.lab.hover("mask_lab/reach/3/1")
        self.lab.wait_until(lambda: self.lab.view()["way"], "a way leads from “cat” to “it”")
        way = self.lab.view()["way"]
        self.assertEqual((way[0], way[-1], len(way)), (1, 7, 4))
        for lower, upper in zip(way, way[1:]):
            self.assertTrue(0 <= upper - lower <= 2, way)  # no step is wider than the window
        self.lab.hover("tab/labs")
        self.lab.wait_for_view(way=[])
        self.lab.click("mask_lab/reach/3/1")
        self.lab.hover("tab/labs")
        self.lab.wait_for_view(way=way)
        self.lab.click("mask_lab/reach/3/1")
        self.lab.hover("mask_lab/reach/3/8")  # “was” comes after “it”
        self.lab.wait_for_view(way=[])

    def test_it_is_there_again_as_it_was_chosen(self):
        self.layers(5)
        self.lab.click("tab/walkthrough")
        self.lab.click("tab/labs")
        self.lab.wait_for_view(known=[1, 10, 10, 10, 10, 10])


class UntouchedMask(Labs):
    def setUp(self):
        super().setUp()
        self.open(0, "mask_lab/canvas")

    def test_a_causal_mask_is_tried_until_one_is_chosen(self):
        self.lab.wait_for(forbidden=0)  # of the document, which the other views show, too
        tried = self.picture("mask_lab/after")
        self.lab.click("mask_lab/causal")  # it is lit, so this takes it off
        self.lab.wait_until(lambda: ImageChops.difference(self.picture("mask_lab/after"), tried).getbbox(), "no mask is tried")
        before, after = (self.picture(f"mask_lab/{which}") for which in ("before", "after"))
        # The same matrix twice, perhaps a fraction of a pixel apart.
        self.assertLess(sum(ImageStat.Stat(ImageChops.difference(before, after)).mean), sum(ImageStat.Stat(ImageChops.difference(before, tried)).mean) / 5)
        self.lab.click("mask_lab/causal")
        self.lab.wait_for(forbidden=45)


class Scale(Labs):
    def setUp(self):
        super().setUp()
        self.open(1, "scale_lab/spread/plot")

    def test_temperature_and_keys_change_the_curves(self):
        before = self.picture("scale_lab/entropy")
        self.lab.click("scale_lab/temperature/4")
        self.lab.hover("tab/walkthrough")
        warm = self.picture("scale_lab/entropy")
        self.assertDiffers(warm, before)
        self.lab.click("scale_lab/temperature/2")
        self.lab.hover("tab/walkthrough")
        self.assertSame(self.picture("scale_lab/entropy"), before)
        self.lab.click("scale_lab/keys/more")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("scale_lab/entropy"), before)
        self.lab.click("scale_lab/keys/less")


class Score(Labs):
    def test_five_functions_score_the_same_queries_and_keys(self):
        self.open(2, "score_lab/4/cell/9/9")
        pictures = [self.picture(f"score_lab/{i}/cell") for i in (0, 1, 3, 4)]
        self.assertEqual(len({picture.tobytes() for picture in pictures}), 4)
        self.lab.click("score_lab/0/cell/3/6")
        self.lab.wait_for(query=3, key=6)
        self.lab.click("score_lab/show/1")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("score_lab/0/cell"), pictures[0])
        self.lab.click("score_lab/show/0")


class Order(Labs):
    def test_another_order_moves_the_outputs_only_with_positions(self):
        self.open(3, "order_lab/with")
        first = self.picture("order_lab/shuffle")
        moved = self.picture("order_lab/with")
        self.lab.click("order_lab/again")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("order_lab/shuffle"), first)
        self.assertDiffers(self.picture("order_lab/with"), moved)

    def test_in_cross_attention_either_side_can_be_shuffled(self):
        self.lab.open_preset("french-cat")
        self.open(3, "order_lab/which/1")
        before = self.picture("order_lab/shuffle")
        self.lab.click("order_lab/which/1")
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.picture("order_lab/shuffle"), before)
