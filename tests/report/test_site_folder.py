"""The folder of a site: its pages, copies and leftovers, and the addresses that all pages have."""

from pathlib import Path

import pytest
from jinja2 import UndefinedError

from methods.report.site_folder import SiteFolder, breakable, experiment_address, templates
from tests.report.conftest import NASTY, Page

INDEX = {"title": "All", "columns": ["name", "what"], "rows": [["A", {"text": "x", "kind": ""}]],
         "links": {"A": "a.html"}}  # fmt: skip


def page(folder, name="index.html", content=INDEX, **options):
    SiteFolder(folder, **options).page(name, "index.html", **content)
    return Page(folder / name)


def test_a_template_escapes_names_and_leaves_no_empty_lines_of_its_own():
    environment = templates()
    assert environment is templates()
    shown = environment.from_string("{% if 1 %}\n  {% set x = 1 %}\n{{ name }}\n{% endif %}\n")
    assert shown.render(name="<b>&") == "&lt;b&gt;&amp;\n"
    with pytest.raises(UndefinedError):
        environment.from_string("{{ lost }}").render()


def test_templates_know_the_commands_and_the_colours_of_verdicts():
    shown = templates().from_string(
        '{{ command("claim a") }} {{ verdict_colours["holds"] }} {{ argued|join(", ") }}'
        ' {{ "a_b"|breakable }}'
    )
    assert shown.render().endswith(
        "python -m methods claim a #009E73 holds by argument, fails by argument a_<wbr>b"
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [("erm/open_<b>", "erm/<wbr>open_<wbr>&lt;b&gt;"), ("a.b-c d", "a.b-c d"),
     ("/_", "/<wbr>_<wbr>")],
)  # fmt: skip
def test_a_name_of_code_breaks_after_slashes_and_underlines_alone(name, shown):
    assert breakable(name) == shown
    assert templates().from_string("{{ name|breakable }}").render(name=name) == shown


def test_an_experiment_has_a_folder_of_its_own():
    assert experiment_address("erm") == "experiments/erm/index.html"


@pytest.mark.parametrize(
    ("name", "up"), [("index.html", ""), ("methods/a.html", "../"), ("a/b/c.html", "../../")]
)
def test_a_page_finds_the_assets_and_the_front_page_from_its_depth(tmp_path, name, up):
    links = page(tmp_path, name).values("href") + page(tmp_path, name).values("src")
    assert {f"{up}assets/site.css", f"{up}assets/site.js", f"{up}index.html"} <= set(links)
    links = page(tmp_path, name, home="../report/").values("href")
    assert f"{up}../report/index.html" in links and f"{up}index.html" not in links


def test_a_page_without_a_report_has_no_way_to_one(tmp_path):
    shown = page(tmp_path, home=None)
    assert shown.values("class").count("top") == 0 and shown.values("href")[-1] == "a.html"
    assert not any("index.html" in link for link in shown.values("href"))


@pytest.mark.parametrize(
    ("options", "linked"),
    [
        ({}, ["index.html#claims", "testing.html"]), ({"has_claims": False}, []),
        ({"has_claims": False, "has_speed": True}, ["speed.html"]),
        ({"has_claims": False, "has_papers": True}, ["index.html#papers"]),
    ],
)  # fmt: skip
def test_each_page_links_to_what_the_front_page_has(tmp_path, options, linked):
    links = page(tmp_path, **options).values("href")
    asked = ("index.html#claims", "testing.html", "speed.html", "index.html#papers")
    assert [link for link in links if link in asked] == sorted(linked, key=links.index)


@pytest.mark.parametrize(
    ("results", "told"),
    [("../", "../../x.log"), ("../../", "../../../x.log"), (None, "x.log")],
)  # fmt: skip
def test_a_page_finds_the_results_from_its_depth(tmp_path, monkeypatch, results, told):
    environment = templates().overlay()
    environment.loader = None
    shown = environment.from_string("{{ results }}x.log {{ kept }}")
    monkeypatch.setattr(type(templates()), "get_template", lambda self, name: shown)
    options = {} if results == "../" else {"results": results}
    SiteFolder(tmp_path, **options).page("methods/a.html", "any.html")
    assert (tmp_path / "methods/a.html").read_text() == f"{told} False"
    SiteFolder(tmp_path, kept=True).page("a.html", "any.html")
    assert (tmp_path / "a.html").read_text() == "../x.log True"


def test_the_first_use_of_a_word_has_its_meaning(tmp_path):
    rows = [[name, {"text": "inconclusive", "kind": ""}] for name in ("A", "B")]
    shown = page(tmp_path, content=INDEX | {"rows": rows})
    assert shown.values("class").count("term") == 1


def test_a_name_never_becomes_markup(tmp_path):
    rows = [[NASTY, {"text": NASTY, "kind": NASTY}]]
    shown = page(tmp_path, content=INDEX | {"title": NASTY, "rows": rows})
    assert shown.open == [] and shown.values("onerror") == [] and shown.text.count(NASTY) >= 3


def test_texts_and_copies_are_files_of_the_site(tmp_path):
    (tmp_path / "source.csv").write_bytes(b"a\n1\n")
    site = SiteFolder(tmp_path / "site")
    site.text("deep/er/a.txt", "é\n")
    site.copy(tmp_path / "source.csv", "data/copy.csv")
    assert (tmp_path / "site/deep/er/a.txt").read_text(encoding="utf-8") == "é\n"
    assert (tmp_path / "site/data/copy.csv").read_bytes() == b"a\n1\n"
    assert site.add("later.svg") == tmp_path / "site/later.svg"
    assert site.written == {
        tmp_path / "site" / name for name in ("deep/er/a.txt", "data/copy.csv", "later.svg")
    }


def test_the_assets_are_the_style_sheet_and_the_scripts(tmp_path):
    SiteFolder(tmp_path).assets()
    look = Path(templates().loader.searchpath[0])
    for name in ("site.css", "site.js", "chart.js"):
        assert (tmp_path / "assets" / name).read_bytes() == (look / name).read_bytes()


def test_files_that_were_not_written_are_removed_with_the_folders_that_they_leave(tmp_path):
    for name in ("old.html", "gone/deep/er/old.html", "half/old.html", "half/new.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old")
    (tmp_path / "empty").mkdir()
    site = SiteFolder(tmp_path)
    site.text("new.html", "new")
    site.text("half/new.html", "new")
    site.sweep()
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")}
    assert left == {"new.html", "half", "half/new.html", "files.txt"}
    assert (tmp_path / "half/new.html").read_text() == "new"
    assert (tmp_path / "files.txt").read_text() == "half/new.html\nnew.html\n"


def test_an_old_page_is_removed_although_another_of_its_name_was_written(tmp_path):
    page(tmp_path, "experiments/gone/index.html")
    site = SiteFolder(tmp_path)
    site.text("experiments/toy/index.html", "")
    site.sweep()
    assert [path.name for path in (tmp_path / "experiments").iterdir()] == ["toy"]
