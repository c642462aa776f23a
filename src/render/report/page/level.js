// The page of a level: its board with layers, a player for the solution, its steps and plans, and the work of the search.

/** The steps of the solution, of the run or of a realised plan. @param {Level} level @param {BoardView} view @returns {ListedStep[]} */
function solutionSteps(level, view) {
  const lurd = level.runs[0]?.lurd;
  if (lurd) return realisedSteps({ lurd, steps: level.steps }, view);
  return level.plan?.lurd ? realisedSteps(level.plan, view) : [];
}

/** The plans. @param {Plan} plan @param {BoardView} view */
function plans(plan, view) {
  const nodes = `${counted(plan.plan_nodes + plan.push_nodes, "node")} of the planner`;
  return [make("h3", {}, "Plans"), make("p", { className: "soft" }, `${answers[plan.answer] ?? plan.answer}; ${nodes}`), ...planLists(plan, view),
    ...(plan.trace ? [searchTree(plan.trace, view.board, view.areas)] : [])];
}

/** The page, at a move. Returns its elements and the actions of keys.
 * @param {Collection} report @param {Level} level @param {Board} board @param {number} at @param {(at: number) => void} onMove */
function levelPage(report, level, board, at, onMove) {
  const title = level.title === "" ? `Level ${level.level}` : `Level ${level.level}: ${level.title}`;
  const view = new BoardView(board, level.areas, `${title}, board`);
  const run = level.runs[0];
  const updates = [onMove];
  const told = run?.lurd ? level.story : level.plan?.story;
  const steps = solutionSteps(level, view);
  const moves = run?.lurd ?? level.plan?.lurd ?? "";
  const player = new Player(moves, steps.flatMap((step) => step.last ?? []), board, view, (now) => updates.forEach((update) => update(now)));
  /** @type {{controls: Node | null, list: Node | null}} */
  const parts = { controls: null, list: null };
  /** @type {Node[]} */
  let sentences = [];
  if (player.moves !== "") {
    const { row, update } = controls(player);
    const listed = stepList(steps, view, (end) => player.go(end));
    updates.push(update, listed.update);
    Object.assign(parts, { controls: row, list: listed.list });
    if (told) {
      const { elements, update } = storyList(told, steps, view, (end) => player.go(end));
      updates.push(update);
      sentences = [make("h3", {}, "How it is solved"), ...elements];
    }
  }
  const layers = Object.keys(view.layers).map((name) => make("button", { type: "button", "aria-pressed": "true", title: LAYERS[name],
    /** @param {MouseEvent} event */
    onclick: ({ currentTarget }) => {
      const button = /** @type {HTMLElement} */ (currentTarget);
      const isShown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isShown));
      view.toggle(name, isShown);
    } }, layerName(name)));
  const before = report.levels.findLast((other) => other.board && other.id < level.id);
  const after = report.levels.find((other) => other.board && other.id > level.id);
  const link = (/** @type {string} */ text, /** @type {Level | undefined} */ other) =>
    other && make("a", { href: `#level=${other.id}` }, text);
  const counts = !run && level.plan ? counted(moves.length, "move") : run?.lurd ? costWords(run) : answerOf(run);
  player.go(at);
  const elements = [
    make("div", { className: "row links" }, make("a", { href: "#" }, "All levels"),
      link("previous", before), link("next", after)),
    make("h2", {}, title), make("p", { className: "soft" }, `${level.file.split("/").at(-1)}; ${counts}`),
    make("div", { className: "level" },
      make("div", {}, view.svg, parts.controls, make("div", { className: "row controls" }, "show", ...layers)),
      make("div", {}, ...sentences,
        parts.list && make("details", { open: sentences.length === 0 }, make("summary", {}, "Steps of the solution"), parts.list),
        ...(level.plan ? plans(level.plan, view) : []), ...(run ? story(level, run) : []))),
  ].flatMap((element) => element ?? []);
  /** @type {Record<string, () => void>} */
  const keys = { " ": () => player.toggle(), ArrowLeft: () => player.push(false), ArrowRight: () => player.push(true),
    PageUp: () => player.step(false), PageDown: () => player.step(true), Home: () => player.go(0),
    End: () => player.go(player.moves.length) };
  return { elements, keys: player.moves === "" ? {} : keys, leave: () => player.leave() };
}
