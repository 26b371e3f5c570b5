// Curves as SVG: hover or the arrow keys tell values, and each axis can be logarithmic.
"use strict";

const EDGE = { left: 64, right: 14, top: 12, bottom: 44 };
const CHART_HEIGHT = 300, TICK_PIXELS = 64, COLOURS = 8;

const drawNode = (tag, attributes = {}, text = "") => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
};
const asText = (value) => value === 0 ? "0"
  : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(1).replace("e+", "e")
    : String(Number(value.toPrecision(4)));

// Round values between the ends: powers of ten on a logarithmic axis, else steps of 1, 2 or 5.
function ticksOf(low, high, log, most) {
  if (log) {
    const decades = Math.log10(high / low), first = Math.ceil(Math.log10(low) - 1e-9);
    const factors = decades > 2 ? [1] : [1, 2, 5];
    const every = Math.max(1, Math.ceil(decades / most));
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high) + 1e-9; power++)
      for (const factor of factors)
        if ((power - first) % every === 0) ticks.push(factor * 10 ** power);
    return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
  }
  const rough = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) * power;
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(i * step);
  return ticks;
}

function axisOf(values, log, from, to) {
  const low = Math.min(...values), high = Math.max(...values), turned = log ? Math.log : (value) => value;
  const span = turned(high) - turned(low) || 1;
  return { low, high, log, at: (value) => from + (to - from) * (turned(value) - turned(low)) / span };
}

// chart: {label, x, y, log: [x, y], series: [{name, points: [[x, y], ...], line, colour}]}, a colour
// if it is not that of the place in the series
function drawChart(box, chart) {
  const points = chart.series.flatMap(({ name, points }, series) =>
    points.filter(([, y]) => y !== null).map(([x, y]) => ({ series, name, x, y })));
  const xs = points.map(({ x }) => x), ys = points.map(({ y }) => y);
  const canLog = [xs, ys].map((values) => values.every((value) => value > 0));
  const log = chart.log.map((wish, axis) => wish && canLog[axis]);
  const width = Math.max(280, box.clientWidth);
  const svg = drawNode("svg", { width, height: CHART_HEIGHT, role: "img", tabindex: 0, "aria-label": chart.label });
  const x = axisOf(xs, log[0], EDGE.left, width - EDGE.right);
  const y = axisOf(ys, log[1], CHART_HEIGHT - EDGE.bottom, EDGE.top);
  for (const tick of ticksOf(x.low, x.high, x.log, Math.floor(width / TICK_PIXELS / 1.3))) {
    svg.append(drawNode("line", { x1: x.at(tick), x2: x.at(tick), y1: EDGE.top, y2: CHART_HEIGHT - EDGE.bottom, class: "grid" }));
    svg.append(drawNode("text", { x: x.at(tick), y: CHART_HEIGHT - EDGE.bottom + 16, "text-anchor": "middle" }, asText(tick)));
  }
  for (const tick of ticksOf(y.low, y.high, y.log, 5)) {
    svg.append(drawNode("line", { x1: EDGE.left, x2: width - EDGE.right, y1: y.at(tick), y2: y.at(tick), class: "grid" }));
    svg.append(drawNode("text", { x: EDGE.left - 6, y: y.at(tick) + 4, "text-anchor": "end" }, asText(tick)));
  }
  const middle = (EDGE.top + CHART_HEIGHT - EDGE.bottom) / 2;
  svg.append(drawNode("text", { x: (EDGE.left + width - EDGE.right) / 2, y: CHART_HEIGHT - 6, "text-anchor": "middle" }, chart.x));
  svg.append(drawNode("text", { x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, chart.y));
  const colourOf = (series) => `series${(chart.series[series].colour ?? series) % COLOURS}`;
  chart.series.forEach(({ line }, series) => {
    const own = points.filter((point) => point.series === series);
    const colour = line ? colourOf(series) : "others";
    if (line)
      svg.append(drawNode("polyline", { class: colour, points: own.map((p) => `${x.at(p.x)},${y.at(p.y)}`).join(" ") }));
    if (!line || own.length <= 12)
      for (const point of own) svg.append(drawNode("circle", { class: colour, cx: x.at(point.x), cy: y.at(point.y), r: 3 }));
  });
  const ring = drawNode("circle", { class: "ring", r: 6, visibility: "hidden" });
  svg.append(ring);
  const told = make("output", "Point at a curve, or use the arrow keys.", "quiet");
  let at = -1;
  const tell = (index) => {
    at = (index + points.length) % points.length;
    const point = points[at];
    ring.setAttribute("cx", x.at(point.x));
    ring.setAttribute("cy", y.at(point.y));
    ring.setAttribute("visibility", "visible");
    told.textContent = `${point.name}: ${chart.x} ${asText(point.x)}, ${chart.y} ${asText(point.y)}`;
  };
  svg.addEventListener("pointermove", (event) => {
    const frame = svg.getBoundingClientRect();
    const far = ({ x: px, y: py }) => (x.at(px) - event.clientX + frame.left) ** 2 + (y.at(py) - event.clientY + frame.top) ** 2;
    tell(points.reduce((best, point, i) => (far(point) < far(points[best]) ? i : best), 0));
  });
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    tell(at < 0 && step < 0 ? points.length - 1 : at + step);
  });
  const controls = make("div", "", "controls");
  ["horizontal", "vertical"].forEach((name, axis) => {
    const label = make("label"), input = make("input");
    Object.assign(input, { type: "checkbox", checked: log[axis], disabled: !canLog[axis] });
    input.addEventListener("change", () => {
      chart.log[axis] = input.checked;
      drawChart(box, chart);
      all("input", box)[axis].focus();
    });
    label.append(input, `${name} axis logarithmic`);
    controls.append(label);
  });
  const legend = make("ul", "", "series");
  const named = chart.series.map(({ name, line }, series) => line && [name, colourOf(series)]).filter(Boolean);
  if (named.length < chart.series.length) named.push(["one size each", "others"]);
  for (const [name, colour] of named) {
    const item = make("li", name);
    item.prepend(make("span", "", colour));
    legend.append(item);
  }
  box.replaceChildren(controls, svg, told, ...(named.length > 1 && named.length <= COLOURS ? [legend] : []));
}

const charts = new Map(); // what each box on the page shows
for (const stored of all("script[data-chart]")) charts.set(byId(stored.dataset.chart), JSON.parse(stored.textContent));
const drawCharts = () => { for (const [box, chart] of charts) if (box.clientWidth) drawChart(box, chart); };

// Draw the chosen panel of a figure's curves, which a script beside the page holds.
function showCurves(fold) {
  const box = fold.querySelector(".chart"), select = fold.querySelector(".curves > .controls select");
  withFile(`curves/${fold.dataset.curves}`, (panels) => {
    charts.set(box, panels[select ? select.selectedIndex : 0]);
    drawChart(box, charts.get(box));
  }, (why) => { box.replaceChildren(make("p", why)); });
}

document.addEventListener("toggle", ({ target }) => { if (target.open && target.matches(".curves")) showCurves(target); }, true);
document.addEventListener("change", ({ target }) => { if (target.matches(".curves > .controls select")) showCurves(target.closest(".curves")); });
window.addEventListener("resize", drawCharts);
drawCharts();
