// The address of a level: its board is in it, so that it can be sent.

/** Letters of pictures, and what stands for them in addresses, where `#` and blanks have other meanings. */
const LETTERS = new Map([["#", "w"], [" ", "-"], [".", "o"], ["@", "p"], ["+", "P"], ["$", "b"], ["*", "B"], ["\n", "_"]]);

/** A picture as text for an address, with runs of letters counted: `5w_wpbow_5w`. @param {string} picture */
function packed(picture) {
  return picture.trimEnd().replace(/(.|\n)\1*/g, (/** @type {string} */ run) =>
    `${run.length > 1 ? run.length : ""}${LETTERS.get(run[0]) ?? "-"}`);
}

/** The picture that was packed. Runs are cut where no board has that many squares. @param {string} text */
function unpacked(text) {
  const meanings = new Map([...LETTERS].map(([letter, code]) => [code, letter]));
  const picture = text.replace(/(\d*)(\D|$)/g, (_, /** @type {string} */ count, /** @type {string} */ code) =>
    (meanings.get(code) ?? "").repeat(Math.min(Number(count || 1), 1000)));
  return `${picture.trimEnd()}\n`;
}

/** What an address says.
 * @typedef {{board: string, title: string, moves: string, isEdited: boolean}} Place */

/** Reads the address of the page. @returns {Place | null} */
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const board = asked.get("board");
  if (!board || unpacked(board).trim() === "") return null;
  return { board: unpacked(board), title: asked.get("title") ?? "", moves: asked.get("moves") ?? "", isEdited: asked.has("edit") };
}

/** The address of a place. @param {Place} place */
function addressOf({ board, title, moves, isEdited }) {
  const parts = [`board=${packed(board)}`];
  if (title) parts.push(`title=${encodeURIComponent(title)}`);
  if (moves) parts.push(`moves=${moves}`);
  if (isEdited) parts.push("edit");
  return `#${parts.join("&")}`;
}
