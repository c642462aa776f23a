// The work of a search: the reason of no solution, the turns of its strategies, the labels of its steps, and the fate of the plan.

/** @typedef {{strategy: string, nodes: number, estimate?: number}} Turn */

/** The turns as a strip: a lane for each strategy, from left to right in order; the last turn solved the level.
 * @param {Turn[]} turns @param {boolean} isSolved */
function turnStrip(turns, isSolved) {
  const lanes = [...new Set(turns.map((turn) => turn.strategy))];
  const [left, width, lane] = [136, 284, 20];
  const size = (/** @type {Turn} */ turn) => Math.log2(2 + turn.nodes);
  const whole = turns.reduce((sum, turn) => sum + size(turn), 0);
  const height = lanes.length * lane + 4;
  const label = turns.length > 12 ? `${turns.length} turns of ${lanes.join(", ")}`
    : turns.map((turn) => `${turn.strategy}: ${counted(turn.nodes, "node")}`).join("; ");
  const svg = draw("svg", { class: "strip", viewBox: `0 0 ${left + width} ${height}`, role: "img",
    "aria-label": `Turns in order: ${label}` });
  lanes.forEach((name, index) => {
    const text = draw("text", { x: left - 8, y: index * lane + 15, "text-anchor": "end" });
    text.textContent = name;
    svg.append(text, draw("path", { class: "axis", d: `M${left} ${index * lane + 11}h${width}` }));
  });
  let at = left;
  turns.forEach((turn, index) => {
    const span = (width * size(turn)) / whole;
    const isLast = isSolved && index === turns.length - 1;
    const title = draw("title");
    const estimate = turn.estimate === undefined ? "" : `, at least ${counted(turn.estimate, "push", "pushes")} left`;
    title.textContent = `turn ${index + 1}, ${turn.strategy}: ${counted(turn.nodes, "node")}${isLast ? ", solved" : estimate}`;
    svg.append(draw("rect", { class: isLast ? "turn last" : "turn", x: at, y: lanes.indexOf(turn.strategy) * lane + 3,
      width: Math.max(1, span - 1), height: lane - 5 }, title));
    at += span;
  });
  return svg;
}

/** The same turns as a table. @param {Turn[]} turns @param {boolean} isSolved by the last */
function turnTable(turns, isSolved) {
  const row = (/** @type {Turn} */ turn, /** @type {number} */ index) => make("tr", {},
    make("td", { className: "number" }, String(index + 1)), make("td", {}, turn.strategy),
    make("td", { className: "number" }, figure(turn.nodes)), make("td", { className: "number" }, isSolved && index === turns.length - 1 ? "solved" : figure(turn.estimate)));
  const heads = ["turn", "strategy", "nodes", "pushes left"].map((name) =>
    make("th", { scope: "col", className: name === "strategy" ? "" : "number" }, name));
  return make("details", {}, make("summary", {}, `${counted(turns.length, "turn")} as a table`),
    make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Turns" },
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...turns.map(row)))));
}

/** The nodes of each part, as bars. @param {Run} run */
function nodeBars(run) {
  const parts = Object.entries({ plans: run.plan_nodes, ...run.push_nodes_by }).filter(([, nodes]) => nodes > 0);
  const most = Math.max(1, ...parts.map(([, nodes]) => nodes));
  return make("div", { className: "bar" }, ...parts.flatMap(([name, nodes]) => {
    const bar = make("i");
    bar.style.width = `${(100 * nodes) / most}%`;
    return [make("span", {}, name), make("div", {}, bar), make("span", { className: "soft" }, counted(nodes, "node"))];
  }));
}

/** Why the level has no solution: a checked proof as pictures, or the reason of its absence.
 * @param {{text?: string, unproved?: string}} proof */
function noSolution({ text, unproved }) {
  const heading = make("h3", {}, "Why it has no solution");
  if (!text) return [heading, make("p", { className: "soft" }, `no proof was found: ${unproved}`)];
  return [heading, make("div", { className: "proof" }, ...proofPictures(text))];
}

/** All of it. @param {Level} level @param {Run} run */
function story(level, run) {
  const words = (/** @type {string} */ text) => make("p", { className: "soft" }, text);
  const labels = Object.entries(run.labels ?? {}).filter(([, count]) => count > 0);
  const turns = level.turns ?? [];
  const isSolved = run.answer === "solved";
  return [
    ...(level.proof ? noSolution(level.proof) : []),
    make("h3", {}, "Search"),
    words([`${answerOf(run)}${run.solved_by ? ` by ${run.solved_by}` : ""}`, run.seconds >= 0.01 ? `${figure(run.seconds)} s` : null].filter(Boolean).join(", ")),
    nodeBars(run),
    ...(turns.length > 1 ? [words("Turns in order; the width is the logarithm of the nodes."), turnStrip(turns, isSolved), turnTable(turns, isSolved)] : []),
    labels.length > 0 ? words(`labels of operators: ${labels.map(([label, count]) => `${figure(count)} ${label}`).join(", ")}`) : null,
    run.fidelity ? words(`plan: ${fidelityWords(run.fidelity)}`) : null,
  ];
}
