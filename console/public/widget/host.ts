// What the page of the widget tells the page that it stands on: never to another one, and never what a visitor typed.

/** Of the messages; `widget-loader.ts` knows them by it. */
const SOURCE = 'heartwood-widget';
const VERSION = 1;

type Told = { type: 'ready' } | { type: 'resize'; height: number } | { type: 'submitted'; response: object };

/** The origin of the page that led here: the one around this, or the one with a link; null where nobody said. */
export const site = document.body.dataset['site'] || null;

/** Whether it stands in the settings of the office: the loader tells on which site it puts it. */
export const isPreview = site === null && parent !== window;

/** A browser hands it over only where the page around is of this very origin. */
export function tellHost(told: Told): void {
  if (site && parent !== window) parent.postMessage({ source: SOURCE, version: VERSION, ...told }, site);
}

/** Tells how high the page is, and whenever that changes. */
export function tellHeight(): void {
  const observer = new ResizeObserver(() => {
    tellHost({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) });
  });
  observer.observe(document.body);
}
