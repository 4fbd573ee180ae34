// What an eye sees on a screen; run in the page, a list of flaws comes out.
() => {
  const flaws = [];
  const root = document.documentElement;
  const layer = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const SLACK = 2;

  const say = (one) => {
    const text = (one.getAttribute?.("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${one.localName}${[...one.classList].filter((name) => !name.startsWith("svelte-")).map((name) => "." + name).join("")}> ${text}`;
  };
  const px = ({ left, top, right, bottom }) => `${left.toFixed(0)},${top.toFixed(0)}–${right.toFixed(0)},${bottom.toFixed(0)}`;
  const isOnlySpoken = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { clipPath, opacity } = getComputedStyle(at);
      if (clipPath.startsWith("inset(50%") || opacity === "0") return true;
    }
    return false;
  };
  const isDotted = (one) => getComputedStyle(one).textOverflow === "ellipsis";
  const both = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const touches = (a, b, x = SLACK, y = SLACK) => {
    const { left, top, right, bottom } = both(a, b);
    return right - left > x && bottom - top > y;
  };
  const isEmpty = ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1;

  /** The part of *rect* that is shown; *lost* when something is cut off that no scrolling brings back. */
  const shownPart = (one, rect, slack, isText) => {
    let part = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    let lost = null;
    let position = isText ? "static" : getComputedStyle(one).position;
    for (let at = isText ? one : one.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (position === "fixed") break;
      if (position === "absolute" && style.position === "static") continue;
      position = style.position;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      if (at instanceof SVGElement && at.localName !== "svg") continue;
      const box = at.getBoundingClientRect();
      const across = part.left < box.left - slack || part.right > box.right + slack;
      const along = part.top < box.top - slack || part.bottom > box.bottom + slack;
      // What fades, ends in dots or is told elsewhere is left out on purpose; what to do now never is.
      const isShortened = isDotted(at) && !at.matches("[role=status]");
      const fades = style.maskImage !== "none" || isShortened || ("spill" in at.dataset && isEmpty(both(part, box)));
      const hidden = (value) => value === "hidden" || value === "clip";
      if (!fades && !lost && ((across && hidden(style.overflowX)) || (along && hidden(style.overflowY)))) lost = at;
      part = both(part, box);
      if (isEmpty(part)) break;
    }
    return { part, lost };
  };

  if (root.scrollWidth > innerWidth + 1) flaws.push(`the page scrolls sideways: ${root.scrollWidth} of ${innerWidth}`);
  const canScroll = root.scrollHeight > innerHeight + 1;
  for (const one of layer.querySelectorAll("*")) {
    const { overflowX } = getComputedStyle(one);
    if ((overflowX === "auto" || overflowX === "scroll") && one.scrollWidth > one.clientWidth + 1 && !("strip" in one.dataset))
      flaws.push(`scrolls sideways: ${say(one)} ${one.scrollWidth} of ${one.clientWidth}`);
  }

  // What a player needs now lies on the screen as it is; nobody should have to look for it.
  if (layer === document.body && !document.querySelector("dialog[open]"))
    for (const one of document.querySelectorAll("main[data-seq] [data-needed]")) {
      const rect = one.getBoundingClientRect();
      if (one.checkVisibility() && !isEmpty(rect) && (rect.top < -1 || rect.bottom > innerHeight + 1)) flaws.push(`below the fold: ${say(one)} ${px(rect)}`);
    }

  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !isOnlySpoken(one);
  const things = [];
  for (const one of layer.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    const target = one.matches("input[type=radio], input[type=checkbox]") ? (one.closest("label") ?? one) : one;
    if (!isSeen(target)) continue;
    const rect = target.getBoundingClientRect();
    if (isEmpty(rect)) continue;
    const { part, lost } = shownPart(target, rect, SLACK, false);
    if (lost) flaws.push(`cut off: ${say(target)} ${px(rect)} by ${say(lost).slice(0, 30)} ${px(lost.getBoundingClientRect())}`);
    if (isEmpty(part)) continue;
    if (part.left < -1 || part.right > innerWidth + 1) flaws.push(`beside the screen: ${say(target)} ${px(rect)}`);
    if (!canScroll && layer === document.body && (part.top < -1 || part.bottom > innerHeight + 1)) flaws.push(`off the screen: ${say(target)} ${px(rect)}`);
    things.push({ one: target, rect: part });
    const x = (part.left + part.right) / 2;
    const y = (part.top + part.bottom) / 2;
    const top = document.elementFromPoint(x, y);
    if (top && !target.contains(top) && !top.contains(target)) flaws.push(`covered: ${say(target)} ${px(part)} by ${say(top)}`);
  }
  things.forEach((a, at) => {
    for (const b of things.slice(at + 1))
      if (!a.one.contains(b.one) && !b.one.contains(a.one) && touches(a.rect, b.rect))
        flaws.push(`overlap: ${say(a.one)} ${px(a.rect)} and ${say(b.one)} ${px(b.rect)}`);
  });

  for (const one of layer.querySelectorAll("svg")) {
    if (one.parentElement.closest("svg") || !isSeen(one)) continue;
    const rect = one.getBoundingClientRect();
    const { part, lost } = shownPart(one, rect, SLACK, false);
    if (lost && !isEmpty(part)) flaws.push(`picture cut off: ${say(one.parentElement)} ${px(rect)} by ${say(lost).slice(0, 30)} ${px(lost.getBoundingClientRect())}`);
  }

  // A click on it is a click on what lies below; and a picture's own letters may be covered.
  const isLabel = (one) => getComputedStyle(one).pointerEvents === "none" || one.closest("svg[aria-hidden=true]");
  // What somebody has opened lies over the rest until it is closed.
  const opened = [...layer.querySelectorAll("[data-over]")].filter(isSeen);
  const isUnder = (one, part) => opened.some((sheet) => !sheet.contains(one) && touches(part, sheet.getBoundingClientRect(), 0, 0));
  const texts = [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.closest("script, style, option, title, [popover]") || !isSeen(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (isEmpty(rect)) continue;
      const lead = (rect.bottom - rect.top) * 0.17;
      const ink = { left: rect.left, right: rect.right, top: rect.top + lead, bottom: rect.bottom - lead };
      const { part, lost } = shownPart(one, ink, 1.5, true);
      const dotted = [one, one.parentElement].find(isDotted);
      const kept = dotted ? both(ink, dotted.getBoundingClientRect()) : ink;
      const left = kept.right - kept.left;
      if (left > 0 && left < ink.right - ink.left - 2 && left < 1.6 * parseFloat(getComputedStyle(one).fontSize))
        flaws.push(`text cut to a letter: ${say(one)} ${px(ink)}`);
      if (lost && !lost.title) flaws.push(`text cut off: ${say(one)} ${px(ink)} by ${say(lost).slice(0, 30)} ${px(lost.getBoundingClientRect())}`);
      if (isEmpty(part)) continue;
      if (part.left < -1 || part.right > innerWidth + 1) flaws.push(`text beside the screen: ${say(one)} ${px(ink)}`);
      if (!canScroll && layer === document.body && part.bottom > innerHeight + 1) flaws.push(`text off the screen: ${say(one)} ${px(ink)}`);
      if (!isUnder(one, part)) texts.push({ node, one, rect: part });
    }
  }
  texts.forEach((a, at) => {
    for (const b of texts.slice(at + 1))
      if (a.node !== b.node && touches(a.rect, b.rect)) flaws.push(`texts overlap: ${say(a.one)} ${px(a.rect)} and ${say(b.one)} ${px(b.rect)}`);
    for (const b of things)
      if (!b.one.contains(a.one) && !a.one.contains(b.one) && !isLabel(a.one) && touches(a.rect, b.rect)) flaws.push(`text on ${say(b.one)} ${px(b.rect)}: ${say(a.one)} ${px(a.rect)}`);
  });
  return [...new Set(flaws)];
}
