"""A model opened in a page of its own: it computes what PyTorch does, and does what is asked."""

import re

import numpy as np
import pytest
import torch
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tutor_utils import training, viz
from tutor_utils.course.learner_package import course_answer

SENTENCE = [7, 3, 9, 5, 2]
OTHER = [4, 4, 8, 10, 6, 2]
REDRAWN_S = 0.1  # of the processor, with layout and painting; 0.024 where others work too


@pytest.fixture(scope="module")
def transformer():
    return course_answer("Transformer", own=False)


@pytest.fixture(scope="module")
def trained(transformer):
    config = training.CONFIGS["copy"]
    model = config.build_model(transformer)
    training.Trainer(model, config).run(200, eval_every=200, count=20)
    return model


@pytest.fixture(scope="module")
def saved(trained, tmp_path_factory):
    lines = {"attention": "scores = q @ k.mT", "output": "self.output(x)"}
    explorer = viz.explore(trained, [SENTENCE, OTHER], lines=lines)
    return explorer.save(tmp_path_factory.mktemp("kept") / "model.html")


@pytest.fixture
def opened(window, saved) -> Page:
    window.goto(saved.as_uri())
    return window


@pytest.fixture
def course(script) -> Page:
    """The functions of the script, as ``course``."""
    return script("explorer", "unpackModel, encode, decode, logitsOf, compute, NO_CHANGE, last")


LOGITS = """([data, src, tgt]) => {
    const { unpackModel, encode, decode, logitsOf, last, NO_CHANGE } = course;
    const model = unpackModel(data);
    const memory = last(encode(model, src, NO_CHANGE)).x;
    const decoded = last(decode(model, tgt, src, memory, NO_CHANGE)).x;
    return logitsOf(model, decoded).map((row) => [...row]);
}"""


@pytest.mark.parametrize("tie_weights", [False, True])
@pytest.mark.parametrize("norm_first", [False, True])
def test_the_page_computes_what_pytorch_computes(course, transformer, norm_first, tie_weights):
    torch.manual_seed(0)
    sizes = {"d_model": 32, "num_heads": 4, "num_layers": 2, "d_ff": 48, "max_len": 12}
    model = transformer(11, 13, norm_first=norm_first, tie_weights=tie_weights, **sizes).eval()
    for p in model.parameters():
        p.data += 0.1 * torch.randn_like(p)
    data = viz.explore(model, SENTENCE).data()
    for src, tgt in ((SENTENCE, [1, 5, 7]), ([5, 0, 9, 2, 0, 0], [1, 5, 0, 7]), ([0, 0], [1])):
        with torch.no_grad():
            wanted = model(torch.tensor([src]), torch.tensor([tgt]))[0]
        np.testing.assert_allclose(course.evaluate(LOGITS, [data, src, tgt]), wanted, atol=1e-4)


ANSWER = "([data, src]) => course.compute(course.unpackModel(data), src).output"


def test_the_page_decodes_as_the_course_does(course, trained):
    data = viz.explore(trained, SENTENCE).data()
    decode = course_answer("greedy_decode", own=False)
    for src in (SENTENCE, OTHER, [5, 0, 0, 3]):
        wanted = decode(trained.eval(), torch.tensor([src]), data["longest"], 1, 2, 0)[0].tolist()
        wanted = [i for i in wanted if i != 1]
        wanted = wanted[: wanted.index(2) + 1] if 2 in wanted else wanted
        assert course.evaluate(ANSWER, [data, src]) == wanted


def test_another_word_gives_another_answer(opened):
    said = opened.get_by_role("status")
    expect(said).to_have_text("It says 7 3 9 5 <eos> ")
    opened.get_by_label("source, position 1").select_option("10")
    expect(said).to_have_text("It says 7 10 9 5 <eos> ")
    opened.get_by_role("button", name="One token less").click()
    expect(said).to_have_text("It says 7 10 9 <eos> ")
    opened.get_by_role("button", name="Another sentence").click()
    expect(said).to_have_text("It says 4 4 8 10 6 <eos> ")


def test_what_ifs_change_the_answer(opened):
    said = opened.get_by_role("status")
    for head in (0, 1):
        switch = opened.get_by_role("button", name=f"Switch head {head} off")
        switch.click()
        switch = opened.get_by_role("button", name=f"Switch head {head} on")
        expect(switch).to_be_focused()
        expect(switch).to_be_in_viewport()
        expect(opened.locator(".tutor-effect")).to_be_in_viewport()
    expect(said).to_contain_text("2 heads are off. As it is: 7 3 9 5 <eos>.")
    expect(opened.locator(".tutor-effect mark").first).to_contain_text(" was ")
    assert opened.locator(".tutor-effect").inner_text() == said.inner_text()
    opened.get_by_role("button", name="Undo all").click()
    expect(said).to_have_text("It says 7 3 9 5 <eos> ")
    opened.get_by_label("memory").select_option("1")
    expect(said).to_have_text("It says 7 4 was 3 9 5 <eos>  As it is: 7 3 9 5 <eos>.")
    opened.locator('[data-token="decoder.1"]').click()
    expect(opened.locator(".tutor-flow")).to_contain_text(re.compile(r"reads4, \d+%"))
    opened.get_by_role("button", name="Undo all").click()
    for switch in ("no √d_k", "no mask"):
        opened.get_by_label(switch).check()
        expect(said).to_contain_text(re.compile("stays the same|As it is:"))


def test_without_a_mask_the_picture_says_what_its_words_see(opened):
    expect(opened.locator(".tutor-flow")).not_to_contain_text("seeing all")
    opened.get_by_label("no mask").check()
    picture = opened.locator(".tutor-flow")
    expect(picture).to_contain_text("Decoder, no mask: each word sees the later ones")
    expect(picture).to_contain_text("seeing all words")
    for row in range(3):
        opened.locator(f'[data-token="decoder.{row}"]').click()
        column = picture.locator("text.tutor-out.tutor-lit").all_text_contents()
        assert len(column) == 2 and column[0] == column[1]  # behind the word, and the longest bar


def test_a_head_opens_to_its_numbers(opened, trained):
    opened.get_by_role("button", name="Look into head 1").click()
    heading = opened.get_by_role("heading", name="head 1, cross-attention, decoder layer 0")
    expect(heading).to_be_visible()
    expect(opened.get_by_text("scores = q @ k.mT")).to_be_visible()  # the lines
    opened.get_by_label("query").select_option("3")
    said = [7, 3, 9, 5]
    with torch.no_grad():
        memory, mask = trained.eval().encode(torch.tensor([SENTENCE]))
        embedded = trained.target(torch.tensor([[1, *said]]))
        causal = torch.ones(5, 5).tril().bool()[None, None]
        weights = trained.decoder(embedded, memory, causal, mask)[2][-1][0, 1, 3]
    shown = opened.locator(".tutor-shown tbody tr td:last-child").all_text_contents()
    np.testing.assert_allclose([float(word) for word in shown], weights, atol=0.0051)
    opened.get_by_role("button", name="All heads").click()
    expect(heading).to_be_hidden()
    expect(opened.get_by_role("button", name="Look into head 1")).to_be_focused()


def test_keys_go_from_box_to_box_and_token_to_token(opened):
    opened.locator('[data-stage][tabindex="0"]').focus()
    opened.keyboard.press("ArrowRight")
    expect(opened.get_by_role("heading", name="feed-forward, decoder layer 0")).to_be_visible()
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("ArrowRight")
    expect(opened.get_by_role("heading", name="output, decoder")).to_be_visible()
    expect(opened.get_by_text("self.output(x)")).to_be_visible()
    opened.locator('[data-token="decoder.2"]').focus()
    opened.keyboard.press("ArrowDown")
    expect(opened.get_by_role("radio", name="9, position 3")).to_be_checked()
    expect(opened.get_by_role("table")).to_contain_text("after layer 0")
    opened.locator('[data-token="encoder.0"]').focus()
    opened.keyboard.press("End")  # another key does nothing
    opened.keyboard.press("Enter")
    expect(opened.get_by_role("radio", name="7, position 0")).to_be_checked()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (900, True), (390, False)])
def test_every_width_has_no_fault(opened, width, dark):
    opened.emulate_media(color_scheme="dark" if dark else "light")
    opened.set_viewport_size({"width": width, "height": 720})
    for stage in ("encoder.embed", "decoder.0.self", "decoder.0.feed", "decoder.norm", "output"):
        opened.locator(f'[data-stage="{stage}"]').click(position={"x": 5, "y": 8})
        for summary in opened.locator(".tutor-live details:not([open]) > summary").all():
            summary.click()
        _no_fault(opened)
    opened.locator('[data-stage="decoder.0.self"]').click(position={"x": 5, "y": 8})
    opened.get_by_role("button", name="Look into head 1").click()
    _no_fault(opened)
    sizes = "[...document.querySelectorAll('svg text')].map((t) => getComputedStyle(t).fontSize)"
    assert min(float(size.removesuffix("px")) for size in opened.evaluate(sizes)) >= 9
    opened.set_viewport_size({"width": 1280, "height": 720})


def _no_fault(page):
    page.wait_for_function("!document.getAnimations().length")  # words fade in, and are pale then
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_picture_follows_the_hand(opened):
    browser = opened.context.new_cdp_session(opened)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked():
        found = browser.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in found if m["name"] == "TaskDuration")

    source = opened.get_by_label("source, position 2")
    source.select_option("3")  # the first is dearer: everything is compiled there
    begun = worked()
    for i in range(20):
        source.select_option(str(4 + i % 7))
    assert (worked() - begun) / 20 < REDRAWN_S
