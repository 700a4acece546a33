// Every change of a pin is checked at once; without this, a button asks for it.
const form = document.querySelector("[data-checks]");
let newest = 0;

form.addEventListener("change", async () => {
  const asked = ++newest;
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!answer?.ok || asked !== newest) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("checked").replaceWith(page.getElementById("checked"));
});
