"""A person compares the heads of a layer, opens one, and switches heads off."""

from fitting import problems
from lab import LabTest, run


class Heads(LabTest):
    size = "1600x900"

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.open_preset("cat-tired")  # so that the next one is seen to be opened anew
        self.lab.open_preset("cat-four-heads")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")
        self.sort_by(0)
        self.lab.click("heads/head/0")
        self.lab.wait_for(head=0)
        self.lab.click("heads/cell/weights/7/1")  # the first time the view marks where “it” looks in its first head
        self.lab.wait_for(query=7, key=1)
        self.lab.settle()

    def heads(self):
        self.lab.settle()
        return self.lab.view()

    def sort_by(self, choice):
        self.lab.click(f"heads/sort/{choice}")
        self.lab.wait_for_view(order=["number", "entropy", "distance", "diagonal"][choice])

    def assertSums(self):
        """The parts that stand in the right card add up to the output under them."""
        shown = self.heads()
        for column, number in enumerate(shown["output"]):
            self.assertAlmostEqual(sum(part[column] for part in shown["parts"]), number, 5)

    def test_every_head_has_a_tile_a_switch_and_a_part_of_the_output(self):
        for head in range(4):
            for name in ("heads/head", "heads/switch", "heads/part", "heads/slice/q", "heads/slice/k", "heads/slice/v"):
                self.assertTrue(self.lab.has(f"{name}/{head}"), f"{name}/{head}")
        for word in range(10):
            self.assertTrue(self.lab.has(f"heads/bar/{word}"))
        self.assertSums()

    def test_a_head_that_is_switched_off_adds_nothing_and_undo_brings_it_back(self):
        before = self.heads()
        self.assertEqual(before["off"], [])
        self.lab.click("heads/switch/2")
        self.lab.wait_for_view(off=[2])
        after = self.heads()
        self.assertTrue(all(number == 0 for number in after["parts"][2]))
        self.assertNotEqual(after["output"], before["output"])
        self.assertSums()
        moved = sum(number ** 2 for number in after["moved"]) ** 0.5
        self.assertAlmostEqual(moved, after["distance"], 4)
        self.lab.key("ctrl+z")
        self.lab.wait_for_view(off=[])
        self.assertEqual(self.heads()["output"], before["output"])

    def test_what_would_happen_is_what_happens(self):
        self.lab.click("heads/head/1")
        self.lab.wait_for(head=1)
        supposed = self.heads()["moved"]
        self.lab.click("heads/switch/1")
        self.lab.wait_for_view(off=[1])
        for thought, done in zip(supposed, self.heads()["moved"]):
            self.assertAlmostEqual(thought, done, 5)

    def test_only_this_one_and_all_on(self):
        self.lab.click("heads/head/2")
        self.lab.wait_for(head=2)
        self.lab.click("heads/only")
        self.lab.wait_for_view(off=[0, 1, 3])
        self.assertSums()
        self.lab.click("heads/all_on")
        self.lab.wait_for_view(off=[])

    def test_the_order_follows_the_measure_that_was_chosen(self):
        orders = []
        for choice in range(4):
            self.sort_by(choice)
            orders.append(self.heads()["heads"])
            self.assertEqual(sorted(orders[-1]), [0, 1, 2, 3])
        self.assertEqual(orders[0], [0, 1, 2, 3])
        self.assertTrue(any(order != orders[0] for order in orders[1:]))
        first, second = (self.lab.anchor(f"heads/head/{head}") for head in orders[3][:2])
        self.assertLess((first.y, first.x), (second.y, second.x))

    def test_a_click_on_a_cell_marks_it_and_the_output_is_that_of_its_word(self):
        before = self.heads()["output"]
        self.lab.click("heads/cell/weights/4/5")
        self.lab.wait_for(query=4, key=5)
        self.assertNotEqual(self.heads()["output"], before)
        self.assertSums()

    def test_hovering_a_row_previews_its_sum(self):
        self.lab.hover("tab/heads")
        before = self.heads()["output"]
        self.lab.hover("heads/cell/weights/4/5")
        self.lab.wait_until(lambda: self.heads()["output"] != before, "the sum follows the mouse")
        self.assertEqual(self.lab.state()["query"], 7)
        self.lab.hover("tab/heads")
        self.lab.wait_until(lambda: self.heads()["output"] == before, "the sum is as before")

    def test_keys_move_the_mark_and_open_the_next_head(self):
        self.lab.key("Up", "Right")
        self.lab.wait_for(query=6, key=2)
        for head in (1, 2, 3, 0):
            self.lab.key("h")
            self.lab.wait_for(head=head)

    def test_slices_and_parts_open_their_head_and_bars_mark_their_word(self):
        self.lab.click("heads/slice/k/3")
        self.lab.wait_for(head=3)
        self.lab.click("heads/part/1")
        self.lab.wait_for(head=1)
        self.lab.click("heads/bar/4")
        self.lab.wait_for(query=4)

    def test_average_and_maximum_are_opened_like_heads(self):
        self.lab.click("heads/average")
        self.lab.wait_for_view(large="average")
        self.lab.click("heads/maximum")
        self.lab.wait_for_view(large="maximum")
        self.lab.click("heads/head/0")
        self.lab.wait_for_view(large="head")

    def test_tab_reaches_a_switch_and_enter_works_it(self):
        self.lab.click("heads/head/0")
        for name in ("heads/switch/0", "heads/head/1", "heads/switch/1"):  # after the tile that was clicked
            self.lab.key("Tab")
            self.lab.wait_for(focus=name)
        self.lab.key("Return")
        self.lab.wait_for_view(off=[1])

    def test_one_head_offers_a_layer_of_several(self):
        self.lab.open_preset("cat-tired")
        self.lab.click("heads/offer")
        self.lab.wait_for(preset="cat-four-heads")

    def test_a_long_output_is_looked_through(self):
        self.lab.open_preset("heads-16")
        self.assertFalse(self.lab.state()["moving"])
        self.lab.click("heads/later")
        self.lab.click("heads/earlier")
        self.assertSums()

    def test_a_trained_models_layer_is_shown_like_any_other_and_another_is_chosen_here(self):
        self.lab.open_preset("trained-tired")
        self.assertEqual(sorted(self.heads()["heads"]), [0, 1])
        self.lab.click("heads/switch/0")  # in layer 2
        self.lab.wait_for_view(off=[0])
        self.lab.click("heads/layer/0")
        self.lab.wait_until(lambda: self.lab.view()["off"] == [], "the heads of layer 1 are on")
        self.lab.click("heads/layer/1")
        self.lab.wait_for_view(off=[0])


class SharedKeys(LabTest):
    """Four heads of which two each read the same keys and values."""
    size = "1600x900"

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.open_preset("cat-tired")
        self.lab.click("weights_button")
        self.lab.click("weights/random")
        self.set("heads", 4)
        self.set("kv_heads", 2)
        self.lab.key("Escape")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")
        self.lab.click("heads/sort/0")
        self.lab.click("heads/head/1")
        self.lab.wait_for(head=1)
        self.lab.wait_for_view(large="head", shared=[0, 1])

    def set(self, size, number):
        self.lab.click(f"weights/{size}")
        self.lab.key("ctrl+a")
        self.lab.type(str(number))
        self.lab.key("Return")
        self.lab.settle()

    def test_heads_of_a_key_head_stand_under_its_name(self):
        first, second = (self.lab.anchor(f"heads/keys/{number}") for number in (1, 2))
        for head in (0, 1):
            self.assertTrue(first.bottom <= self.lab.anchor(f"heads/head/{head}").centre[1] <= second.y)
        for head in (2, 3):
            self.assertGreater(self.lab.anchor(f"heads/head/{head}").centre[1], second.bottom)
        self.lab.click("heads/sort/1")  # another order is that of the heads, whatever they share
        self.lab.wait_until(lambda: not self.lab.has("heads/keys/1"), "the heads stand in one row of ranks")

    def test_a_key_heads_columns_lie_over_the_heads_that_read_them(self):
        self.assertTrue(self.lab.has("heads/slice/q/3") and self.lab.has("heads/slice/k/1"))
        self.assertFalse(self.lab.has("heads/slice/k/2") or self.lab.has("heads/slice/v/2"))
        both = self.lab.anchor("heads/slice/q/2"), self.lab.anchor("heads/slice/q/3")
        keys = self.lab.anchor("heads/slice/k/1")
        self.assertAlmostEqual(keys.x, both[0].x, delta=2)
        self.assertAlmostEqual(keys.right, both[1].right, delta=2)
        self.lab.click("heads/slice/k/1")
        self.lab.wait_for(head=2)
        self.lab.wait_for_view(shared=[2, 3])

    def test_one_word_is_seen_in_all_heads_that_share_its_keys(self):
        self.assertTrue(self.lab.has("heads/sharing"))
        self.lab.click("heads/together/1")
        self.lab.wait_for_view(large="shared")
        place = self.lab.anchor("heads/shared")
        self.lab.click_at(place.x + place.width // 20, place.y + place.height // 4)  # the first head, the first key
        self.lab.wait_for(head=0, key=0)
        self.assertTrue(self.lab.has("heads/shared_sum"), "it says how that weight comes about")
        self.lab.click("heads/together/0")
        self.lab.wait_for_view(large="head")

    def test_the_word_in_all_of_them_is_saved_and_exported_as_it_is_seen(self):
        self.lab.click("heads/together/1")
        self.lab.wait_for_view(large="shared")
        self.lab.key("ctrl+s")
        self.lab.wait_until(self.lab.session.exists, "the session is saved")
        file = self.lab.folder / "shared.csv"
        done = run("export", str(file), "--view", "heads", "--figure", "heads-shared", "--session", str(self.lab.session))
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split(",") for line in file.read_text().splitlines()]
        self.assertEqual([row[0] for row in rows[-2:]], ["head 1", "head 2"])
        for row in rows[-2:]:
            self.assertAlmostEqual(sum(map(float, row[1:])), 1, 4)
        self.lab.click("heads/together/0")
        self.lab.wait_for_view(large="head")

    def test_with_keys_of_their_own_nothing_is_said_of_sharing(self):
        self.lab.click("heads/together/1")
        self.lab.wait_for_view(large="shared")
        self.lab.click("weights_button")
        self.lab.click("weights/kv_heads/more")
        self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("heads/sharing") and not self.lab.has("heads/keys/1"), "nothing is shared")
        self.assertTrue(self.lab.has("heads/slice/k/3"))
        self.assertTrue(self.lab.has("heads/cell/weights/0/0"))  # the opened head's own weights
        self.lab.key("ctrl+z")
        self.lab.wait_until(lambda: self.lab.has("heads/keys/2"), "they share again")
        self.lab.click("heads/together/0")
        self.lab.wait_for_view(large="head")


class AllLayers(LabTest):
    """The model that writes stories: two layers of four heads."""
    size = "1366x768"

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.open_preset("trained-story")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")
        self.show(1)
        self.sort_by(0)

    def show(self, which):
        self.lab.click(f"heads/layers/{which}")
        self.lab.wait_for_view(layers=["one", "all"][which])
        self.lab.settle()

    def sort_by(self, which):
        self.lab.click(f"heads/rules/{which}")
        self.lab.wait_for_view(table=["number", "rule"][which])
        self.lab.settle()

    def maps(self):
        self.lab.settle()
        return {name: place for name, place in self.lab.anchors().items() if name.startswith("heads/map/")}

    def test_every_head_of_every_layer_is_seen_the_first_layer_at_the_bottom(self):
        maps = self.maps()
        self.assertEqual(sorted(maps), [f"heads/map/{layer}/{head}" for layer in range(2) for head in range(4)])
        for head in range(4):
            above, below = maps[f"heads/map/1/{head}"], maps[f"heads/map/0/{head}"]
            self.assertEqual((above.width, above.x), (below.width, below.x))
            self.assertGreaterEqual(below.y, above.bottom)
        table = self.lab.anchor("heads/table")
        self.assertTrue(all(table.contains(place) for place in maps.values()))

    def test_heads_that_do_the_same_stand_together(self):
        rules = self.lab.view()["rules"]
        self.assertEqual([len(layer) for layer in rules], [4, 4])
        self.assertEqual(rules[0][0], "previous")  # as this model has learned it
        self.sort_by(1)
        order = [rules[layer][head] for layer, head in self.lab.view()["all_heads"]]
        self.assertEqual(len(order), 8)
        self.assertEqual(sum(a != b for a, b in zip(order, order[1:])) + 1, len(set(order)))
        if "mixed" in order:
            self.assertEqual(order[-1], "mixed")
        self.assertEqual(len(self.maps()), 8)

    def test_pointing_at_a_head_says_what_it_does(self):
        self.lab.hover("heads/map/0/0")
        self.lab.wait_until(lambda: "Head 1 of layer 1 reads the word before it" in self.lab.view()["told"], "the rule is said")
        self.assertTrue(self.lab.has("heads/score/previous"))
        self.lab.hover("tab/heads")  # the one that is open
        self.lab.wait_until(lambda: self.lab.view()["told"].startswith("Head 1 of layer 2"), "the open head is told")

    def test_a_click_opens_that_head_of_that_layer(self):
        self.lab.click("heads/map/0/2")
        self.lab.wait_for_view(layers="one", layer=0)
        self.lab.wait_for(head=2)
        self.assertTrue(self.lab.has("heads/head/2"))
        self.show(1)
        self.sort_by(1)
        self.lab.click("heads/map/1/3")
        self.lab.wait_for_view(layers="one", layer=1)
        self.lab.wait_for(head=3)

    def test_the_keyboard_opens_a_head(self):
        self.lab.click("heads/rules/0")
        self.lab.key("Tab")
        self.lab.wait_until(lambda: self.lab.state()["focus"].startswith("heads/rules/"), "the other order has the focus")
        self.lab.key("Tab")
        self.lab.wait_for(focus="heads/map/0/0")
        self.lab.key("Return")
        self.lab.wait_for_view(layers="one", layer=0)
        self.lab.wait_for(head=0)

    def test_a_head_that_is_off_is_paler_and_said_to_be_off(self):
        def darkest():
            place = self.maps()["heads/map/0/0"]
            inside = self.lab.screenshot().convert("L").crop((place.x + 8, place.y + 8, place.right - 8, place.y + place.width - 8))
            return inside.getextrema()[0]
        before = darkest()
        self.lab.click("heads/map/0/0")
        self.lab.wait_for_view(layers="one", layer=0)
        self.lab.click("heads/switch/0")
        self.lab.wait_for_view(off=[0])
        self.show(1)
        self.lab.hover("heads/map/0/0")
        self.lab.wait_until(lambda: "switched off" in self.lab.view()["told"], "it is said to be off")
        self.assertGreater(darkest(), before + 60)

    def test_everything_has_its_place_in_a_small_window(self):
        try:
            for width, height in ((1024, 640), (1366, 768)):
                self.lab.resize(width, height)
                for order in (0, 1):
                    self.sort_by(order)
                    self.assertEqual(problems(self.lab), [], f"{width} × {height}, order {order}")
        finally:
            self.lab.resize(1366, 768)

    def test_what_is_seen_is_saved_and_exported(self):
        self.sort_by(1)
        self.lab.key("ctrl+s")
        self.lab.wait_until(self.lab.session.exists, "the session is saved")
        file = self.lab.folder / "heads.csv"
        done = run("export", str(file), "--view", "heads", "--figure", "heads-all-layers", "--session", str(self.lab.session))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("layer 1, head 1: Previous word 0.9", file.read_text())

    def test_one_layer_has_no_such_switch(self):
        self.lab.open_preset("cat-four-heads")
        self.assertFalse(self.lab.has("heads/layers/1"))
        self.assertTrue(self.lab.has("heads/head/3"))


class FirstLook(LabTest):
    size = "1600x900"

    def test_the_head_that_was_looked_at_elsewhere_stays_open(self):
        self.lab.open_preset("cat-four-heads")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads", head=0)
        self.lab.settle()
        self.assertEqual(self.lab.state()["head"], 0)
        self.lab.click("heads/head/2")
        self.lab.wait_for(head=2)
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads", head=2)
