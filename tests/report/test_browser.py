"""The pages in a browser, from the file system alone: sort, filter, switch, open trials."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
import yaml

from methods.bench import paths
from methods.bench.plan import Plan
from methods.bench.results import Results
from methods.command.judge import plan_of_kept
from methods.report.experiment_page import write_experiment_page
from methods.report.kept_plan import only_kept
from methods.report.method_pages import files_of_methods
from methods.report.shown_tables import shown_tables
from methods.report.site import write_report
from methods.report.site_folder import SiteFolder
from methods.report.two_verdicts import TwoVerdicts
from tests.report.conftest import NASTY
from tests.report.test_speed_page import GROWTH, PANELS, RATIOS

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
EXPERIMENT = Path("results/report/experiments/toy/index.html")
FRONT = Path("results/report/index.html")
ALL_KINDS = (
    "index.html", "experiments/toy/index.html", "methods/index.html", "methods/b.html",
    "datasets/index.html", "datasets/alpha.html", "papers/toy.html", "speed.html",
)  # fmt: skip
SOON = 3000  # milliseconds on a busy machine; an idle one takes a fraction of one second
DARK, LIGHT = 0, 1  # as the browser's setting has them
ACCESSIBILITY = Path(__file__).with_name("accessibility.js").read_text()
PAPER = {
    "title": NASTY, "authors": [NASTY], "year": 2000, "venue": NASTY, "doi": "10.1/x",
    "address": "https://example.org", "bibtex": "@a{b}", "licence": "None", "proposes": NASTY,
    "equations": {"1": {"shows": "A sum", "latex": r"\sum_i x_i^2", "code": ["methods.PrimalSVM"]}},
    "figures": {"1": {"shows": NASTY, "outputs": ["toy/f"]}, "2": {"shows": "B", "why": NASTY}},
    "tables": {"1": {"shows": NASTY, "outputs": ["toy/scores", "toy/odd"]}},
    "left_open": [{"open": NASTY, "chosen": NASTY}],
    "unavailable": [{"what": NASTY, "why": NASTY}],
    "summary": {"equations": ["1"], "figures": ["toy/f"]},
}  # fmt: skip
HARNESS = """
<script>
const complaints = [];
for (const kind of ["error", "warn"]) console[kind] = (...all) => complaints.push(all.join(" "));
window.alert = (text) => complaints.push(`alert: ${text}`);
const tell = (name, text) => {
  document.body.dataset[name] = text;
  if (parent !== window) parent.postMessage([name, text], "*");
};
addEventListener("error", (event) => tell("failed", event.message));
addEventListener("load", async () => {
  const until = async (reached) => {
    for (let i = 0; i < 200 && !reached(); i++) await new Promise((done) => setTimeout(done, 20));
  };
  const result = await (async () => { %s })();
  tell("result", JSON.stringify(result));
});
</script>
"""
# A window is 500 pixels wide at least, a frame is not.
FRAME = """<!doctype html><title>frame</title><body>
<script>
addEventListener("message", ({ data: [name, text] }) => { document.body.dataset[name] = text; });
</script>
<iframe src="harness.html" width="%d" height="900" style="border: 0"></iframe></body>"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="no chromium on the PATH"),
]


@pytest.fixture(scope="session")
def full_site(reported, tmp_path_factory):
    """The report of a run that is on a paper and has measured speed."""
    root = tmp_path_factory.mktemp("full")
    shutil.copytree(reported, root, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        paper = root / "workflow/papers/toy.yaml"
        paper.parent.mkdir(parents=True)
        paper.write_text(yaml.safe_dump(PAPER))
        for kind, entries in {"ratios": RATIOS, "growth": GROWTH, "suboptimality": PANELS}.items():
            path = Path(paths.performance(kind))
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(entries))
        write_report(Plan.from_config({}, root), root, {})
    return root


@pytest.fixture
def in_browser(full_site, tmp_path, monkeypatch):
    """Load a page, run statements in it, and return what they return.

    With its own clock the browser waits for what the page awaits, but tells no seconds.
    """
    monkeypatch.chdir(full_site)

    def run_there(page, statements, *options, width=None, own_clock=True):
        changed = page.with_name("harness.html")
        changed.write_text(page.read_text().replace("</body>", HARNESS % statements + "</body>"))
        if width:
            changed = page.with_name("frame.html")
            changed.write_text(FRAME % width)
        command = [
            CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
            *(["--virtual-time-budget=5000"] if own_clock else []),
            f"--user-data-dir={tmp_path / 'profile'}", *options,
            changed.resolve().as_uri(),
        ]  # fmt: skip
        dom = subprocess.run(
            command, capture_output=True, text=True, timeout=120, check=True
        ).stdout
        failed = re.search(r'<body[^>]* data-failed="([^"]*)"', dom)
        assert not failed, failed[1]
        return json.loads(unescape(re.search(r'data-result="([^"]*)"', dom)[1]))

    return run_there


def test_a_column_sorts_up_then_down_by_what_it_shows(in_browser):
    order = in_browser(
        EXPERIMENT,
        """
        const table = document.querySelector("#table-scores table");
        const rows = () => [...table.tBodies[0].rows].map((row) => row.dataset.row === "B");
        const seen = [];
        const button = table.querySelector("[data-column=beta] button");
        for (let i = 0; i < 2; i++) { button.click(); seen.push(rows()); }
        seen.push(button.parentNode.getAttribute("aria-sort"));
        return seen;
        """,
    )
    assert order == [[True, False], [False, True], "descending"]


@pytest.mark.parametrize("column", [
    ["< 0.001", "0.001", "0.03", "0.2", "1", "–"],
    ["-1,200", "−0.5", "+0.25 (-0.1 to 0.6)", "8", "1,000 [900, 1,100]"],
    ["A", "M2", "M10"],
])  # fmt: skip
def test_numbers_sort_by_their_size_whatever_stands_beside_them(in_browser, column):
    mixed = column[1::2] + column[::2]
    shown = in_browser(
        EXPERIMENT,
        f"""
        const table = make("table", "", "sortable");
        const head = table.createTHead().insertRow(), body = table.createTBody();
        head.append(make("th"));
        for (const text of {json.dumps(mixed)}) body.insertRow().insertCell().textContent = text;
        document.body.append(table);
        sortBy(head.cells[0]);
        return [...body.rows].map((row) => row.textContent);
        """,
    )
    assert shown == column


def test_filters_leave_the_wanted_methods_and_data_sets(in_browser):
    hidden = in_browser(
        EXPERIMENT,
        """
        const type = (kind, text) => {
          const input = document.querySelector(`[data-filter=${kind}]`);
          input.value = text;
          input.dispatchEvent(new Event("input", {bubbles: true}));
        };
        type("row", "b"); type("column", "bet");
        const table = document.querySelector("#table-scores table");
        return [[...table.tBodies[0].rows].map((row) => row.hidden),
                [...table.tHead.rows[0].cells].map((cell) => cell.hidden),
                [...table.tBodies[0].rows[1].cells].map((cell) => cell.hidden)];
        """,
    )
    assert hidden == [[True, False], [False, False, True, False], [False, False, True, False]]


def test_cells_switch_between_mean_rank_and_seconds_and_keep_their_size(in_browser):
    shown = in_browser(
        EXPERIMENT,
        """
        const cell = document.querySelector("#table-scores .cell");
        const shown = () => [".m", ".r", ".s"].map((name) =>
          getComputedStyle(cell.querySelector(name)).visibility === "visible");
        const widths = new Set(), seen = [];
        for (const input of document.querySelectorAll("[name=show]")) {
          input.click(); seen.push(shown()); widths.add(cell.getBoundingClientRect().width);
        }
        return [seen, widths.size];
        """,
    )
    assert shown == [[[True, False, False], [False, True, False], [False, False, True]], 1]


def test_marks_and_captions_follow_what_the_cells_show(in_browser):
    seen = in_browser(
        EXPERIMENT,
        """
        const table = document.querySelector("#table-scores table");
        const style = (row, name) => getComputedStyle(row.cells[3].querySelector(name));
        const marks = (row, name) =>
          [style(row, name).fontWeight >= 700, style(row, ".cell").boxShadow !== "none"];
        table.querySelector("[data-column=beta] button").click();
        const seen = [];
        for (const [index, name] of [".m", ".r", ".s"].entries()) {
          document.querySelectorAll("[name=show]")[index].click();
          const rows = [...table.tBodies[0].rows];
          const caption = document.querySelector("#table-scores .quiet").innerText;
          const named = [/%/.test(caption), /seconds/.test(caption)];
          seen.push([rows.map((row) => marks(row, name)), ...named]);
        }
        return seen;
        """,
    )
    means, ranks, seconds = seen
    assert means == [[[True, True], [False, False]], True, False]
    assert ranks == [[[True, True], [False, False]], False, False]
    assert seconds[0] == [[True, True], [True, True]]  # both took equally long
    assert seconds[1:] == [False, True]


def test_a_chart_tells_values_and_has_a_logarithmic_axis(in_browser):
    told = in_browser(
        Path("results/report/methods/b.html"),
        """
        const box = document.createElement("div");
        document.querySelector("main").append(box);
        const draw = (log, points) => {
          const series = [{ name: "one", points, line: true }];
          drawChart(box, { label: "L", x: "rows", y: "s", log, series });
        };
        draw([false, false], [[1, 10], [10, 100], [100, 1000]]);
        const at = () =>
          [...box.querySelectorAll("circle.series0")].map((dot) => Number(dot.getAttribute("cx")));
        for (let i = 0; i < 2; i++) {
          const right = new KeyboardEvent("keydown", { key: "ArrowRight" });
          box.querySelector("svg").dispatchEvent(right);
        }
        const [text, plain] = [box.querySelector("output").textContent, at()];
        box.querySelector("input").click();
        const log = at();
        draw([true, true], [[0, 1], [1, 2]]);
        return [text, plain[1] - plain[0] < plain[2] - plain[1],
                Math.abs(log[0] + log[2] - 2 * log[1]) <= 1,
                [...box.querySelectorAll("input")].map((input) => [input.checked, input.disabled])];
        """,
    )
    assert told == ["one: rows 10, s 100", True, True, [[False, True], [True, False]]]


def test_a_cell_opens_its_trials_from_the_file_system(in_browser):
    opened = in_browser(
        EXPERIMENT,
        """
        document.querySelector("#table-scores tr[data-row=B] .cell").click();
        await until(() => document.querySelector("#trials-body tbody"));
        const rows = [...document.querySelectorAll("#trials-body tbody tr")];
        return [document.querySelector("#trials").open,
                document.querySelector("#trials-title").textContent,
                rows.map((row) => [...row.cells].map((cell) => cell.textContent))];
        """,
    )
    is_open, title, rows = opened
    assert is_open and title == "B on alpha"
    assert rows[0] == ["0", "0.3", "1", "ok", "0.3"]
    assert rows[1] == ["1", "–", "–", "error: made to fail", "–"]


def test_a_table_shows_another_metric_and_stays_sorted_filtered_and_open_to_clicks(in_browser):
    own, other, kept, trials, back = in_browser(
        EXPERIMENT,
        """
        const article = document.querySelector("#table-scores");
        const select = article.querySelector("[data-table]");
        const shown = () => {
          const rows = [...article.querySelector("tbody").rows];
          const cells = rows.map((row) => [row.dataset.row === "B", row.cells[3]]);
          return [article.querySelector("h3").textContent,
                  /roc_auc/.test(article.querySelector(".view.mean").textContent),
                  cells.map(([isB, cell]) => [isB, cell.querySelector(".m").textContent,
                                              cell.querySelector(".best") !== null])];
        };
        const choose = async (metric) => {
          select.value = metric;
          select.dispatchEvent(new Event("input", { bubbles: true }));
          await until(() => article.querySelector("table").dataset.metric === metric);
        };
        const column = document.querySelector("[data-filter=column]");
        column.value = "bet";
        column.dispatchEvent(new Event("input", { bubbles: true }));
        article.querySelector("[data-column=beta] button").click();
        const own = shown();
        await choose("roc_auc");
        const other = shown();
        const kept = [article.querySelector("[data-column=beta]").getAttribute("aria-sort"),
                      article.querySelector("[data-column=alpha]").hidden];
        article.querySelector("tr[data-row=B] td:nth-child(4) .cell").click();
        await until(() => document.querySelector("#trials-body tbody"));
        const trials = document.querySelector("#trials-body thead").rows[0].cells[1].textContent;
        document.querySelector("#trials").close();
        await choose("error");
        return [own, other, kept, trials, shown()];
        """,
    )
    assert own == [NASTY, False, [[True, "10.00 ± 0.00", True], [False, "50.00 ± 8.94", False]]]
    title, names_it, rows = other
    assert title == "Area under the ROC curve, study main" and names_it  # in which higher is better
    assert rows == [[True, "0.1000 ± 0.0000", False], [False, "0.5000 ± 0.0894", True]]
    assert kept == ["ascending", True] and trials == "roc auc" and back == own


def test_a_missing_file_of_a_metric_is_named(in_browser):
    said = in_browser(
        EXPERIMENT,
        """
        const article = document.querySelector("#table-scores");
        const select = article.querySelector("[data-table]");
        select.append(new Option("gone", "gone"));
        select.value = "gone";
        select.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => !article.querySelector(".shown table"));
        return article.querySelector(".shown").textContent;
        """,
    )
    assert said == "The file tables/scores.gone.js is missing."


def test_the_curves_of_a_figure_can_be_read_panel_by_panel(in_browser):
    before, first, second = in_browser(
        EXPERIMENT,
        """
        const fold = document.querySelector("#figure-growth details");
        const told = () => {
          const svg = fold.querySelector("svg");
          svg.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
          return [svg.getAttribute("aria-label"), fold.querySelector("output").textContent];
        };
        const before = fold.querySelector("svg") !== null;
        fold.open = true;
        await until(() => fold.querySelector("svg"));
        const first = told(), select = fold.querySelector("select");
        select.selectedIndex = 1;
        select.dispatchEvent(new Event("change", { bubbles: true }));
        return [before, first, told()];
        """,
    )
    assert before is False
    assert first == ["alpha: 2 curves", "B: training rows 2, seconds of a fit 2"]
    assert second == ["beta: 2 curves", "B: training rows 2, seconds of a fit 3.5"]


def test_claims_are_found_by_text_and_verdict(in_browser):
    counts = in_browser(
        FRONT,
        """
        const verdict = document.querySelector("[data-filter=verdict]");
        verdict.value = "holds";
        verdict.dispatchEvent(new Event("input", {bubbles: true}));
        return [document.querySelectorAll("[data-claim]:not([hidden])").length,
                document.querySelector("[data-count]").textContent];
        """,
    )
    assert counts == [1, "1 of 4"]


@pytest.mark.parametrize(("width", "scheme"), [(1400, LIGHT), (390, DARK), (390, LIGHT)])
@pytest.mark.parametrize("page", ALL_KINDS)
def test_every_kind_of_page_fits_its_screen_and_is_for_everyone(in_browser, page, width, scheme):
    inner_width, overflow, faults = in_browser(
        Path("results/report", page),
        ACCESSIBILITY
        + """
        const { scrollWidth, clientWidth } = document.documentElement;
        return [innerWidth, scrollWidth - clientWidth, accessibilityFaults()];
        """,
        f"--blink-settings=preferredColorScheme={scheme}", "--window-size=1500,1000", width=width,
    )  # fmt: skip
    assert (inner_width, overflow, faults) == (width, 0, [])


def test_the_checker_of_accessibility_sees_each_fault(in_browser):
    seen = in_browser(
        FRONT,
        ACCESSIBILITY
        + """
        const before = accessibilityFaults();
        document.querySelector("main").insertAdjacentHTML("beforeend", `
          <h6>skipped</h6><img src="assets/none.png" width="9" height="9"><button></button>
          <p id="claims" style="color:#999;background:#fff">pale</p>
          <nav aria-labelledby="nobody">x</nav><nav aria-label="Site">x</nav>
          <table><tr><th>x</th></tr></table>
          <div style="width:3rem;overflow-x:auto"><p style="width:9rem">wide</p></div>`);
        const kinds = accessibilityFaults().map((text) => text.split(":")[0]);
        return [before, kinds.map((kind) => kind.replace(/[\\d.]+/, "N"))];
        """,
    )
    assert seen[0] == []
    assert set(seen[1]) == {
        "heading skips a level", "no alternative text", "no name", "contrast N", "id used twice",
        "aria-labelledby names nothing", "two landmarks have one name", "header without scope",
        "keyboard cannot scroll it",
    }  # fmt: skip


def test_evidence_is_open_when_the_address_names_it(in_browser):
    is_open = in_browser(
        EXPERIMENT,
        """
        location.hash = "claim-toy_a";
        await until(() => document.querySelector("#claim-toy_a").open);
        return document.querySelector("#claim-toy_a").open;
        """,
    )
    assert is_open is True


def test_evidence_scrolls_in_itself_on_a_narrow_screen_under_heads_of_two_lines(in_browser):
    page, table, lines = in_browser(
        EXPERIMENT,
        """
        for (const claim of document.querySelectorAll("details.claim")) claim.open = true;
        const wide = document.querySelector("details.claim .wide");
        const heads = [...wide.querySelectorAll("thead button")];
        for (const head of heads) head.textContent = "smallest visible difference, in points";
        const line = parseFloat(getComputedStyle(heads[0]).lineHeight);
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth - clientWidth, wide.scrollWidth - wide.clientWidth,
                Math.max(...heads.map((head) => head.getBoundingClientRect().height / line))];
        """,
        width=390,
    )
    assert page == 0 < table
    assert lines < 2.5


@pytest.mark.parametrize("page", ALL_KINDS)
def test_a_page_loads_nothing_from_a_server_and_logs_no_error(in_browser, page):
    complaints_and_requests = in_browser(
        Path("results/report", page),
        """
        const asked = performance.getEntriesByType("resource").map((entry) => entry.name);
        return [complaints, asked.filter((name) => !/^(file|data):/.test(name))];
        """,
    )
    assert complaints_and_requests == [[], []]


def test_the_largest_kept_page_can_be_sorted_soon(in_browser, tmp_path):
    page = largest_kept_page(tmp_path / "site")
    ready, sorted_at, first_is_largest = in_browser(
        page,
        """
        const table = document.querySelector("table.scores");
        table.querySelector("thead .average button").click();
        const shown = [...table.tBodies[0].rows].map((row) => parseFloat(row.cells[1].innerText));
        const now = performance.now();
        const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
        const ranks = shown.filter((rank) => !Number.isNaN(rank));
        // the table begins with the least first
        return [domContentLoadedEventEnd, now, ranks[0] === Math.max(...ranks)];
        """,
        own_clock=False,
    )
    print(f"{page.stat().st_size} bytes: ready at {ready:.0f} ms, sorted at {sorted_at:.0f} ms")
    assert first_is_largest
    assert 0 < ready < sorted_at < SOON


def largest_kept_page(folder):
    """The page with the most cells of those made from the kept results."""
    root = Path(__file__).resolve().parents[2]
    plan, _ = only_kept(plan_of_kept(root), root / paths.REFERENCE)
    site = SiteFolder(folder, results=None, kept=True)
    site.assets()
    results = Results.load(plan, "erm", root, root / paths.REFERENCE)
    two = TwoVerdicts.of(plan, root, shows_kept=True)
    write_experiment_page(
        site, results, shown_tables(results), files_of_methods([results]), two, {}
    )
    return folder / "experiments/erm/index.html"


@pytest.mark.parametrize(("scheme", "dark"), [(DARK, True), (LIGHT, False)])
def test_a_page_is_light_or_dark_as_the_reader_prefers(in_browser, scheme, dark):
    lightness = in_browser(
        FRONT,
        """
        const lightness = (property) => getComputedStyle(document.body)[property].match(/\\d+/g)
          .slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
        return [lightness("backgroundColor"), lightness("color")];
        """,
        f"--blink-settings=preferredColorScheme={scheme}",
    )
    assert (lightness[0] < 0.3 < 0.7 < lightness[1]) == dark
    assert (lightness[1] < 0.3 < 0.7 < lightness[0]) == (not dark)
