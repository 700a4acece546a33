// Tells what happened to the journal itself, such as a restored backup, until the holder of this
// phone says that the table knows about it. The table display only shows what is wrong.
import { recall, remember } from "./notes.js";

export function tellNews(banner, { game, epoch, told }) {
  const read = banner.querySelector("button");
  if (!read) return;
  banner.hidden = read.hidden = false;
  banner.firstElementChild.textContent = told;
  read.onclick = () => {
    const notes = recall(game);
    remember(game, { ...notes, epoch: Number(epoch) });
    banner.hidden = !notes.wrong;
    read.hidden = true;
  };
}
