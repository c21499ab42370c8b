"use strict";
// Draws the page from the data that custom_compiler/profile/page.py puts into it.
const FEW_CORES = 8;  // shown at first
const NS = "http://www.w3.org/2000/svg";
const colour = (pipe) => getComputedStyle(document.documentElement).getPropertyValue("--" + pipe).trim();
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();

/** An element with attributes and children; texts are texts, never HTML. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
/** A table that scrolls within the page where that is narrower. */
const table = (attributes, ...rows) => make("div", { class: "scroll" }, make("table", attributes, ...rows));
function draw(tag, attributes, ...children) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const percent = (share) => (100 * share).toFixed(share < 0.0995 ? 1 : 0) + " %";
const sum = (values) => values.reduce((a, b) => a + (b || 0), 0);
function bytesText(n) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) { n /= 1024; unit++; }
  return (unit && n < 100 ? n.toFixed(1) : Math.round(n)) + " " + units[unit];
}
const shortFile = (file) => file.split("/").pop();

function show(data) {
  const page = document.getElementById("page");
  if (data.runs.length === 2) compare(page, data);
  const run = data.runs[data.runs.length - 1];
  if (data.runs.length === 2) page.append(make("h1", { style: "margin-top:40px" }, run.title));
  head(page, run, data.runs.length === 1);
  nearness(page, run);
  findings(page, run);
  timeline(page, run, data.pipes);
  sourceLines(page, run, data.pipes);
  coreTable(page, run, data.pipes);
  roofline(page, run);
  memories(page, run);
  document.title = data.runs.map((r) => r.title).join(" | ");
}

function head(page, run, withTitle) {
  if (withTitle) page.append(make("h1", {}, run.title));
  page.append(make("div", { class: "dim" }, `${run.kernel} on ${run.soc}, ${run.clock} MHz${run.caches ? "; " + run.caches : ""}. Times are those of a model of the cores, not of hardware.`));
  const longest = Math.max(0, ...run.cores.map((core) => core.cycles)) / run.clock;
  const facts = [["task", run.duration.toFixed(2) + " µs"], ["longest core", longest.toFixed(2) + " µs"],
    ["blocks", run.blocks], ["cores at work", run.cores.length]];
  page.append(make("div", { class: "facts" }, ...facts.map(([name, value]) => make("div", { class: "fact" }, make("b", {}, String(value)), name))));
}

function findings(page, run) {
  page.append(make("h2", {}, "What it means"));
  if (!run.advice.length) page.append(make("p", { class: "dim" }, "Nothing stands out."));
  else page.append(make("ol", { class: "advice" }, ...run.advice.map((text) => make("li", {}, text))));
}

/** For each thing that has a limit: the part of that speed that the launch reaches. */
function nearness(page, run) {
  if (!run.limits.length || !run.working) return;
  page.append(make("h2", {}, "How near the limits"), make("p", {}, run.verdict));
  const rows = run.limits.map(([name, least, work]) => make("tr", {}, make("td", {}, name),
    make("td", {}, make("div", { class: "stack", style: "width:320px" }, make("i", { style: `width:${Math.min(100, 100 * least / run.working)}%;background:${colour(name === "global memory" ? "mte2" : name === "the cubes" ? "cube" : "vec")}` }))),
    make("td", { class: "n" }, percent(least / run.working)), make("td", {}, `${least.toFixed(2)} of ${run.working.toFixed(2)} µs: ${work}`)));
  page.append(table({ style: "width:auto" }, ...rows));
}

function legend(pipes) {
  return make("div", { class: "legend" }, ...pipes.map((pipe) => make("span", {}, make("i", { style: `background:${colour(pipe)}` }), pipe)));
}

/** The pipes that any core of the run used, as pairs of number and name. */
function usedPipes(run, pipes) {
  return pipes.map((name, number) => [number, name]).filter(([number]) => run.cores.some((core) => core.busy[number]));
}

function timeline(page, run, pipes) {
  page.append(make("h2", {}, "Timeline"));
  if (!run.bars.length) {
    page.append(make("p", { class: "dim" }, "No instructions were recorded."));
    return;
  }
  const rows = [];
  for (const core of run.cores) {
    const used = new Set(run.bars.filter((bar) => bar[0] === core.unit).map((bar) => bar[1]));
    for (const pipe of [...used].sort((a, b) => a - b)) rows.push({ unit: core.unit, pipe, label: `${core.name} ${pipes[pipe]}`, bars: [] });
  }
  const rowOf = new Map(rows.map((row) => [row.unit + ":" + row.pipe, row]));
  for (const bar of run.bars) rowOf.get(bar[0] + ":" + bar[1])?.bars.push(bar);
  const reset = make("button", {}, "whole launch"), all = make("button", {}, `all ${run.cores.length} cores`);
  const hint = make("span", { class: "dim" }, " wheel: zoom, drag: move, click: the source line");
  page.append(legend(usedPipes(run, pipes).map(([, name]) => name)), make("p", {}, reset, " ", run.cores.length > FEW_CORES ? all : "", hint));
  if (run.leftOut) page.append(make("p", { class: "dim" }, `${run.leftOut} later instructions are not shown.`));
  const canvas = make("canvas", { id: "timeline" });
  page.append(canvas);
  const few = new Set(run.cores.slice(0, FEW_CORES).map((core) => core.unit));
  const view = new Timeline(canvas, rows.filter((row) => few.has(row.unit)), run, pipes, reset);
  all.addEventListener("click", () => { view.rows = rows; view.paint(); all.remove(); });
}

class Timeline {
  constructor(canvas, rows, run, pipes, reset) {
    Object.assign(this, { canvas, rows, run, pipes });
    this.left = 170; this.top = 22; this.rowHeight = 16;
    this.end = Math.max(...run.bars.map((bar) => bar[2] + bar[3]), 1);
    this.from = 0; this.to = this.end;
    this.tip = null;
    canvas.addEventListener("wheel", (event) => this.zoom(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => { this.drag = event.offsetX; this.moved = false; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => { if (!this.moved) this.choose(event); this.drag = undefined; });
    canvas.addEventListener("pointerleave", () => this.hideTip());
    reset.addEventListener("click", () => { this.from = 0; this.to = this.end; this.paint(); });
    new ResizeObserver(() => this.paint()).observe(canvas);
  }
  width() { return this.canvas.clientWidth - this.left; }
  x(cycle) { return this.left + (cycle - this.from) / (this.to - this.from) * this.width(); }
  cycle(x) { return this.from + (x - this.left) / this.width() * (this.to - this.from); }
  zoom(event) {
    event.preventDefault();
    const at = this.cycle(event.offsetX), factor = Math.exp(event.deltaY * 0.0015);
    const span = Math.min(this.end, Math.max(4, (this.to - this.from) * factor));
    this.from = Math.max(0, Math.min(this.end - span, at - (at - this.from) * span / (this.to - this.from)));
    this.to = this.from + span;
    this.paint();
  }
  move(event) {
    if (this.drag !== undefined && event.buttons) {
      const shift = (this.drag - event.offsetX) / this.width() * (this.to - this.from), span = this.to - this.from;
      this.moved = this.moved || Math.abs(this.drag - event.offsetX) > 2;
      this.from = Math.max(0, Math.min(this.end - span, this.from + shift));
      this.to = this.from + span;
      this.drag = event.offsetX;
      this.paint();
      return;
    }
    const bar = this.at(event);
    if (!bar) { this.hideTip(); return; }
    const us = (cycles) => (cycles / this.run.clock).toFixed(3) + " µs";
    const place = this.run.texts[bar[5]] ? `${shortFile(this.run.texts[bar[5]])}:${bar[6]}` : "";
    const moved = bar[7] >= 0 ? `, ${bytesText(bar[7])}` : "";
    this.showTip(event, `${this.run.texts[bar[4]]} on ${this.pipes[bar[1]]}`, `${bar[3]} cycles (${us(bar[3])}) from ${us(bar[2])}${moved}`, place, this.source(bar));
  }
  source(bar) {
    return this.run.lines.find((l) => l.file === this.run.texts[bar[5]] && l.line === bar[6])?.text || "";
  }
  at(event) {
    const row = this.rows[Math.floor((event.offsetY - this.top) / this.rowHeight)];
    if (!row || event.offsetX < this.left) return null;
    const cycle = this.cycle(event.offsetX), slack = (this.to - this.from) / this.width();
    return row.bars.find((bar) => bar[2] <= cycle + slack && cycle <= bar[2] + bar[3] + slack);
  }
  choose(event) {
    const bar = this.at(event);
    if (bar) chooseLine(this.run.texts[bar[5]], bar[6]);
  }
  showTip(event, ...lines) {
    this.hideTip();
    this.tip = make("div", { class: "tip" }, ...lines.filter(Boolean).map((line, i) => i === 3 ? make("code", {}, line) : make("div", {}, line)));
    document.body.append(this.tip);
    this.tip.style.left = Math.min(event.clientX + 14, innerWidth - this.tip.offsetWidth - 8) + "px";
    this.tip.style.top = event.clientY + 14 + "px";
  }
  hideTip() { this.tip?.remove(); this.tip = null; }
  paint() {
    const scale = devicePixelRatio || 1, height = this.top + this.rows.length * this.rowHeight + 6;
    this.canvas.style.height = height + "px";
    this.canvas.width = this.canvas.clientWidth * scale;
    this.canvas.height = height * scale;
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    this.paintAxis(pen, height);
    const colours = this.pipes.map(colour);
    this.rows.forEach((row, number) => {
      const y = this.top + number * this.rowHeight;
      if (number && this.rows[number - 1].unit !== row.unit) { pen.fillStyle = ink("line"); pen.fillRect(0, y, this.canvas.clientWidth, 1); }
      pen.fillStyle = ink("dim");
      pen.fillText(row.label, 8, y + 12);
      pen.fillStyle = colours[row.pipe];
      let painted = -1;
      for (const bar of row.bars) {
        const from = Math.max(this.left, this.x(bar[2])), to = this.x(bar[2] + bar[3]);
        if (to < this.left || from > this.canvas.clientWidth || to <= painted) continue;
        pen.fillRect(Math.max(from, painted), y + 2, Math.max(0.7, to - Math.max(from, painted) - (to - from > 4 ? 0.6 : 0)), this.rowHeight - 3);
        painted = Math.max(painted, from + 0.7);
        if (to - from > 46) {
          pen.save(); pen.beginPath(); pen.rect(from, y, to - from - 4, this.rowHeight); pen.clip();
          pen.fillStyle = "#fff"; pen.fillText(this.run.texts[bar[4]], from + 4, y + 12); pen.restore();
        }
      }
    });
  }
  paintAxis(pen, height) {
    const span = (this.to - this.from) / this.run.clock;
    const step = niceStep(span / (this.width() / 90));
    pen.fillStyle = ink("dim");
    for (let t = Math.ceil(this.from / this.run.clock / step) * step; t * this.run.clock <= this.to; t += step) {
      const x = this.x(t * this.run.clock);
      pen.fillStyle = ink("line"); pen.fillRect(x, this.top - 4, 1, height);
      pen.fillStyle = ink("dim"); pen.fillText(Number(t.toFixed(6)) + " µs", x + 3, 13);
    }
  }
}
function niceStep(raw) {
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((n) => n * power >= raw);
}

function stack(values, whole, pipes) {
  const bar = make("div", { class: "stack" });
  values.forEach((value, number) => { if (value) bar.append(make("i", { title: `${pipes[number]} ${Math.round(value)} cycles`, style: `width:${100 * value / whole}%;background:${colour(pipes[number])}` })); });
  return bar;
}
const lineId = (file, line) => `line-${shortFile(file)}-${line}`;
function chooseLine(file, line) {
  document.querySelectorAll("tr.chosen").forEach((row) => row.classList.remove("chosen"));
  const row = document.getElementById(lineId(file, line));
  row?.classList.add("chosen");
  row?.scrollIntoView({ block: "center", behavior: "smooth" });
}
function sourceLines(page, run, pipes) {
  page.append(make("h2", {}, "Where the time goes, by source line"));
  if (!run.lines.length) { page.append(make("p", { class: "dim" }, "No source lines are known.")); return; }
  const whole = sum(run.lines.map((line) => sum(line.cycles))) || 1, most = Math.max(...run.lines.map((line) => sum(line.cycles)));
  const rows = run.lines.slice(0, 60).map((line) => make("tr", { id: lineId(line.file, line.line) },
    make("td", { class: "n" }, percent(sum(line.cycles) / whole)), make("td", {}, stack(line.cycles, most, pipes)),
    make("td", { class: "n" }, String(line.count)), make("td", { class: "n" }, line.wait ? Math.round(line.wait).toLocaleString("en") : ""),
    make("td", {}, make("code", { title: line.file }, `${shortFile(line.file) || "?"}:${line.line}`)), make("td", {}, make("code", {}, line.text))));
  const header = [["work", "n"], ["by pipe", ""], ["calls", "n"], ["waited (cycles)", "n"], ["place", ""], ["source", ""]];
  page.append(table({}, make("tr", {}, ...header.map(([name, kind]) => make("th", { class: kind }, name))), ...rows));
}

function coreTable(page, run, pipes) {
  page.append(make("h2", {}, "Cores: part of the time that each pipe is at work"));
  const used = usedPipes(run, pipes);
  const header = make("tr", {}, make("th", {}, "core"), make("th", { class: "n" }, "µs"), ...used.map(([, name]) => make("th", { class: "n" }, name)));
  const rows = run.cores.slice(0, 128).map((core) => make("tr", {}, make("td", {}, core.name), make("td", { class: "n" }, (core.cycles / run.clock).toFixed(2)),
    ...used.map(([number, name]) => {
      const share = core.busy[number] === null || !core.cycles ? null : core.busy[number] / core.cycles;
      const style = share === null ? "" : `background:color-mix(in srgb, ${colour(name)} ${Math.round(70 * share)}%, transparent)`;
      return make("td", { class: "n", style }, share === null ? "" : percent(share));
    })));
  page.append(table({}, header, ...rows));
}

function roofline(page, run) {
  page.append(make("h2", {}, "Roofline"));
  const moved = sum(run.cores.map((core) => sum(["ddr_read", "ddr_write"].map((way) => core.bytes[way]))));  // what L2 holds does not come from there
  const roofs = [["vec", "vec_ops", "vec_ops_per_us"], ["cube", "cube_ops", "cube_ops_per_us"]]
    .map(([pipe, counter, peak]) => ({ pipe, peak: run.peaks[peak], ops: sum(run.cores.map((core) => core.counters[counter])) })).filter((roof) => roof.ops && roof.peak);
  const slope = run.peaks.gm_bytes_per_us;
  if (!roofs.length || !slope || !moved || !run.working) { page.append(make("p", { class: "dim" }, "The model gave no operations, bytes or limits to draw one.")); return; }
  const width = 720, height = 300, left = 76, bottom = 36;
  const points = roofs.map((roof) => ({ ...roof, x: roof.ops / moved, y: roof.ops / run.working }));
  const xs = [...points.map((p) => p.x / 4), ...roofs.map((r) => 8 * r.peak / slope)], ys = [...points.map((p) => p.y / 4), ...roofs.map((r) => r.peak * 2)];
  const lx = (v) => left + (Math.log10(v) - Math.log10(Math.min(...xs) / 2)) / (Math.log10(Math.max(...xs) * 2) - Math.log10(Math.min(...xs) / 2)) * (width - left - 10);
  const ly = (v) => height - bottom - (Math.log10(v) - Math.log10(Math.min(...ys))) / (Math.log10(Math.max(...ys)) - Math.log10(Math.min(...ys))) * (height - bottom - 10);
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  const powers = (least, most) => Array.from({ length: Math.max(0, Math.floor(Math.log10(most)) - Math.ceil(Math.log10(least)) + 1) }, (_, i) => 10 ** (Math.ceil(Math.log10(least)) + i));
  for (const y of powers(Math.min(...ys), Math.max(...ys))) {
    svg.append(draw("line", { x1: left, y1: ly(y), x2: width - 10, y2: ly(y), stroke: ink("line") }));
    svg.append(draw("text", { x: left - 8, y: ly(y) + 4, "text-anchor": "end" }, y >= 1e5 ? `${+(y / 1e6).toPrecision(2)} TOP/s` : `${+(y / 1e3).toPrecision(2)} GOP/s`));
  }
  for (const roof of points) {
    const knee = roof.peak / slope, least = Math.min(...ys), from = Math.max(least / slope, Math.min(...xs) / 2);
    svg.append(draw("polyline", { points: `${lx(from)},${ly(Math.max(least, from * slope))} ${lx(knee)},${ly(roof.peak)} ${lx(Math.max(...xs) * 2)},${ly(roof.peak)}`, fill: "none", stroke: colour(roof.pipe), "stroke-width": 2 }));
    svg.append(draw("text", { x: width - 10, y: ly(roof.peak) - 5, "text-anchor": "end" }, `${roof.pipe}: ${(roof.peak / 1e6).toPrecision(3)} TOP/s`));
    svg.append(draw("circle", { cx: lx(roof.x), cy: ly(roof.y), r: 6, fill: colour(roof.pipe) }));
    const limit = Math.min(roof.peak, roof.x * slope);
    svg.append(draw("text", { x: lx(roof.x) + 10, y: ly(roof.y) + 4 }, `${(roof.y / 1e6).toPrecision(3)} TOP/s, ${percent(roof.y / limit)} of what ${roof.x < knee ? "memory" : "the " + roof.pipe + " unit"} allows`));
  }
  svg.append(draw("line", { x1: left, y1: height - bottom, x2: width - 10, y2: height - bottom, stroke: ink("line") }));
  for (const x of powers(Math.min(...xs) / 2, Math.max(...xs) * 2)) svg.append(draw("text", { x: lx(x), y: height - bottom + 14, "text-anchor": "middle" }, String(+x.toPrecision(2))));
  svg.append(draw("text", { x: width / 2, y: height - 6, "text-anchor": "middle" }, "operations per byte of global memory"));
  page.append(svg);
}

function memories(page, run) {
  page.append(make("h2", {}, "Memories: the most that was in use"));
  if (!run.memories.length) { page.append(make("p", { class: "dim" }, "Not known.")); return; }
  const rows = run.memories.map(([name, used, size]) => make("tr", {}, make("td", {}, name),
    make("td", {}, make("div", { class: "stack", style: "width:320px" }, make("i", { style: `width:${size ? Math.min(100, 100 * used / size) : 0}%;background:${used > size ? "#e03131" : colour("mte2")}` }))),
    make("td", { class: "n" }, bytesText(used)), make("td", { class: "n" }, "of " + bytesText(size)), make("td", { class: "n" }, size ? percent(used / size) : "")));
  page.append(table({ style: "width:auto" }, ...rows));
}

/** Part of all cycles of the cores that a pipe is at work; null if nobody knows. */
function pipeShare(run, number) {
  if (!run.cores.some((core) => core.busy[number] !== null)) return null;
  return sum(run.cores.map((core) => core.busy[number])) / (sum(run.cores.map((core) => core.cycles)) || 1);
}
function compare(page, data) {
  const [before, after] = data.runs;
  page.append(make("h1", {}, `${before.title} → ${after.title}`));
  const change = (a, b) => {
    if (!a) return make("td", { class: "n" }, "");
    const ratio = b / a - 1;
    return make("td", { class: "n " + (ratio < -0.005 ? "better" : ratio > 0.005 ? "worse" : "") }, (ratio > 0 ? "+" : "") + (100 * ratio).toFixed(1) + " %");
  };
  const longest = (run) => Math.max(0, ...run.cores.map((core) => core.cycles)) / run.clock;
  const rows = [["task (µs)", before.duration, after.duration], ["longest core (µs)", longest(before), longest(after)]]
    .map(([name, a, b]) => make("tr", {}, make("td", {}, name), make("td", { class: "n" }, a.toFixed(2)), make("td", { class: "n" }, b.toFixed(2)), change(a, b)));
  data.pipes.forEach((name, number) => {
    const [a, b] = [pipeShare(before, number), pipeShare(after, number)];
    if (!a && !b) return;
    const text = (share) => share === null ? "" : percent(share);
    rows.push(make("tr", {}, make("td", {}, name + " at work"), make("td", { class: "n" }, text(a)), make("td", { class: "n" }, text(b)), make("td", { class: "n dim" }, a === null || b === null ? "" : (b > a ? "+" : "") + (100 * (b - a)).toFixed(1) + " points")));
  });
  page.append(table({ style: "width:auto;min-width:480px" }, make("tr", {}, ...["", "before", "after", "change"].map((t, i) => make("th", { class: i ? "n" : "" }, t))), ...rows));
  compareLines(page, before, after, change);
}
/** Lines are the same if their file's name and text are. */
function compareLines(page, before, after, change) {
  const key = (line) => shortFile(line.file) + "\0" + (line.text || line.line);
  const costs = new Map();
  [before, after].forEach((run, which) => run.lines.forEach((line) => {
    const entry = costs.get(key(line)) || { line, cycles: [0, 0] };
    entry.cycles[which] += sum(line.cycles);
    costs.set(key(line), entry);
  }));
  const changed = [...costs.values()].filter(({ cycles: [a, b] }) => Math.abs(b - a) > 0.002 * Math.max(a, b)).sort((a, b) => Math.abs(b.cycles[1] - b.cycles[0]) - Math.abs(a.cycles[1] - a.cycles[0])).slice(0, 20);
  if (!changed.length) return;
  page.append(make("h2", {}, "Lines whose work changed most (cycles)"));
  page.append(table({}, make("tr", {}, ...["before", "after", "change"].map((t) => make("th", { class: "n" }, t)), make("th", {}, "place"), make("th", {}, "source")),
    ...changed.map(({ line, cycles: [a, b] }) => make("tr", {}, make("td", { class: "n" }, Math.round(a).toLocaleString("en")), make("td", { class: "n" }, Math.round(b).toLocaleString("en")), change(a, b), make("td", {}, make("code", {}, `${shortFile(line.file)}:${line.line}`)), make("td", {}, make("code", {}, line.text))))));
}
