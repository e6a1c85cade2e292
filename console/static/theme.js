// Runs before the first paint, so that a dark page never flashes light. The choice is made in console/ui/theme.ts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('heartwood.theme');
  } catch {} // storage can be switched off
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('bp6-dark', dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
