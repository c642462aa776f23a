// Which page is shown: the address says it, as #level=3&move=120.

const report = JSON.parse(document.getElementById("data").textContent);
report.levels.forEach((level, index) => {
  level.id = index + 1;
  level.areas = level.rooms?.areas ?? [];
  level.board = level.board ? readBoard(level.board) : null;
});
const main = document.getElementById("main");
let page = { keys: {}, leave: () => {} };
let written = "";

/** Writes the address of the move that is shown, without a new entry in the history. */
function keep(level, at) {
  written = at > 0 ? `#level=${level.id}&move=${at}` : `#level=${level.id}`;
  history.replaceState(null, "", written);
}

/** Shows what the address asks for. */
function show() {
  if (location.hash === written && written !== "") return;
  const asked = new URLSearchParams(location.hash.slice(1));
  const level = report.levels[Number(asked.get("level")) - 1];
  page.leave();
  if (level?.board) {
    page = levelPage(report, level, Number(asked.get("move")) || 0, (at) => keep(level, at));
    main.replaceChildren(...page.elements);
  } else {
    page = { keys: {}, leave: () => {} };
    written = "";
    main.replaceChildren(...collectionPage(report).filter(Boolean));
  }
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

addEventListener("hashchange", show);
addEventListener("keydown", (event) => {
  const isTyping = ["INPUT", "SELECT"].includes(event.target.tagName) || (event.key === " " && event.target.tagName === "BUTTON");
  const act = page.keys[event.key];
  if (!act || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});
document.getElementById("summary").textContent = report.runs.map((name, index) => {
  const solved = report.levels.filter((level) => level.runs[index]?.answer === "solved").length;
  return `${name}: ${figure(solved)} of ${figure(report.levels.length)} levels solved`;
}).join("; ");
show();
