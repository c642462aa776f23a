// The cactus plot: the number of levels solved within a time, with a line per run. Equal lines are drawn beside each
// other; each of few levels is marked; levels that no line can show are listed below.

/** Maximum number of levels that are marked. */
const MARKED = 30;

/** @param {{name: string, seconds: number[]}[]} runs seconds of the solved levels, in any order
 * @param {number} levels that were run */
function cactus(runs, levels) {
  const [left, top, width, height] = [48, 16, 620, 240];
  const least = 0.001;
  const times = runs.flatMap((run) => run.seconds);
  const low = Math.floor(Math.log10(Math.max(least, Math.min(...times, 1))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(least, ...times))));
  const rim = 12;
  const x = (/** @type {number} */ seconds) => left + rim + ((width - 2 * rim) * (Math.log10(Math.max(seconds, least)) - low)) / (high - low);
  const y = (/** @type {number} */ count) => top + height - (height * count) / Math.max(levels, 1);
  const svg = draw("svg", { class: "chart", viewBox: `0 0 ${left + width + 150} ${top + height + 44}`, role: "img",
    "aria-label": runs.map((run) => `${run.name}: ${run.seconds.length} of ${counted(levels, "level")} solved`).join("; ") });
  const write = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ at) => {
    const label = draw("text", at);
    label.textContent = text;
    svg.append(label);
  };
  svg.append(draw("path", { class: "axis", d: `M${left} ${top}V${top + height}H${left + width}` }));
  for (let power = low; power <= high; power += 1) {
    write(`${10 ** power >= 1 ? 10 ** power : (10 ** power).toFixed(-power)} s`,
      { x: x(10 ** power), y: top + height + 18, "text-anchor": "middle" });
  }
  for (const count of new Set([0, Math.floor(levels / 2), levels])) {
    write(figure(count), { x: left - 6, y: y(count) + 4, "text-anchor": "end" });
  }
  const unsolved = levels - Math.max(0, ...runs.map((run) => run.seconds.length));
  write(`levels solved within the time${unsolved > 0 ? `; no run solves more than ${levels - unsolved} of ${levels}` : ""}`, { x: left, y: top + height + 38 });
  const ends = apart(runs.map((run) => y(run.seconds.length)));
  runs.forEach((run, index) => {
    const seconds = [...run.seconds].sort((one, other) => one - other);
    const line = seconds.map((time, count) => `V${y(count)}H${x(time)}V${y(count + 1)}`).join("");
    const aside = index - Math.floor(runs.length / 2);
    const look = { class: index === 0 ? "one" : "two", "stroke-dasharray": DASHES[index % DASHES.length] };
    const marks = levels > MARKED ? [] : seconds.map((time, count) => draw("circle", { class: look.class, cx: x(time), cy: y(count + 1), r: 3 }));
    svg.append(draw("g", { transform: `translate(${2 * aside},${-aside})` }, draw("path", { ...look, d: `M${x(seconds[0] ?? least)} ${y(0)}${line}` }), ...marks),
      draw("path", { ...look, d: `M${left + width + 6} ${ends[index]}h20` }));
    write(`${run.seconds.length} ${run.name}`, { x: left + width + 30, y: ends[index] + 4 });
  });
  return svg;
}

/** Dashes of lines, by run. */
const DASHES = ["none", "6 3", "2 3", "8 3 2 3"];

/** Heights near the wanted ones, at least the height of a name apart. @param {number[]} wanted */
function apart(wanted) {
  const places = [...wanted];
  let free = 0;
  for (const index of wanted.map((_, at) => at).sort((one, other) => wanted[one] - wanted[other])) {
    places[index] = Math.max(wanted[index], free);
    free = places[index] + 14;
  }
  return places;
}
