// The page of the collection: figures, the cactus plot, and a table to sort and to filter.

/** The data of the report. A run is a row of `solve --json`.
 * @typedef {{answer: string, lurd: string | null, moves: number, pushes: number, plan_nodes: number, push_nodes: number,
 *   push_nodes_by: Record<string, number>, solved_by: string | null, labels: Record<string, number>, seconds: number,
 *   fidelity?: Fidelity}} Run
 * @typedef {{id: number, file: string, level: number, title: string, board: Board | null, areas: Area[],
 *   runs: (Run | null)[], steps: HappenedStep[], turns?: Turn[], plan?: Plan,
 *   story?: Story, proof?: {text?: string, unproved?: string}}} Level
 * @typedef {{title: string, runs: string[], levels: Level[]}} Collection
 * @typedef {{name: string, number?: boolean, minor?: boolean, wide?: boolean, of: (level: Level) => string | number | null | undefined}} Column */

/** The answer of a run in words. @param {Run | null | undefined} run */
function answerOf(run) {
  return run ? answers[run.answer] ?? run.answer : "not run";
}

/** The difference of the second run from the first on a level. @param {Level} level */
function comparedWith(level) {
  const [one, other] = level.runs;
  if (!one || !other) return "";
  const [before, after] = [one.answer === "solved", other.answer === "solved"];
  if (before !== after) return after ? "won" : "lost";
  if (!before) return "";
  const ratio = other.seconds / Math.max(one.seconds, 0.001);
  return ratio < 0.5 ? "faster" : ratio > 2 ? "slower" : "";
}

/** The columns: a heading, whether it is a number, and its value for a level.
 * @param {Collection} report @returns {Column[]} */
function columns(report) {
  const several = new Set(report.levels.map((level) => level.file)).size > 1;
  return [
    ...(several ? [{ name: "file", minor: true, of: (/** @type {Level} */ level) => level.file.split("/").at(-1) }] : []),
    { name: "level", number: true, of: (level) => level.level },
    { name: "title", wide: true, of: (level) => level.title },
    { name: "boxes", number: true, minor: true, of: (level) => level.board?.boxes.size },
    { name: "rooms", number: true, minor: true, of: (level) => level.areas.filter((area) => area.kind === "room").length || undefined },
    ...(report.runs.length > 0 ? runColumns() : []),
    ...(report.levels.some((level) => level.plan) ? [
      { name: "slots planned", number: true, minor: true, of: (/** @type {Level} */ level) => level.plan?.plans[0]?.slots.length },
      { name: "plans", minor: true, of: (/** @type {Level} */ level) => level.plan && (level.plan.answer === null ? "proposed" : answers[level.plan.answer] ?? level.plan.answer) },
    ] : []),
    ...(report.runs.length > 1 ? [
      { name: report.runs[1], of: (/** @type {Level} */ level) => answerOf(level.runs[1]) },
      { name: "seconds there", number: true, minor: true, of: (/** @type {Level} */ level) => level.runs[1]?.seconds },
      { name: "change", of: comparedWith },
    ] : []),
  ];
}

/** The columns of the first run. @returns {Column[]} */
function runColumns() {
  return [
    { name: "answer", of: (level) => answerOf(level.runs[0]) },
    { name: "by", minor: true, of: (level) => level.runs[0]?.solved_by },
    { name: "pushes", number: true, of: (level) => level.runs[0]?.pushes },
    { name: "moves", number: true, minor: true, of: (level) => level.runs[0]?.moves },
    { name: "nodes", number: true, minor: true, of: (level) => level.runs[0] && level.runs[0].plan_nodes + level.runs[0].push_nodes },
    { name: "seconds", number: true, minor: true, of: (level) => level.runs[0]?.seconds },
  ];
}

/** The number of levels that a run has a row of. @param {Collection} report @param {number} index */
function levelsRun(report, index) {
  return report.levels.filter((level) => level.runs[index]).length;
}

/** How many levels a run has solved, of those that it was run on. @param {Collection} report @param {number} index */
function solvedBy(report, index) {
  const solved = report.levels.filter((level) => level.runs[index]?.answer === "solved").length;
  const [run, all] = [levelsRun(report, index), report.levels.length];
  return run === all ? `${figure(solved)} of ${counted(all, "level")} solved` : `${figure(solved)} solved of ${figure(run)} run, of ${counted(all, "level")}`;
}

/** Orders two values, those that are missing last.
 * @param {string | number | null | undefined} one @param {string | number | null | undefined} other */
function compare(one, other) {
  const isMissing = (/** @type {unknown} */ value) => value === undefined || value === null || value === "";
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}

/** Numbers stand to the right; minor columns are left out where the window is narrow. @param {Column} column */
function classOf({ number, minor, wide }) {
  return [number ? "number" : "", minor ? "minor" : "", wide ? "wide" : ""].filter(Boolean).join(" ");
}

/** Longer words are broken, so that one title does not make the table wide. */
const LONGEST_WORD = 24;

/** A row; its picture is drawn when it comes into view.
 * @param {Level} level @param {Column[]} shown @param {IntersectionObserver} watcher */
function rowOf(level, shown, watcher) {
  const picture = make("td");
  if (level.board) {
    picture.dataset.level = String(level.id);
    watcher.observe(picture);
  }
  const cells = shown.map((column) => {
    const value = column.of(level);
    const text = typeof value === "number" ? figure(value) : value ?? (column.number ? figure(null) : "");
    const isLink = column.name === "level" && level.board;
    const isLong = typeof value === "string" && value.split(/\s/).some((word) => word.length > LONGEST_WORD);
    return make("td", { className: `${classOf(column)}${isLong ? " long" : ""}`.trim() }, isLink ? make("a", { href: `#level=${level.id}` }, text) : text);
  });
  return make("tr", {}, picture, ...cells);
}

/** Draws the picture of a cell. @param {Collection} report @param {Element} cell */
function drawIn(report, cell) {
  const { board, level } = report.levels[Number(/** @type {HTMLElement} */ (cell).dataset.level) - 1];
  if (board && cell.childElementCount === 0) cell.replaceChildren(thumbnail(board, `level ${level}`));
}

/** Draws all pictures. @param {Collection} report */
function drawAll(report) {
  for (const cell of document.querySelectorAll("td[data-level]")) drawIn(report, cell);
}

/** The page. @param {Collection} report */
function collectionPage(report) {
  const shown = columns(report);
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((seen) => seen.isIntersecting)) {
      drawIn(report, entry.target);
      watcher.unobserve(entry.target);
    }
  });
  const body = make("tbody");
  const count = make("p", { className: "soft", "aria-live": "polite" });
  const text = make("input", { type: "search", placeholder: "title or number", "aria-label": "Find levels by title or number" });
  const kinds = [...new Set(report.levels.flatMap((level) =>
    [answerOf(level.runs[0]), comparedWith(level)]))].filter((kind) => kind !== "");
  const kind = make("select", { "aria-label": "Show levels with this answer" },
    make("option", { value: "" }, "all answers"), ...kinds.map((name) => make("option", { value: name }, name)));
  /** @type {Column | null} */
  let sorted = null;
  let isDown = false;
  const fill = () => {
    const wanted = text.value.trim().toLowerCase();
    const fits = (/** @type {Level} */ level) => (wanted === "" || String(level.level) === wanted || level.title.toLowerCase().includes(wanted))
      && (kind.value === "" || [answerOf(level.runs[0]), comparedWith(level)].includes(kind.value));
    const levels = report.levels.filter(fits);
    const by = sorted;
    if (by) levels.sort((one, other) => (isDown ? -1 : 1) * compare(by.of(one), by.of(other)));
    body.replaceChildren(...levels.map((level) => rowOf(level, shown, watcher)));
    count.textContent = `${figure(levels.length)} of ${counted(report.levels.length, "level")}`;
  };
  const headings = shown.map((column) => {
    const heading = make("th", { scope: "col", className: classOf(column) });
    heading.append(make("button", { type: "button", onclick: () => {
      isDown = sorted === column && !isDown;
      sorted = column;
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      fill();
    } }, column.name));
    return heading;
  });
  text.oninput = fill;
  kind.onchange = fill;
  fill();
  const runs = report.runs.map((name, index) => ({ name, seconds: report.levels.map((level) => level.runs[index])
    .flatMap((run) => (run?.answer === "solved" ? [run.seconds] : [])) }));
  const isRun = runs.some((run) => run.seconds.length > 0);
  return [
    isRun ? cactus(runs, Math.max(...report.runs.map((_, index) => levelsRun(report, index)))) : null,
    make("div", { className: "row filters" }, text, kind),
    count,
    make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Levels" }, make("table", { className: "levels" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "board"), ...headings)), body)),
  ];
}
