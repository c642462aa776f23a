// Mouse and finger on a board: clicks, drags and swipes.

/** The shortest swipe, in pixels, and its longest time, in milliseconds, where it begins on a box: slower is a drag. */
const [SWIPE, SWIPE_TIME] = [24, 300];

/** The square of a board under the mouse, -1 beside it. @param {BoardView} view @param {PointerEvent} event */
function squareAt(view, event) {
  const { x, y } = view.at(event);
  const { width, height } = view.board;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const isInside = column >= 0 && column < width && row >= 0 && row < height;
  return isInside ? row * width + column : -1;
}

/** The letter of a swipe; none of a tap. @param {number} right @param {number} down */
function swiped(right, down) {
  if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE) return "";
  if (Math.abs(right) > Math.abs(down)) return right > 0 ? "r" : "l";
  return down > 0 ? "d" : "u";
}

/** Follows mouse and fingers over a board. @param {BoardView} view
 * @param {{begin: () => void, hasBox: (square: number) => boolean, step: (letter: string) => void,
 *   point: (from: number, to: number) => void}} player */
function listen(view, player) {
  /** @type {PointerEvent | null} */
  let first = null;
  view.svg.addEventListener("pointerdown", (event) => {
    first = event;
    event.preventDefault();
    player.begin();
  });
  view.svg.addEventListener("pointerup", (event) => {
    const from = first ? squareAt(view, first) : -1;
    const letter = first && event.pointerType === "touch" ? swiped(event.clientX - first.clientX, event.clientY - first.clientY) : "";
    const isDrag = player.hasBox(from) && event.timeStamp - (first?.timeStamp ?? 0) > SWIPE_TIME;
    if (letter !== "" && !isDrag) player.step(letter);
    else player.point(from, squareAt(view, event));
    first = null;
  });
}
