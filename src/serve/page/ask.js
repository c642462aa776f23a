// Questions to the server, and its answers.

/** What the server says is wrong with a question. */
class Refusal extends Error {
  /** @param {{message: string, kind?: string, line?: number, column?: number}} problem */
  constructor(problem) {
    super(problem.message);
    this.kind = problem.kind ?? "";
    this.line = problem.line;
    this.column = problem.column;
  }
}

/** Sends a question. @param {string} path @param {BodyInit} body @param {{signal?: AbortSignal, type?: string, accept?: string}} options
 * @returns {Promise<Response>} */
async function send(path, body, { signal, type = "application/json", accept = "application/json" } = {}) {
  const response = await fetch(path, { method: "POST", body, signal, headers: { "Content-Type": type, Accept: accept } });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refusal(answer?.error ?? { message: `the server answers ${response.status}` });
}

/** Asks a question, and returns the row that answers it.
 * @param {string} path @param {object} question @param {AbortSignal} [signal] @returns {Promise<any>} */
async function ask(path, question, signal) {
  return (await send(path, JSON.stringify(question), { signal })).json();
}

/** Asks a question that is answered by events: each has a name and data.
 * @param {string} path @param {object} question @param {AbortSignal} signal
 * @param {(name: string, data: any) => void} onEvent */
async function follow(path, question, signal, onEvent) {
  const response = await send(path, JSON.stringify(question), { signal, accept: "text/event-stream" });
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

/** What went wrong, for people; nothing of a question that was withdrawn. @param {unknown} error */
function wordsOf(error) {
  if (error instanceof DOMException && error.name === "AbortError") return "";
  if (error instanceof Refusal) return error.message;
  return error instanceof TypeError ? "The server does not answer: has it been stopped?" : String(error);
}
