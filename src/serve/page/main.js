// The address chooses the page.

const stage = /** @type {HTMLElement} */ (document.getElementById("main"));
const fault = make("p", { className: "fault", role: "alert" });
/** @type {PlayPage | EditPage | null} */
let page = null;
/** The address that is shown, as written last. */
let shownAddress = "";

/** Keeps the address of what is shown, without a new entry in the history. @param {Place} place */
function keepAddress(place) {
  shownAddress = addressOf(place);
  history.replaceState(null, "", shownAddress);
}

/** Goes to another place, with an entry in the history. @param {Place} place */
function visit(place) {
  fault.textContent = "";
  history.pushState(null, "", addressOf(place));
  showPlace();
}

/** @param {ShelfRow | undefined} row */
function playRow(row) {
  if (row?.board) visit({ board: row.board, title: row.title, moves: "", isEdited: false });
}

/** Shows what the address asks for. */
function showPlace() {
  page?.leave();
  page = null;
  shownAddress = location.hash;
  const place = readAddress();
  if (place === null) {
    stage.replaceChildren(make("p", { className: "soft" }, "Choose a level, drop a file of levels on this page, or draw a new one."));
    return;
  }
  page = place.isEdited ? new EditPage(stage, place, { play: visit, moved: keepAddress, drawn: (board, title) => shelf.keepDrawn(board, title) })
    : new PlayPage(stage, place, { name: () => shelf.nameOf(place), hasNext: () => shelf.next(place.board, 1) !== undefined,
      next: (by) => playRow(shelf.next(place.board, by)), edit: visit, moved: keepAddress, solved: (costs) => shelf.solved(place.board, costs) });
  document.title = `${place.title || (place.isEdited ? "Editor" : "Level")} - sokoplan`;
  shelf.mark(place.board);
}

/** Adds the levels of a text to the shelf, and plays the first. @param {ShelfRow[]} rows */
function openLevels(rows) {
  fault.textContent = "";
  shelf.open(rows);
  playRow(rows.find((row) => row.board !== null));
}

/** Makes pasted moves in the level that is shown. @param {string} text @returns {string | null} what is wrong, or nothing if the text is no moves */
function pasteMoves(text) {
  const moves = text.replace(/\s/g, "");
  if (!(page instanceof PlayPage) || !/^[udlr]+$/i.test(moves)) return null;
  return page.paste(moves);
}

const shelf = new Shelf(/** @type {HTMLElement} */ (document.getElementById("shelf")), playRow);
document.getElementById("menu")?.append(fold(make("span", {}, "Menu"), make("div", { className: "row" },
  ...openers(openLevels, (words) => { fault.textContent = words; }, pasteMoves),
  make("button", { type: "button", onclick: () => visit({ board: EMPTY, title: "", moves: "", isEdited: true }) }, "New level"),
  ...looks())), fault);

addEventListener("copy", (event) => {
  const isTyping = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
  if (isTyping || !(page instanceof PlayPage) || getSelection()?.isCollapsed === false) return;
  event.clipboardData?.setData("text/plain", page.game.made);
  event.preventDefault();
});
addEventListener("popstate", () => { if (location.hash !== shownAddress) showPlace(); });
addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : document.body;
  const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName) || target.closest("dialog") !== null
    || ([" ", "Enter"].includes(event.key) && ["BUTTON", "SUMMARY", "A"].includes(target.tagName));
  const isUndo = event.ctrlKey && event.key === "z";
  if (isTyping || event.altKey || event.metaKey || (event.ctrlKey && !isUndo)) return;
  const act = event.key === "/" ? () => shelf.search() : page?.key(isUndo ? "u" : event.key);
  if (!act) return;
  event.preventDefault();
  act();
});

showPlace();
ask("/api/levels", null).then(({ levels }) => {
  shelf.serve(levels);
  const first = shelf.rows.find((/** @type {ShelfRow} */ row) => row.board !== null);
  if (page === null && first?.board) {
    keepAddress({ board: first.board, title: first.title, moves: "", isEdited: false });
    showPlace();
  }
  else if (page instanceof PlayPage) page.name();
  shelf.mark(readAddress()?.board ?? "");
}).catch((error) => { fault.textContent = wordsOf(error); });
