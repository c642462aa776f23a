// Elements of the page. Texts are always set as text, so that a title is never read as markup.

/** Makes an HTML element with properties, or attributes where a name has a dash, and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} properties @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[T]} */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-")) element.setAttribute(name, String(value));
    else Object.assign(element, { [name]: value });
  }
  element.append(...children.flatMap((child) => child ?? []));
  return element;
}

/** Makes an SVG element with attributes and children.
 * @param {string} tag @param {Record<string, unknown>} attributes @param {Node[]} children @returns {SVGElement} */
function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A number with commas between thousands, below 1 with two digits that count; a dash for no number. @param {number | null | undefined} number */
function figure(number) {
  if (number === null || number === undefined) return "–";
  return number.toLocaleString("en", number < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
}

/** A count of things in words: `1 push`, `2 pushes`. @param {number} number @param {string} one */
function counted(number, one, many = `${one}s`) {
  return `${figure(number)} ${number === 1 ? one : many}`;
}
