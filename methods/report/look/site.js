// Sort and filter tables, switch what cells show, enlarge figures, and open the trials behind a cell.
"use strict";

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
const make = (tag, text = "", className = "") =>
  Object.assign(document.createElement(tag), { textContent: text, className });

// The number or text that a cell shows now. Empty cells come last in both directions, and "< 0.001"
// comes before 0.001.
function sortKey(cell) {
  const shown = cell.querySelector({ mean: ".m", rank: ".r", seconds: ".s" }[document.body.dataset.show]);
  const text = (shown || cell).textContent.trim();
  const below = text.startsWith("<");
  const digits = text.slice(below).replace("−", "-").replace(/(\d),(?=\d{3})/g, "$1");
  const number = parseFloat(digits) - below * 1e-9;
  return { text, number, empty: text === "" || text.startsWith("–") };
}

function sortBy(header) {
  const column = header.cellIndex;
  const body = header.closest("table").tBodies[0];
  const descending = header.getAttribute("aria-sort") === "ascending";
  for (const other of header.parentNode.cells) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const rows = [...body.rows].map((row) => ({ row, key: sortKey(row.cells[column]) }));
  const numbers = rows.every(({ key }) => key.empty || !Number.isNaN(key.number));
  rows.sort((a, b) => {
    if (a.key.empty !== b.key.empty) return a.key.empty ? 1 : -1;
    const order = numbers ? a.key.number - b.key.number || 0
      : a.key.text.localeCompare(b.key.text, undefined, { numeric: true });
    return descending ? -order : order;
  });
  body.append(...rows.map(({ row }) => row));
}

// Sort a table whose cells have changed by the same column in the same direction.
function sortAgain(header) {
  header.setAttribute("aria-sort", header.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending");
  sortBy(header);
}

// Show means, ranks or seconds, and keep each table sorted by what it shows now.
function showInstead(view) {
  document.body.dataset.show = view;
  all("table.scores th[aria-sort]").forEach(sortAgain);
}

const wanted = (kind) => all(`[data-filter=${kind}]`).map((input) => input.value.trim().toLowerCase()).join("");

function filter() {
  const row = wanted("row"), column = wanted("column"), claim = wanted("claim"), verdict = wanted("verdict");
  for (const item of all("main tbody tr[data-row]"))
    if (!item.closest("details.claim")) {
      const text = (item.closest("article.table") ? item.dataset.row : item.textContent).toLowerCase();
      item.hidden = !text.includes(row);
    }
  for (const table of all("table.scores"))
    all("th[data-column]", table).forEach((header) => {
      const hidden = !header.dataset.column.toLowerCase().includes(column);
      for (const line of table.rows) line.cells[header.cellIndex].hidden = hidden;
    });
  const claims = all("[data-claim]");
  for (const item of claims)
    item.hidden = !item.textContent.toLowerCase().includes(claim) ||
      (verdict !== "" && item.dataset.verdict !== verdict);
  for (const section of all(".paper"))
    section.hidden = (claim || verdict) !== "" && !all("[data-claim]:not([hidden])", section).length;
  for (const count of all("[data-count=claim]"))
    count.textContent = `${claims.filter((item) => !item.hidden).length} of ${claims.length}`;
}

// What is shown on demand is in scripts beside the page, because file:// forbids fetch.
const files = {};
const waiting = {};
window.marginbenchFile = (name, content) => { files[name] = content; };

// Give the content of a file to `then`, or to `missing` a sentence that says why not.
function withFile(name, then, missing) {
  if (files[name]) return then(files[name]);
  waiting[name] = then;
  if (document.querySelector(`script[data-file="${name}"]`)) return;
  const script = document.createElement("script");
  script.dataset.file = name;
  script.src = `${name}.js`;
  script.onload = () => waiting[name](files[name]);
  script.onerror = () => {
    script.remove();
    missing(`The file ${name}.js is missing.`);
  };
  document.head.append(script);
}

// Show a table of scores by another metric, sorted and filtered as it was.
function showMetric(select) {
  const article = select.closest("article"), title = article.querySelector("h3"), shown = article.querySelector(".shown");
  const metric = select.value, name = `tables/${select.dataset.table}.${metric}`;
  const own = `tables/${select.dataset.table}.${select.options[0].value}`;
  files[own] ??= { title: title.innerHTML, html: shown.innerHTML };
  withFile(name, (content) => {
    if (select.value !== metric) return; // another one was chosen meanwhile
    const sorted = shown.querySelector("th[aria-sort]");
    title.innerHTML = content.title;
    shown.innerHTML = content.html;
    if (sorted) {
      const header = shown.querySelector("thead").rows[0].cells[sorted.cellIndex];
      header.setAttribute("aria-sort", sorted.getAttribute("aria-sort"));
      sortAgain(header);
    }
    filter();
  }, (why) => { shown.replaceChildren(make("p", why)); });
}

function fillSelect(select, values, chosen) {
  select.replaceChildren(...values.map((value) => new Option(value || "–", value, false, value === chosen)));
  select.disabled = values.length < 2;
}

function openTrials(study, dataset, method, condition, metric) {
  const dialog = byId("trials");
  byId("trials-body").replaceChildren(make("p", "Loading …"));
  byId("trials-title").textContent = dataset;
  if (!dialog.open) dialog.showModal();
  withFile(`trials/${study}.${dataset}`, (content) => {
    const methods = Object.keys(content.methods);
    if (!methods.length) {
      byId("trials-body").replaceChildren(make("p", "No fits of this data set are stored."));
      return;
    }
    const show = (name, wish) => {
      const conditions = Object.keys(content.methods[name].conditions);
      const label = conditions.includes(wish) ? wish : conditions[0];
      fillSelect(byId("pick-method"), methods, name);
      fillSelect(byId("pick-condition"), conditions, label);
      byId("trials-title").textContent = `${name} on ${dataset}`;
      byId("trials-method").href = content.methods[name].page;
      byId("trials-dataset").href = `../../datasets/${dataset}.html`;
      showTrials(content.methods[name].conditions[label], metric);
    };
    byId("pick-method").onchange = (event) => show(event.target.value, byId("pick-condition").value);
    byId("pick-condition").onchange = (event) => show(byId("pick-method").value, event.target.value);
    show(methods.includes(method) ? method : methods[0], condition);
  }, (why) => { byId("trials-body").replaceChildren(make("p", why)); });
}

function showTrials(cell, metric) {
  const scores = Object.entries(cell.scores).sort(([a], [b]) => (b === metric) - (a === metric));
  const columns = [["trial", cell.status.map((_, seed) => seed)], ...scores.slice(0, 1),
    ["fit seconds", cell.seconds], ["status", cell.status], ...scores.slice(1)];
  const table = make("table", "", "sortable");
  const head = table.createTHead().insertRow();
  for (const [name] of columns) {
    const header = make("th");
    header.scope = "col";
    const button = make("button", name.replaceAll("_", " "));
    button.type = "button";
    header.append(button);
    head.append(header);
  }
  const body = table.createTBody();
  cell.status.forEach((_, seed) => {
    const row = body.insertRow();
    for (const [, values] of columns) row.insertCell().textContent = values[seed] ?? "–";
  });
  const wide = make("div", "", "wide");
  wide.tabIndex = 0;
  wide.append(table);
  byId("trials-body").replaceChildren(wide, ...Object.entries(cell.traces).flatMap(([name, lines]) => drawn(name, lines)));
}

// The traces of one curve, a line for each trial.
function drawn(name, lines) {
  const label = `${name.replaceAll("_", " ")}, ${lines.length} trials`;
  const box = make("div", "", "chart");
  const series = lines.map(([seed, xs, ys]) => ({ name: `trial ${seed}`, points: xs.map((x, i) => [x, ys[i]]), line: true }));
  requestAnimationFrame(() => drawChart(box, { label, x: "step", y: name.replaceAll("_", " "), log: [false, false], series }));
  return [make("h3", label), box];
}

function openCell(cell) {
  const table = cell.closest("table");
  const { column } = table.tHead.rows[0].cells[cell.closest("td").cellIndex].dataset;
  openTrials(table.dataset.study, column, cell.closest("tr").dataset.row, table.dataset.condition, table.dataset.metric);
}

function enlarge(image) {
  const large = byId("enlarged").querySelector("img");
  large.src = image.src;
  large.alt = image.alt;
  large.style.width = "100%";
  byId("enlarged").showModal();
}

function zoom(button) {
  const image = byId("enlarged").querySelector("img");
  image.style.width = `${Math.max(25, parseFloat(image.style.width) * button.dataset.zoom)}%`;
}

// A formula that is wider than its place becomes smaller, as far as it stays legible.
function fitFormulas() {
  for (const place of all(".equation > .set")) {
    const formula = place.firstElementChild;
    formula.style.fontSize = "";
    const size = parseFloat(getComputedStyle(formula).fontSize), share = place.clientWidth / place.scrollWidth;
    if (share < 1) formula.style.fontSize = `${size * Math.max(0.98 * share, 0.55)}px`;
  }
}

function openTarget() {
  const target = location.hash && byId(location.hash.slice(1));
  if (target && target.matches("details")) {
    target.open = true;
    target.scrollIntoView();
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const header = button.closest("table.sortable thead th");
  if (header) sortBy(header);
  else if (button.matches(".scores .cell")) openCell(button);
  else if (button.dataset.open) openTrials(button.closest("[data-study]").dataset.study, button.dataset.open, "", "", "error");
  else if (button.matches(".zoom")) enlarge(button.querySelector("img"));
  else if (button.dataset.zoom) zoom(button);
});
document.addEventListener("input", (event) => {
  if (event.target.name === "show") showInstead(event.target.value);
  else if (event.target.dataset.table) showMetric(event.target);
  else if (event.target.dataset.filter) filter();
});
window.addEventListener("hashchange", openTarget);
window.addEventListener("resize", fitFormulas);
// a browser may keep the choice from before a reload
for (const input of all("[name=show]:checked")) document.body.dataset.show = input.value;
filter();
fitFormulas();
openTarget();
