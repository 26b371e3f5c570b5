"""The pages in a browser, from the file system alone: sort, filter, switch, open trials."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
EXPERIMENT = Path("results/report/experiments/toy/index.html")
FRONT = Path("results/report/index.html")
METHOD = Path("results/report/methods/index.html")
DATASET = Path("results/report/datasets/alpha.html")
HARNESS = """
<script>
const complaints = [];
for (const kind of ["error", "warn"]) console[kind] = (...all) => complaints.push(all.join(" "));
window.alert = (text) => complaints.push(`alert: ${text}`);
addEventListener("error", (event) => { document.body.dataset.failed = event.message; });
addEventListener("load", async () => {
  const until = async (reached) => {
    for (let i = 0; i < 200 && !reached(); i++) await new Promise((done) => setTimeout(done, 20));
  };
  const result = await (async () => { %s })();
  document.body.dataset.result = JSON.stringify(result);
});
</script>
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="no chromium on the PATH"),
]


@pytest.fixture
def in_browser(run, tmp_path):
    """Load a page, run statements in it, and return what they return."""

    def run_there(page, statements, *options):
        changed = page.with_name("harness.html")
        changed.write_text(page.read_text().replace("</body>", HARNESS % statements + "</body>"))
        command = [
            CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
            "--virtual-time-budget=5000", f"--user-data-dir={tmp_path / 'profile'}", *options,
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
    assert rows[0] == ["0", "0.3", "1", "ok"]
    assert rows[1] == ["1", "–", "–", "error: made to fail"]


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


@pytest.mark.parametrize("page", [FRONT, EXPERIMENT], ids=["front", "experiment"])
def test_a_narrow_screen_scrolls_the_tables_but_not_the_page(in_browser, page):
    overflow = in_browser(
        page,
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth;",
        "--window-size=500,900",
    )
    assert overflow == 0


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


@pytest.mark.parametrize("page", [FRONT, EXPERIMENT, METHOD, DATASET])
def test_a_page_loads_nothing_from_a_server_and_logs_no_error(in_browser, page):
    complaints_and_requests = in_browser(
        page,
        """
        const asked = performance.getEntriesByType("resource").map((entry) => entry.name);
        return [complaints, asked.filter((name) => !/^(file|data):/.test(name))];
        """,
    )
    assert complaints_and_requests == [[], []]


@pytest.mark.parametrize(("scheme", "dark"), [(0, True), (1, False)])
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
