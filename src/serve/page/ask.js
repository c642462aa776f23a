// Questions to the program, and its answers.

/** What the program says is wrong with a question. */
class Refusal extends Error {
  /** @param {{message: string, kind?: string, line?: number, column?: number}} problem */
  constructor(problem) {
    super(problem.message);
    this.kind = problem.kind ?? "";
    this.line = problem.line;
    this.column = problem.column;
  }
}

/** A way to the program: passes on each event that answers a question, `progress`, `row` or `problem`, until all have come.
 * @typedef {(path: string, body: Blob | string | null, signal: AbortSignal | undefined, onEvent: (name: string, data: any) => void) => Promise<void>} Way */

/** The way to the server; without a body, what it has at this path is requested. @type {Way} */
async function overHttp(path, body, signal, onEvent) {
  const type = path === "/api/levels" ? "application/octet-stream" : "application/json";
  const options = body === null ? {} : { method: "POST", body, headers: { "Content-Type": type, Accept: "text/event-stream" } };
  const response = await fetch(path, { ...options, signal });
  if (!response.ok) throw new Refusal((await response.json().catch(() => null))?.error ?? { message: `the server answers ${response.status}` });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
    onEvent("row", await response.json());
    return;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (text + part.value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (/** @type {string} */ name) =>
        block.split("\n").filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trimStart()).join("\n");
      if (field("event")) onEvent(field("event"), JSON.parse(field("data")));
    }
  }
}

/** The way that is taken: a page with the program inside takes another. @type {Way} */
let way = overHttp;

/** Asks a question, and returns the row that answers it.
 * @param {string} path @param {object | Blob | string | null} question @param {AbortSignal} [signal] @returns {Promise<any>} */
async function ask(path, question, signal) {
  let answer;
  await follow(path, question, signal, (name, data) => { if (name === "row") answer = data; });
  return answer;
}

/** Asks a question, and passes on the progress and the row that answer it. @param {string} path @param {object | Blob | string | null} question
 * @param {AbortSignal | undefined} signal @param {(name: string, data: any) => void} onEvent */
function follow(path, question, signal, onEvent) {
  const isText = question === null || question instanceof Blob || typeof question === "string";
  return way(path, isText ? question : JSON.stringify(question), signal, (name, data) => {
    if (name === "problem") throw new Refusal(data.error);
    onEvent(name, data);
  });
}

/** What went wrong, for people; nothing of a question that was withdrawn. @param {unknown} error */
function wordsOf(error) {
  if (error instanceof DOMException && error.name === "AbortError") return "";
  if (error instanceof Refusal) return error.message;
  return error instanceof TypeError ? "The server does not answer: has it been stopped?" : String(error);
}
