// Proofs of lost positions (`sokoplan help proofs`): read, reduced to the pictures that matter, and drawn.

/** Maximum number of pictures. */
const MOST_PICTURES = 12;

/** A picture of a proof: `zone`, `dead` or `core`; its boxes, the squares and goals of a zone, and the squares without
 * boxes.
 * @typedef {{kind: string, goals: number, boxes: number[], zone: number[], empty: number[]}} Statement */

/** Reads a proof: the board with the position, and the pictures. @param {string} text */
function readProof(text) {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith(";"));
  const rest = lines.slice(lines.findIndex((line) => line.startsWith("claim")) + 1);
  const height = rest.findIndex((line) => /^[a-z]/.test(line));
  const board = readBoard(`${rest.slice(0, height < 0 ? rest.length : height).join("\n")}\n`);
  /** @type {Statement[]} */
  const statements = [];
  for (let at = height; at > 0 && at < rest.length; at += height + 1) {
    const [kind, goals] = rest[at].split(" ");
    const rows = rest.slice(at + 1, at + 1 + height);
    const found = (/** @type {string} */ letters) => rows.flatMap((row, down) => [...row].flatMap((letter, right) =>
      (letters.includes(letter) ? [down * board.width + right] : [])));
    statements.push({ kind, goals: Number(goals ?? 0), boxes: found("$*"), zone: found("xX<>^v"), empty: found("oO") });
  }
  return { board, statements };
}

/** The boxes of a position that a picture is about; empty if it does not cover the position.
 * @param {Set<number>} position @param {Statement} statement */
function covered(position, { kind, goals, boxes, zone, empty }) {
  const counted = zone.filter((square) => position.has(square));
  const covers = boxes.every((box) => position.has(box)) && !empty.some((square) => position.has(square));
  if (!covers || (kind === "zone" && counted.length <= goals)) return [];
  return kind === "zone" ? [...boxes, ...counted] : boxes;
}

/** The meaning of a picture. @param {Statement} statement */
function statementWords({ kind, goals, boxes, empty }) {
  if (kind === "zone") {
    const standing = boxes.length > 0 ? " while these boxes stay" : "";
    return `No box leaves the marked squares${standing}, and ${goals === 0 ? "no goal is" : `only ${counted(goals, "goal is", "goals are")}`} there.`;
  }
  const free = empty.length > 0 ? ", while the ringed squares have no box" : "";
  return boxes.length === 1 ? `This box comes to no goal any more${free}.` : `These boxes never come to goals together${free}.`;
}

/** A picture: boxes that matter, others faint. @param {Board} board @param {Statement} statement @param {Iterable<number>} boxes
 * @param {Set<number>} faint */
function proofPicture(board, { zone, empty }, boxes, faint) {
  const standing = (/** @type {number} */ box) => piece(board, boxName(board, box), box);
  return draw("svg", { class: "board", viewBox: `0 0 ${board.width} ${board.height}`, role: "img", "aria-label": "Picture of the proof" },
    ...ground(board), draw("path", { class: "zone", d: squares(board, zone) }), goals(board),
    draw("g", { class: "faint" }, ...[...faint].map(standing)), ...[...boxes].map(standing),
    draw("path", { class: "empty", d: circles(board, empty, 0.34) }));
}

/** A proof, drawn: first the boxes that matter in the position, then the positions after their pushes. @param {string} text */
function proofPictures(text) {
  const { board, statements } = readProof(text);
  const about = statements.map((statement) => ({ statement, boxes: covered(board.boxes, statement) }))
    .filter(({ boxes }) => boxes.length > 0).sort((one, other) => one.boxes.length - other.boxes.length)[0];
  if (!about) return [make("p", {}, "All that can be reached from here is in the proof.")];
  const figureOf = (/** @type {Statement} */ statement, /** @type {Iterable<number>} */ boxes, faint = new Set()) =>
    make("figure", {}, proofPicture(board, statement, boxes, faint), make("figcaption", {}, statementWords(statement)));
  const others = statements.filter((statement) => statement !== about.statement);
  const first = figureOf(about.statement, about.boxes, new Set([...board.boxes].filter((box) => !about.boxes.includes(box))));
  if (others.length === 0) return [first];
  const more = make("div", { className: "proof" }, ...others.slice(0, MOST_PICTURES).map((other) => figureOf(other, other.boxes)));
  const left = others.length > MOST_PICTURES ? `, the first ${MOST_PICTURES} of them` : "";
  return [first, make("details", {}, make("summary", {}, `What the pushes lead to: ${counted(others.length, "picture")}${left}`), more)];
}
