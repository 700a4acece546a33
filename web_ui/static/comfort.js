// The switches of this phone (the page "More"). The page is told of them by its classes.
export function wants(name) {
  return document.documentElement.classList.contains(name);
}
