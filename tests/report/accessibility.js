// The faults of a page that readers with a keyboard, a screen reader or weak sight would meet, as text.
// The rules are those of WCAG 2.2, level AA, that a program can decide.
function accessibilityFaults() {
  const faults = [];
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  const brief = (node) => node.outerHTML.slice(0, 90);
  const name = (node) => (node.getAttribute("aria-label") || node.labels?.[0]?.textContent ||
    (node.getAttribute("aria-labelledby") || "").split(" ").map((id) => document.getElementById(id)?.textContent || "").join("") ||
    [...node.querySelectorAll("img")].map((image) => image.alt).join("") || node.textContent || node.title || "").trim();
  const each = (selector, isFaulty, what) => {
    for (const node of document.querySelectorAll(selector))
      if (isFaulty(node)) faults.push(`${what}: ${brief(node)}`);
  };

  each("a[href], button, select, input, summary, dialog, [role=group], [role=img], nav", (node) => shown(node) && !name(node), "no name");
  each("img", (node) => !node.hasAttribute("alt") || (shown(node) && node.alt.trim() === ""), "no alternative text");
  each("th", (node) => !node.hasAttribute("scope"), "header without scope");
  each("[tabindex]", (node) => node.tabIndex > 0, "order of focus changed");
  each("div, p, li, span, table", (node) => shown(node) && node.scrollWidth > node.clientWidth + 1 &&
    /auto|scroll/.test(getComputedStyle(node).overflowX) && node.tabIndex < 0 && !node.querySelector("a, button, input, svg[tabindex]"), "keyboard cannot scroll it");
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) faults.push(`id used twice: ${id}`);
  for (const attribute of ["aria-labelledby", "aria-describedby", "for"])
    each(`[${attribute}]`, (node) => node.getAttribute(attribute).split(" ").some((id) => !document.getElementById(id)), `${attribute} names nothing`);
  const landmarks = [...document.querySelectorAll("section[aria-labelledby], [role=region], nav")].map((node) => `${node.tagName === "NAV"} ${name(node)}`);
  if (new Set(landmarks).size < landmarks.length) faults.push("two landmarks have one name");
  if (!document.documentElement.lang || !document.title) faults.push("no language or title");
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main part");

  let level = 0;
  for (const heading of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
    if (!shown(heading)) continue;
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`heading skips a level: ${brief(heading)}`);
    level = next;
  }

  // contrast of each text with the first opaque background behind it
  const parts = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parts(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || seen.has(node) || node.closest("script, style, svg, .skip") || !shown(node)) continue;
    seen.add(node);
    const style = getComputedStyle(node), size = parseFloat(style.fontSize);
    const [high, low] = [light(parts(style.color)), light(behind(node))].sort((a, b) => b - a);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if ((high + 0.05) / (low + 0.05) < needed - 0.01) faults.push(`contrast ${((high + 0.05) / (low + 0.05)).toFixed(2)}: ${brief(node)}`);
  }
  return faults;
}
