// The cactus plot: how many levels are solved within a time, a line a run.

/** @param {{name: string, seconds: number[]}[]} runs seconds of the solved levels, in any order
 * @param {number} levels */
function cactus(runs, levels) {
  const [left, top, width, height] = [48, 16, 620, 240];
  const least = 0.001;
  const times = runs.flatMap((run) => run.seconds);
  const low = Math.floor(Math.log10(Math.max(least, Math.min(...times, 1))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(least, ...times))));
  const x = (/** @type {number} */ seconds) => left + (width * (Math.log10(Math.max(seconds, least)) - low)) / (high - low);
  const y = (/** @type {number} */ count) => top + height - (height * count) / Math.max(levels, 1);
  const svg = draw("svg", { class: "chart", viewBox: `0 0 ${left + width + 90} ${top + height + 44}`, role: "img",
    "aria-label": runs.map((run) => `${run.name}: ${run.seconds.length} of ${levels} levels solved`).join("; ") });
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
  for (const share of [0, 0.5, 1]) {
    write(figure(Math.round(levels * share)), { x: left - 6, y: y(levels * share) + 4, "text-anchor": "end" });
  }
  write("levels solved within the time", { x: left, y: top + height + 38 });
  runs.forEach((run, index) => {
    const seconds = [...run.seconds].sort((one, other) => one - other);
    const line = seconds.map((time, count) => `V${y(count)}H${x(time)}V${y(count + 1)}`).join("");
    svg.append(draw("path", { class: index === 0 ? "one" : "two", d: `M${left} ${y(0)}${line}H${left + width}` }));
    write(run.name, { x: left + width + 6, y: y(seconds.length) + 4 + 14 * index });
  });
  return svg;
}
