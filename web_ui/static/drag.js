// A row of people is dragged by its arrows to another place: each row that is passed changes places
// with it. `swap` exchanges two rows. The arrows also move a row by a tap.
export function drag(rows, swap) {
  let at = -1; // the row that is held, -1 for none
  let hasMoved = false;
  rows.forEach((row, index) => {
    const arrows = row.querySelector(".moves");
    arrows.addEventListener("pointerdown", () => { at = index; hasMoved = false; });
    arrows.addEventListener("click", (event) => {
      if (hasMoved) event.stopPropagation(); // the end of a drag is no tap
    }, { capture: true });
  });
  addEventListener("pointermove", ({ clientY }) => {
    if (at < 0) return;
    const over = rows.findIndex((row) => isIn(row.getBoundingClientRect(), clientY));
    if (over < 0 || over === at) return;
    for (const step = Math.sign(over - at); at !== over; at += step) swap(at, at + step);
    hasMoved = true;
    lift(rows[at]);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { at = -1; lift(); });

  function lift(held) {
    for (const row of rows) row.toggleAttribute("data-lifted", row === held);
  }
}

function isIn({ top, bottom }, y) {
  return y >= top && y < bottom;
}
