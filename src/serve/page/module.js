// The way to the program inside this page: a worker runs it for each question, and is ended to withdraw one.

/** Runs the program with a question as its argument and its input, and passes on each line that it writes. It uses nothing from outside,
 * since its text is all that a worker gets. These are the calls of WASI that the program makes.
 * @param {WebAssembly.Module} module @param {string} name @param {Uint8Array} body @param {(line: string) => void} onLine */
async function runModule(module, name, body, onLine) {
  const words = [`sokoplan\0`, `${name}\0`].map((word) => new TextEncoder().encode(word));
  const decoder = new TextDecoder();
  /** @type {WebAssembly.Memory} */
  let memory;
  let [taken, line] = [0, ""];
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory.buffer, at, length);
  const set = (/** @type {number} */ at, /** @type {number} */ value) => new DataView(memory.buffer).setUint32(at, value, true);
  /** Moves bytes through the buffers of a list; `move` returns how many. @param {number} list @param {number} count @param {number} sum
   * @param {(buffer: Uint8Array) => number} move */
  const each = (list, count, sum, move) => {
    let moved = 0;
    for (let at = list; at < list + 8 * count; at += 8) {
      const [start, length] = new Uint32Array(memory.buffer.slice(at, at + 8));
      moved += move(bytes(start, length));
    }
    set(sum, moved);
    return 0;
  };
  const calls = {
    args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      set(count, words.length);
      set(size, words.reduce((sum, word) => sum + word.length, 0));
      return 0;
    },
    args_get: (/** @type {number} */ list, /** @type {number} */ at) => {
      for (const word of words) {
        set(list, at);
        bytes(at, word.length).set(word);
        [list, at] = [list + 4, at + word.length];
      }
      return 0;
    },
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      set(count, 0);
      set(size, 0);
      return 0;
    },
    environ_get: () => 0,
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    random_get: (/** @type {number} */ at, /** @type {number} */ length) => {
      crypto.getRandomValues(bytes(at, length));
      return 0;
    },
    fd_read: (/** @type {number} */ _file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ sum) =>
      each(list, count, sum, (buffer) => {
        const part = body.subarray(taken, taken + buffer.length);
        buffer.set(part);
        taken += part.length;
        return part.length;
      }),
    fd_write: (/** @type {number} */ file, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ sum) =>
      each(list, count, sum, (buffer) => {
        const lines = (line + (file === 1 ? decoder.decode(buffer, { stream: true }) : "")).split("\n");
        line = lines.pop() ?? "";
        for (const each of lines) onLine(each);
        return buffer.length;
      }),
    // Only a thread that waits for another one calls it, and here is one thread.
    poll_oneoff: () => { throw new Error("the program waits for nothing"); },
    proc_exit: () => { throw new Error("the program has ended early"); },
  };
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
  memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  /** @type {() => void} */ (exports._start)();
}

/** What a worker does: it runs each question, and says when it has ended. */
const WORKER = `${runModule}
onmessage = ({ data: { module, name, body } }) => runModule(module, name, body, postMessage).then(() => postMessage(""), (error) => postMessage(String(error)));`;

/** The program, unpacked and compiled once. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

function program() {
  const unpack = () => {
    const letters = atob(document.getElementById("module")?.textContent ?? "");
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
  };
  return (compiled ??= unpack());
}

/** Questions that are answered one after the other. */
class Lane {
  /** @param {string[]} names of the questions that may take long: the memory that they took is given back */
  constructor(names) {
    this.names = names;
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    /** @type {Worker | null} */
    this.worker = null;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** Asks when all earlier questions are answered or withdrawn. @type {Way} */
  ask(name, body, signal, onEvent) {
    const answered = this.last.then(() => this.run(name, body, signal, onEvent));
    this.last = answered.catch(() => {});
    return answered;
  }

  /** @type {Way} */
  async run(name, body, signal, onEvent) {
    signal?.throwIfAborted();
    const [module, bytes] = await Promise.all([program(), new Blob([body ?? ""]).arrayBuffer()]);
    signal?.throwIfAborted();
    const worker = (this.worker ??= new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }))));
    try {
      await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        worker.onerror = ({ message }) => reject(new Error(`the program cannot be run: ${message}`));
        worker.onmessage = ({ data }) => {
          if (data === "") return resolve(null);
          if (!data.startsWith("{")) return reject(new Error(`the program has failed (${data}): please report this with the level`));
          const { event, data: told } = JSON.parse(data);
          try {
            onEvent(event, told);
          } catch (error) {
            reject(error);
          }
        };
        worker.postMessage({ module, name, body: new Uint8Array(bytes) });
      });
      if (this.names.includes(name)) this.end();
    } catch (error) {
      this.end();
      throw error;
    }
  }
}

/** Long questions have a worker of their own, so that others do not wait for them. */
const LANES = [new Lane(["solve", "improve", "plan"]), new Lane([])];

/** The way to the program in this page; without a body, the levels in the page are requested. @type {Way} */
async function inWorker(path, body, signal, onEvent) {
  const name = path.replace("/api/", "");
  const lane = LANES.find((lane) => lane.names.includes(name)) ?? LANES[1];
  if (body === null) onEvent("row", JSON.parse(document.getElementById("levels")?.textContent ?? ""));
  else await lane.ask(name, body, signal, onEvent);
}

way = inWorker;
