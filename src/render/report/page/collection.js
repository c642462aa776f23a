// The page of the collection: figures, the cactus plot, and a table to sort and to filter.

const answers = { solved: "solved", unsolvable: "unsolvable", time_limit: "time limit", node_limit: "node limit",
  memory_limit: "memory limit", gave_up: "gave up", interrupted: "interrupted", invalid: "not a level" };

/** What the second run makes of a level, against the first. */
function comparedWith(level) {
  const [one, other] = level.runs;
  if (!one || !other) return "";
  const [before, after] = [one.answer === "solved", other.answer === "solved"];
  if (before !== after) return after ? "won" : "lost";
  if (!before) return "";
  const ratio = other.seconds / Math.max(one.seconds, 0.001);
  return ratio < 0.5 ? "faster" : ratio > 2 ? "slower" : "";
}

/** The columns: a heading, whether it is a number, and its value for a level. */
function columns(report) {
  const run = (level) => level.runs[0] ?? {};
  const several = new Set(report.levels.map((level) => level.file)).size > 1;
  return [
    ...(several ? [{ name: "file", of: (level) => level.file.split("/").at(-1) }] : []),
    { name: "level", number: true, of: (level) => level.level },
    { name: "title", of: (level) => level.title },
    { name: "boxes", number: true, of: (level) => level.board?.boxes.size },
    { name: "rooms", number: true, of: (level) => level.areas.filter((area) => area.kind === "room").length || undefined },
    { name: "answer", of: (level) => answers[run(level).answer] ?? "not run" },
    { name: "by", of: (level) => run(level).solved_by ?? "" },
    { name: "pushes", number: true, of: (level) => run(level).pushes },
    { name: "moves", number: true, of: (level) => run(level).moves },
    { name: "nodes", number: true, of: (level) => run(level).answer && run(level).plan_nodes + run(level).push_nodes },
    { name: "seconds", number: true, of: (level) => run(level).seconds },
    ...(report.runs.length > 1 ? [
      { name: report.runs[1], of: (level) => answers[level.runs[1]?.answer] ?? "not run" },
      { name: "seconds there", number: true, of: (level) => level.runs[1]?.seconds },
      { name: "change", of: comparedWith },
    ] : []),
  ];
}

/** Orders two values, those that are missing last. */
function compare(one, other) {
  const isMissing = (value) => value === undefined || value === null || value === "";
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  return typeof one === "number" ? one - other : String(one).localeCompare(String(other));
}

/** A row; its picture is drawn when it comes into view. */
function rowOf(level, shown, watcher) {
  const picture = make("td");
  if (level.board) {
    picture.draw = () => picture.replaceChildren(thumbnail(level.board, `level ${level.level}`));
    watcher.observe(picture);
  }
  const cells = shown.map((column) => {
    const value = column.of(level);
    const text = column.number ? figure(value) : String(value);
    const isLink = column.name === "level" && level.board;
    return make("td", { className: column.number ? "number" : "" }, isLink ? make("a", { href: `#level=${level.id}` }, text) : text);
  });
  return make("tr", {}, picture, ...cells);
}

/** The page. */
function collectionPage(report) {
  const shown = columns(report);
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((seen) => seen.isIntersecting)) {
      entry.target.draw();
      watcher.unobserve(entry.target);
    }
  });
  const body = make("tbody");
  const count = make("p", { className: "soft", "aria-live": "polite" });
  const text = make("input", { type: "search", placeholder: "title or number", "aria-label": "Find levels by title or number" });
  const kinds = [...new Set(report.levels.flatMap((level) =>
    [answers[level.runs[0]?.answer] ?? "not run", comparedWith(level)]))].filter((kind) => kind !== "");
  const kind = make("select", { "aria-label": "Show levels with this answer" },
    make("option", { value: "" }, "all answers"), ...kinds.map((name) => make("option", { value: name }, name)));
  let [sorted, isDown] = [null, false];
  const fill = () => {
    const wanted = text.value.trim().toLowerCase();
    const fits = (level) => (wanted === "" || String(level.level) === wanted || level.title.toLowerCase().includes(wanted))
      && (kind.value === "" || [answers[level.runs[0]?.answer] ?? "not run", comparedWith(level)].includes(kind.value));
    const levels = report.levels.filter(fits);
    if (sorted) levels.sort((one, other) => (isDown ? -1 : 1) * compare(sorted.of(one), sorted.of(other)));
    body.replaceChildren(...levels.map((level) => rowOf(level, shown, watcher)));
    count.textContent = `${figure(levels.length)} of ${figure(report.levels.length)} levels`;
  };
  const headings = shown.map((column) => {
    const heading = make("th", { scope: "col", className: column.number ? "number" : "" });
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
    .filter((run) => run?.answer === "solved").map((run) => run.seconds) }));
  const isRun = runs.some((run) => run.seconds.length > 0);
  return [
    isRun ? cactus(runs, report.levels.length) : null,
    make("div", { className: "row filters" }, text, kind),
    count,
    make("div", { className: "scroll" }, make("table", {},
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "board"), ...headings)), body)),
  ];
}
