// The look of the page: a skin, light or dark, and parts that fold on narrow windows. It is kept for the next visit.

/** What can be chosen: the name of the choice, its label, and its values with their names. @type {[string, string, [string, string][]][]} */
const LOOKS = [
  ["skin", "Skin", [["classic", "Classic"], ["flat", "Flat"], ["contrast", "High contrast"]]],
  ["light", "Light or dark", [["system", "Same as system"], ["light", "Light"], ["dark", "Dark"]]],
];

/** Whether the window is as narrow as a phone's. */
const NARROW = matchMedia("(max-width: 48rem)");

/** Puts on the look that was chosen last, and returns the choices for the menu. */
function looks() {
  const root = document.documentElement;
  return LOOKS.map(([name, label, values]) => {
    const kept = localStorage.getItem(name);
    const worn = values.some(([value]) => value === kept) ? kept : values[0][0];
    root.dataset[name] = String(worn);
    const choice = make("select", { onchange: () => {
      localStorage.setItem(name, choice.value);
      root.dataset[name] = choice.value;
    } }, ...values.map(([value, words]) => make("option", { value, selected: value === worn }, words)));
    return make("label", {}, `${label} `, choice);
  });
}

/** A part of the page that is folded where the window is narrow; its title is a heading below the name of the level, unless it is
 * an element itself. @param {string | Node} title @param {(Node | null)[]} parts */
function fold(title, ...parts) {
  const heading = typeof title === "string" ? make("h3", {}, title) : title;
  return make("details", { className: "fold", open: !NARROW.matches }, make("summary", {}, heading), ...parts);
}

NARROW.addEventListener("change", () => {
  for (const part of document.querySelectorAll("details.fold")) part.toggleAttribute("open", !NARROW.matches);
});
