// A level as text in the formats that the program writes.

/** Words of the formats, and what people call them. */
const FORMATS = [["xsb", "XSB"], ["sok", "SOK"], ["rle", "run lengths"], ["sokobot", "JSON"], ["slc", "Sokoban XML"], ["letters", "letters"], ["lisa", "LISA"], ["moves", "moves (LURD)"]];

/** Endings of files that are not the words of their formats. @type {Record<string, string>} */
const ENDINGS = { sokobot: "json", moves: "txt" };

/** The part of a page that writes its level. @param {() => {board: string, title: string, lurd: string | null, moves?: string}} level */
function exporter(level) {
  const text = make("textarea", { rows: 6, readOnly: true, spellcheck: false, "aria-label": "The level as text" });
  const choice = make("select", { "aria-label": "Format" }, ...FORMATS.map(([value, name]) => make("option", { value }, name)));
  const write = async () => {
    const { board, title, lurd, moves } = level();
    if (choice.value === "moves") text.value = moves ?? lurd ?? "";
    else text.value = await ask("/api/convert", { level: { board, title }, format: choice.value, ...(lurd === null ? {} : { lurd }) })
      .then((answer) => answer.text, wordsOf);
  };
  const copy = make("button", { type: "button", onclick: async () => {
    await write();
    text.select();
    await navigator.clipboard?.writeText(text.value).catch(() => {});
  } }, "Copy");
  const save = make("button", { type: "button", onclick: async () => {
    await write();
    const address = URL.createObjectURL(new Blob([text.value]));
    make("a", { href: address, download: `level.${ENDINGS[choice.value] ?? choice.value}` }).click();
    URL.revokeObjectURL(address);
  } }, "Save");
  choice.onchange = write;
  const details = make("details", { className: "export", ontoggle: write }, make("summary", {}, make("h3", {}, "Export")),
    make("div", { className: "row" }, choice, copy, save), text);
  return details;
}

/** The longest address that is sent whole: some programs cut longer ones. */
const MOST_LETTERS = 2000;

/** A button that sends the address of a place, or copies it; without the moves where it were too long. @param {() => Place} place */
function sharer(place) {
  const button = make("button", { type: "button", title: "Send a link to this position", onclick: async () => {
    const [whole, start] = [place(), { ...place(), moves: "" }].map((at) => new URL(addressOf(at), location.href).href);
    const url = whole.length > MOST_LETTERS ? start : whole;
    const isSent = await navigator.share?.({ title: document.title, url }).then(() => true, (error) => error.name === "AbortError");
    if (isSent) return;
    const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
    if (isCopied) button.textContent = "Link copied";
    else prompt("The link:", url);
  } }, "Share");
  return button;
}
