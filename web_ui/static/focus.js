// Where the keyboard goes when a sheet opens or closes (sheets.js): into the one that lies on top, and
// back to what had opened it. Nobody is torn away from what they are at.
const seen = new WeakSet(); // sheets that the table shows, and that have had the keyboard

export function follow(sheet, was) {
  const at = document.activeElement;
  const isLost = !at || at === document.body || at.closest("[inert]");
  const isOpened = sheet && (sheet.closest(".over") || (isLost && !seen.has(sheet)));
  if (isOpened) {
    seen.add(sheet);
    sheet.tabIndex = -1;
    sheet.focus({ preventScroll: true });
  } else if (isLost) {
    openerOf(was)?.focus({ preventScroll: true });
  }
}

// A sheet of the table's has no opener: the next thing to do is the turn's.
function openerOf(sheet) {
  const over = sheet?.closest(".over");
  const ways = document.querySelectorAll(over ? `[href="#${over.id}"]` : "#dock .turn :is(button, a)");
  return [...ways].find((one) => one.offsetHeight && !one.disabled);
}
