// The table is away for a moment, or soon will be: ask until it answers, then show how it is.
const EVERY_MS = 2000;

async function look() {
  try {
    const answer = await fetch("/upkeep");
    if (answer.ok) {
      location.replace("/upkeep");
      return;
    }
  } catch {
    // It is still away.
  }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
