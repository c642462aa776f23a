// Lists of steps: pointing at one outlines its areas, the borders that it crosses, and the ways of its boxes.

/** A step or a sentence of a list. Areas are lists of squares, in order; `first` and `last` are the moves before and after
 * it, if it is part of a solution. `numbers` are the numbers of its steps, `colour` the index of the colour of the first;
 * `heading` begins a chapter.
 * @typedef {{words: string, figures: (string | null | undefined)[], areas: number[][], ways: () => number[][],
 *   first?: number, last?: number, numbers?: string, colour?: number, heading?: string}} ListedStep */

/** The names of the areas of steps in words, e.g. `A > b > C` or `arrange A, A > b`. @param {string} words */
function areasIn(words) {
  return words === "push search" ? [] : [...new Set(words.split(/, | > /).map((name) => name.replace(/^arrange /, "")))];
}

/** The numbers of steps, in the colour of the first, as in pictures. @param {string} numbers @param {number} index */
function badge(numbers, index) {
  const mark = make("span", { className: "badge" }, numbers);
  mark.style.background = `hsl(${hueOf(index)} 80% 36%)`;
  return mark;
}

/** The list. Choosing a step of a solution goes there; of others it keeps the outline.
 * @param {ListedStep[]} steps @param {BoardView} view @param {(at: number) => void} [onChoose] */
function stepList(steps, view, onChoose) {
  const items = steps.map((step, index) => {
    const light = () => view.point(step.areas, step.ways());
    const dim = () => view.point([], []);
    const choose = () => {
      if (onChoose && step.last !== undefined) onChoose(step.last);
      else light();
      // On a narrow window the board is above the list.
      view.svg.scrollIntoView({ block: "nearest" });
    };
    const button = make("button", { type: "button", onclick: choose, onmouseenter: light, onmouseleave: dim, onfocus: light, onblur: dim },
      badge(step.numbers ?? String(index + 1), step.colour ?? index), make("span", { className: "which" }, step.words),
      make("span", { className: "figure" }, step.figures.filter(Boolean).join(", ")));
    return { step, button };
  });
  const list = make("ol", { className: "steps" },
    ...items.flatMap(({ step, button }) => [step.heading ? make("li", { className: "chapter" }, step.heading) : null, make("li", {}, button)]));
  const update = (/** @type {number} */ at) => items.forEach(({ step, button }) => {
    const isNow = step.first !== undefined && step.last !== undefined && at > step.first && at <= step.last;
    if (isNow && button.getAttribute("aria-current") !== "step") bringIntoList(list, button);
    if (isNow) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    button.classList.toggle("done", step.last !== undefined && step.last < at);
  });
  return { list, update };
}

/** Scrolls a list, and not the page, until an item is in it. @param {HTMLElement} list @param {HTMLElement} item */
function bringIntoList(list, item) {
  const [seen, wanted] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (wanted.top < seen.top || wanted.height > seen.height) list.scrollTop += wanted.top - seen.top;
  else if (wanted.bottom > seen.bottom) list.scrollTop += wanted.bottom - seen.bottom;
}

/** The plans and the story of a level, with the keys of `plan --json`.
 * @typedef {{agree: number, all: number, chance: number}} Agreement
 * @typedef {{slots: number, filled: number, added: number, order: Agreement, suppliers: Agreement}} Fidelity
 * @typedef {{words: string, to: number[], fills: boolean, stage: number, suppliers: {from: number[], areas: string[]}[]}} Slot
 * @typedef {{words: string, from: number[], to: number[], areas: string[], fills: boolean}} Transfer
 * @typedef {Transfer & {pushes: number, label: string | null, slot: number | null, supplied: boolean, reason?: string}} Made
 * @typedef {{answer: string, variation: string, fidelity: Fidelity, slots: Slot[], made: Made[]}} Planned
 * @typedef {{first: number, last: number, words: string}} Sentence
 * @typedef {{groups?: string[], hard?: string, chapters?: Sentence[], filled: {words: string}[], sentences: Sentence[]}} Story
 * @typedef {{words: string, label: string | null, pushes: number, lurd: string, purpose: string, areas: string[]}} HappenedStep
 * @typedef {{answer: string, areas: {name: string, places: number[][]}[], plans: Planned[], story?: Story,
 *   steps?: HappenedStep[], plan_nodes: number, push_nodes: number, lurd: string | null, trace?: Tried[]}} Plan */

/** What places of steps are read from: a board with the position before them, and the areas that are shown.
 * @typedef {{board: Board, squaresOf: Map<string, number[]>}} Shown */

/** The result of a plan, in words. @param {Fidelity} fidelity */
function fidelityWords({ slots, filled, added, order, suppliers }) {
  const share = (/** @type {string} */ name, /** @type {Agreement} */ { agree, all, chance }) =>
    all === 0 ? [] : [`${name} ${(agree / all).toFixed(2)} (chance ${(chance / all).toFixed(2)})`];
  const figures = [...share("order", order), ...share("suppliers", suppliers)].join(", ");
  return `${filled} of ${counted(slots, "slot")} filled, ${counted(added, "transfer")} added${figures && `: ${figures}`}`;
}

/** The numbers of steps: `7-11`, or `7`. @param {Sentence} sentence */
function numbersOf({ first, last }) {
  return first === last ? String(first) : `${first}-${last}`;
}

/** The sentences of a story, to be listed: each shows the ways of its steps. @param {Story} story @param {ListedStep[]} steps @returns {ListedStep[]} */
function sentencesOf(story, steps) {
  return story.sentences.map((sentence) => {
    const own = steps.slice(sentence.first - 1, sentence.last);
    const chapter = story.chapters?.find(({ first }) => first === sentence.first);
    return { words: sentence.words, figures: [], areas: own.length === 1 ? own[0].areas : [], ways: () => own.flatMap((step) => step.ways()),
      first: own[0]?.first, last: own.at(-1)?.last, numbers: numbersOf(sentence), colour: sentence.first - 1,
      heading: chapter && `${chapter.words[0].toUpperCase()}${chapter.words.slice(1)} (${numbersOf(chapter)})` };
  });
}

/** The story of a solution: what is said before it, and its sentences as a list.
 * @param {Story} story @param {ListedStep[]} steps @param {BoardView} view @param {(at: number) => void} onChoose */
function storyList(story, steps, view, onChoose) {
  const { list, update } = stepList(sentencesOf(story, steps), view, onChoose);
  const before = [...(story.groups ?? []), story.hard ?? ""].filter((words) => words !== "");
  return { elements: [...before.map((words) => make("p", { className: "soft" }, words)), list], update };
}

/** The squares of areas, by the names of a plan. @param {Plan} plan @param {Shown} view @param {string[]} names */
function plannedAreas(plan, view, names) {
  return [...new Set(names)].map((name) => {
    const places = plan.areas.find((area) => area.name === name)?.places ?? [];
    return places.map((place) => squareAtPlace(view.board, place));
  });
}

/** The steps of a solution, with the moves before and after each.
 * @param {{lurd: string | null, steps?: HappenedStep[]}} solution @param {Shown} view @returns {ListedStep[]} */
function realisedSteps(solution, view) {
  let last = 0;
  return (solution.steps ?? []).map(({ words, label, pushes, lurd, purpose, areas }) => {
    const first = last;
    last += lurd.length;
    const end = last;
    return { words, figures: [purpose, counted(pushes, "push", "pushes"), label],
      areas: [...new Set(areas)].map((name) => view.squaresOf.get(name) ?? []),
      ways: () => waysOf(view.board, solution.lurd ?? "", first, end), first, last: end };
  });
}

/** The plans of a row, each as a list of its slots that can be opened; the first is open.
 * @param {Plan} plan @param {BoardView} view */
function planLists(plan, view) {
  return plan.plans.map(({ variation, fidelity, slots, made }, index) => {
    const listed = slots.map((slot, number) => {
      const done = made.find((one) => one.slot === number + 1);
      const [{ from, areas }] = slot.suppliers;
      const isFree = [slots[number - 1], slots[number + 1]].some((other) => other?.stage === slot.stage);
      return { words: slot.words, areas: plannedAreas(plan, view, done?.areas ?? areas),
        figures: [isFree ? `stage ${slot.stage}` : null, done?.label, done ? "filled" : "not filled"],
        ways: () => [[done?.from ?? from, done?.to ?? slot.to].map((place) => squareAtPlace(view.board, place))] };
    });
    const which = index === 0 ? "The plan" : `Plan ${index + 1}, ${variation}`;
    return make("details", { open: index === 0 }, make("summary", {}, `${which}: ${fidelityWords(fidelity)}`), stepList(listed, view).list);
  });
}
