// How a planner searched: the steps that it tried, as a tree beside a picture of the position after each.

/** A step that was tried, with the keys of `plan --trace`.
 * @typedef {{position: number, step: string, label: string | null, moved: number[][][], player: number[], outcome: number | null,
 *   refused: string | null, chosen: boolean}} Tried */

/** The steps that were tried, in the positions of a board. @param {Tried[]} trace @param {Board} board @param {Area[]} areas */
function searchTree(trace, board, areas) {
  const view = new BoardView(board, areas, "Position after the step that is pointed at");
  /** The steps from each position. @type {Map<number, Tried[]>} */
  const from = new Map();
  for (const tried of trace) from.set(tried.position, [...(from.get(tried.position) ?? []), tried]);
  const shows = (/** @type {Tried} */ tried, /** @type {Pieces} */ before) => {
    const ways = tried.moved.map((way) => way.map((place) => squareAtPlace(board, place)));
    const show = () => {
      view.show(tried.outcome === null ? before : afterMoved(before, ways, squareAtPlace(board, tried.player)));
      view.point([], ways);
    };
    const fate = tried.refused && `${tried.outcome === null ? "refused" : "lost"}: ${tried.refused}`;
    const button = make("button", { type: "button", onclick: show, onmouseenter: show, onfocus: show },
      make("span", { className: "which" }, tried.step), make("span", { className: "figure" }, [tried.label, fate].filter(Boolean).join(", ")));
    button.classList.toggle("refused", Boolean(fate));
    return { button, after: afterMoved(before, ways, squareAtPlace(board, tried.player)) };
  };
  // The steps from a position on, as long as one of them leads on, are one list; the other steps of a position are a list inside.
  const listFrom = (/** @type {number} */ first, /** @type {Pieces} */ before) => {
    const list = make("ol", { className: "steps tree" });
    for (let [at, position] = [first, before]; ;) {
      const tried = from.get(at) ?? [];
      const kept = tried.filter(({ outcome }) => outcome !== null);
      const main = kept.find(({ chosen }) => chosen) ?? (kept.length === 1 ? kept[0] : undefined);
      const others = tried.filter((step) => step !== main);
      if (others.length > 0) list.append(make("li", {}, othersOf(others, position, main !== undefined)));
      if (!main) return list;
      const { button, after } = shows(main, position);
      if (main.chosen) button.classList.add("chosen");
      list.append(make("li", {}, button));
      [at, position] = [main.outcome ?? at, after];
    }
  };
  /** @param {Tried[]} others @param {Pieces} position @param {boolean} isBeside a step that leads on */
  const othersOf = (others, position, isBeside) => {
    const refused = others.filter((step) => step.refused !== null).length;
    const words = `${counted(others.length, isBeside ? "other step" : "step")}${refused > 0 ? `, ${refused} refused or lost` : ""}`;
    const details = make("details", {}, make("summary", {}, words));
    // A long trace is listed where somebody looks.
    details.addEventListener("toggle", () => details.append(make("ol", { className: "steps tree" }, ...others.map((step) => {
      const { button, after } = shows(step, position);
      return make("li", {}, button, step.outcome !== null && from.has(step.outcome) ? listFrom(step.outcome, after) : null);
    }))), { once: true });
    return details;
  };
  view.show(board);
  const kept = trace.filter(({ outcome }) => outcome !== null).length;
  const words = `${counted(kept, "step")} to new positions, ${trace.length - kept} refused`;
  return make("details", {}, make("summary", {}, `How the planner searched, in at most 300 positions: ${words}`),
    make("div", { className: "search" }, view.svg, listFrom(0, board)));
}

/** A position after boxes were moved. @param {Pieces} before @param {number[][]} ways @param {number} player @returns {Pieces} */
function afterMoved(before, ways, player) {
  const boxes = new Set(before.boxes);
  for (const [from] of ways) boxes.delete(from);
  for (const way of ways) boxes.add(way[way.length - 1]);
  return { boxes, player };
}
