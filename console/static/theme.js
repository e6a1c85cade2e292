// Runs before the first paint, so that a dark page never flashes light. The choice is made in console/ui/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('heartwood.theme');
  } catch {} // storage can be switched off
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('bp6-dark', dark);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

// A browser that lacks any of these would show a page that is half there. Which ones are named at /browser.
const isTooOld =
  !(Map.groupBy && URL.canParse) ||
  !CSS.supports('selector(:has(a))') ||
  !CSS.supports('color: color-mix(in srgb, red, blue)');
if (isTooOld) location.replace('/browser');

// A script that does not come would leave the page at "Loading Heartwood…" for good. Nothing reloads by itself.
addEventListener(
  'error',
  ({ target }) => {
    const said = target instanceof HTMLScriptElement && document.querySelector('.hw-loading');
    if (!said) return;
    const again = document.createElement('a');
    again.href = location.href;
    again.textContent = 'Try again';
    said.replaceChildren('Heartwood could not be loaded. Check your connection. ', again);
  },
  true,
);
