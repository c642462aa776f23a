// The address chooses the page, e.g. #level=3&move=120.

const data = JSON.parse(document.getElementById("data")?.textContent ?? "");
/** @type {Collection} */
const report = { ...data, levels: data.levels.map((/** @type {any} */ level, /** @type {number} */ index) =>
  ({ ...level, id: index + 1, areas: level.rooms?.areas ?? [], board: level.board ? readBoard(level.board) : null })) };
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {{keys: Record<string, () => void>, leave: () => void}} */
const nothing = { keys: {}, leave: () => {} };
let page = nothing;
/** The requested address, or the one written since. */
let written = "";

/** Writes the address of the move that is shown, without a new entry in the history; not if another is requested.
 * @param {Level} level @param {number} at */
function keep(level, at) {
  if (location.hash !== written) return;
  written = at > 0 ? `#level=${level.id}&move=${at}` : `#level=${level.id}`;
  history.replaceState(null, "", written);
}

/** Shows the page of the address. */
function show() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const level = report.levels[Number(asked.get("level")) - 1];
  page.leave();
  written = location.hash;
  if (level?.board) {
    const { elements, keys, leave } = levelPage(report, level, level.board, Number(asked.get("move")) || 0, (at) => keep(level, at));
    page = { keys, leave };
    main.replaceChildren(...elements);
  } else {
    page = nothing;
    main.replaceChildren(...collectionPage(report).flatMap((element) => element ?? []));
  }
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

addEventListener("hashchange", show);
// Paper cannot be scrolled or opened: all parts are drawn now.
addEventListener("beforeprint", () => {
  drawAll(report);
  for (const details of document.querySelectorAll("details")) details.open = true;
});
addEventListener("keydown", (event) => {
  const { tagName } = event.target instanceof Element ? event.target : document.body;
  const isTyping = ["INPUT", "SELECT"].includes(tagName) || (event.key === " " && tagName === "BUTTON");
  const act = page.keys[event.key];
  if (!act || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});
const summary = report.runs.map((name, index) => `${name}: ${solvedBy(report, index)}`).join("; ");
document.getElementById("summary")?.append(summary);
show();
