// When the table is cleared for the next group, the host's phone forgets the names it knows, too.
document.querySelector('form[action="/host/next"]')?.addEventListener("submit", () => {
  localStorage.removeItem("dragonbag-people");
});
