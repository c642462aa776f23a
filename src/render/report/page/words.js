// Words for the codes of rows: one table for all pages, which a test compares with the words of the terminal.

/** Answers. @type {Record<string, string>} */
const answers = {
  solved: "solved",
  unsolvable: "unsolvable",
  time_limit: "time limit",
  node_limit: "node limit",
  memory_limit: "memory limit",
  gave_up: "gave up",
  interrupted: "interrupted",
  internal_error: "internal error",
  invalid: "not a level",
};

/** Units of costs, one and many. @type {Record<string, [string, string]>} */
const METRICS = { pushes: ["push", "pushes"], moves: ["move", "moves"] };

/** Layers over a board, and their contents. @type {Record<string, string>} */
const LAYERS = {
  areas: "Rooms and tunnels",
  "dead-squares": "Squares from which no box can reach a goal",
  alert: "Boxes and walls of deadlocks that stand now",
  pushes: "Pushes that can be made now",
  prevention: "Pushes that would lead to a deadlock",
  "goal-paths": "Boxes that can be pushed to a goal while the others stand still",
  parking: "Squares where a box can wait",
};

/** The name of a layer: its word with blanks. @param {string} layer */
function layerName(layer) {
  return layer.replaceAll("-", " ");
}

/** Costs in words: `4 pushes, 9 moves`. @param {{pushes: number, moves: number}} costs */
function costWords({ pushes, moves }) {
  return `${counted(pushes, ...METRICS.pushes)}, ${counted(moves, ...METRICS.moves)}`;
}
