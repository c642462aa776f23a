// The keys of the game, as a list.

/** What each key does. @type {[string, string][]} */
const KEYS = [
  ["arrows", "Walk and push"],
  ["click", "Walk to a square; choose a box, then push it to a square"],
  ["u, Backspace, Ctrl-Z", "Undo"],
  ["r", "Redo"],
  ["Home, End", "Go to the start, or to the last move"],
  ["space", "Make the moves that were found or taken back, one after the other"],
  ["h", "Hint: the next box; again its way; again the moves; again make them"],
  ["b", "Take back the pushes that lost the level"],
  ["s", "Solve from here"],
  ["1 to 7", "Show or hide a layer"],
  ["+, -", "Larger, smaller"],
  ["n, p", "Next level, previous level"],
  ["/", "Find a level"],
  ["Ctrl-C, Ctrl-V", "Copy the moves; paste moves or levels"],
  ["?", "Show these keys"],
];

/** The list in a window of its own. */
function keyList() {
  const dialog = make("dialog", { "aria-label": "Keys" },
    make("form", { method: "dialog" }, make("dl", { className: "keys" }, ...KEYS.flatMap(([key, words]) => [make("dt", {}, key), make("dd", {}, words)])),
      make("div", { className: "row" }, make("button", { type: "submit" }, "Close"))));
  return dialog;
}
