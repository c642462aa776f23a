// The rungs of the abstraction on a level: what each costs and leaves uncertain, with proofs that it is too coarse.

/** A picture of an area: walls `#`, boxes `$`, player `@`, the area blank, the area that a box goes to `:`, all else `-`.
 * @typedef {{rows: string, is_met: boolean}} State
 * @typedef {{rooms_by: string, rung: string, solved: number, local_states: number, expanded: number, operators: number,
 *   labels: number[], proposed: number, realised: number, transfers: number, outcome_uncertain: number,
 *   applicability_uncertain: number, counts_cut: number, splits: number, outcome_witness?: {pictures: State[]},
 *   applicability_witness?: {pictures: State[]}, split_blocks?: {position: number, boxes: number, cannot: State, can: State | null}[]}} RungRow */

/** A share in words; a dash of nothing. @param {number} count @param {number} of */
function share(count, of) {
  return of === 0 ? figure(null) : `${((100 * count) / of).toFixed(1)} %`;
}

/** The columns: heading, and the value of a rung. @type {[string, (rung: RungRow) => string][]} */
const RUNG_COLUMNS = [
  ["rung", (rung) => rung.rung], ["solved", (rung) => (rung.solved > 0 ? "yes" : "no")],
  ["local states", (rung) => figure(rung.local_states)], ["expanded", (rung) => figure(rung.expanded)],
  ["operators", (rung) => figure(rung.operators)],
  .../** @type {[string, (rung: RungRow) => string][]} */ (LABELS.map((label, index) =>
    [label, (/** @type {RungRow} */ rung) => share(rung.labels[index], rung.operators)])),
  ["realised", (rung) => share(rung.realised, rung.proposed)],
  ["outcome?", (rung) => share(rung.outcome_uncertain, rung.transfers)],
  ["applicability?", (rung) => share(rung.applicability_uncertain, rung.transfers)],
  ["splits", (rung) => figure(rung.splits)],
];

/** The table of a definition of rooms. @param {RungRow[]} rungs */
function rungTable(rungs) {
  const heads = RUNG_COLUMNS.map(([name], index) => make("th", { scope: "col", className: index > 1 ? "number" : "" }, name));
  const row = (/** @type {RungRow} */ rung) => make("tr", {},
    ...RUNG_COLUMNS.map(([name, of], index) => make("td", { className: index > 1 ? "number" : "", "data-name": name }, of(rung))));
  return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": `Rungs, rooms by ${rungs[0].rooms_by}` },
    make("table", { className: "cards" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rungs.map(row))));
}

/** A state as a picture. @param {State} state @param {string} name */
function statePicture({ rows, is_met }, name) {
  const lines = rows.trimEnd().split("\n");
  const [width, height] = [Math.max(...lines.map((line) => line.length)), lines.length];
  /** @type {Record<string, number[]>} */
  const of = {};
  lines.forEach((line, row) => [...line].forEach((letter, column) => (of[letter] ??= []).push(row * width + column)));
  /** @type {Board} */
  const board = { width, height, walls: new Set(of["#"]), floor: [...(of[" "] ?? []), ...(of["$"] ?? []), ...(of["@"] ?? [])],
    goals: new Set(), boxes: new Set(of["$"]), player: of["@"]?.[0] ?? -1 };
  const words = `${name}, ${is_met ? "met in the level" : "a state of the area by itself"}`;
  const standing = [...board.boxes].map((box) => piece(board, "box", box));
  if (board.player >= 0) standing.push(piece(board, "player", board.player));
  return make("figure", {}, draw("svg", { viewBox: `0 0 ${width} ${height}`, width: width * 16, height: height * 16, role: "img", "aria-label": words },
    ...ground(board), draw("path", { class: "target", d: squares(board, of[":"] ?? []) }), ...standing),
    make("figcaption", { className: "soft" }, words));
}

/** Two states beside each other, and what they prove. @param {string} words @param {(Node | null)[]} pictures */
function proof(words, ...pictures) {
  return make("div", {}, make("p", {}, words), make("div", { className: "row" }, ...pictures));
}

/** The proofs that a rung is too coarse. @param {RungRow} rung */
function proofs(rung) {
  const two = (/** @type {string} */ words, /** @type {{pictures: State[]} | undefined} */ witness) =>
    witness && proof(`${rung.rung}: ${words}`, ...witness.pictures.map((state, index) => statePicture(state, index === 0 ? "left" : "right")));
  return [
    two("one block, one transfer into the marked area, two outcomes.", rung.outcome_witness),
    two("one block; a box can go to the marked area on the left, and not on the right.", rung.applicability_witness),
    ...(rung.split_blocks ?? []).map(({ position, boxes, can, cannot }, index) =>
      proof(`split ${index + 1}, of a block with ${counted(boxes, "box", "boxes")}: refused in position ${position}.`,
        can && statePicture(can, "where a box can go"), statePicture(cannot, "where none can"))),
  ];
}

/** The section of a level: a part for each definition of rooms, the first of which is open. @param {RungRow[]} rungs */
function ladder(rungs) {
  const definitions = [...new Set(rungs.map((rung) => rung.rooms_by))];
  return make("section", { "aria-label": "Rungs of the abstraction" }, make("h3", {}, "Rungs of the abstraction"),
    ...definitions.map((by, index) => {
      const those = rungs.filter((rung) => rung.rooms_by === by);
      const cut = those.some((rung) => rung.counts_cut > 0) ? make("p", { className: "soft" }, "A limit ended the count of what is uncertain early.") : null;
      const shown = those.flatMap(proofs).flatMap((one) => one ?? []);
      return make("details", { open: index === 0 }, make("summary", {}, `Rooms by ${by}`), rungTable(those), cut, ...shown);
    }));
}
