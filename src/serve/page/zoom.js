// Zoom of a board in its frame, which scrolls where the board is larger.

/** The largest zoom, the factor of one step, and the least side of a square in pixels when a level is opened. */
const [MOST_ZOOM, ZOOM_STEP, LEAST_SIDE] = [16, 1.5, 14];

class Zoom {
  /** @param {HTMLElement} frame @param {() => BoardView} view */
  constructor(frame, view) {
    this.frame = frame;
    this.view = view;
    this.factor = 1;
    const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ onclick) =>
      make("button", { type: "button", title, "aria-label": title, onclick }, label);
    this.element = make("span", { className: "row zoom" }, button("−", "Smaller (-)", () => this.by(1 / ZOOM_STEP)), button("+", "Larger (+)", () => this.by(ZOOM_STEP)));
  }

  /** Enlarges the board, at most back to the size that fits. @param {number} by */
  by(by) {
    this.factor = Math.min(MOST_ZOOM, Math.max(1, this.factor * by));
    this.frame.classList.toggle("zoomed", this.factor > 1);
    this.frame.style.setProperty("--zoom", `${100 * this.factor}%`);
    this.follow(this.view().shown.player);
  }

  /** Enlarges a board whose squares are too small to see. */
  widen() {
    const { side } = this.view().at({ clientX: 0, clientY: 0 });
    if (side > 0 && side < LEAST_SIDE) this.by(LEAST_SIDE / side);
  }

  /** Scrolls the frame so that a square is in it, with some room. @param {number} square */
  follow(square) {
    if (this.factor === 1) return;
    const { board, svg, rim } = this.view();
    const { side } = this.view().at({ clientX: 0, clientY: 0 });
    const room = 3 * side;
    const edges = [(square % board.width) + rim, Math.floor(square / board.width) + rim].map((along) => along * side);
    const { frame } = this;
    const [left, top] = [svg.clientLeft, svg.clientTop];
    frame.scrollLeft = within(frame.scrollLeft, edges[0] + left, side, frame.clientWidth, room);
    frame.scrollTop = within(frame.scrollTop, edges[1] + top, side, frame.clientHeight, room);
  }
}

/** Where a frame scrolls to, so that what begins at `from` and is `length` long is in it, with some room on both sides.
 * @param {number} now @param {number} from @param {number} length @param {number} size of the frame @param {number} room */
function within(now, from, length, size, room) {
  return Math.max(Math.min(now, from - room), from + length + room - size, 0);
}
