// Messages from the widget to the page that embeds it: never to another page, and never what a visitor typed.

/** Marks the messages, so that `widget-loader.ts` recognizes them. */
const SOURCE = 'heartwood-widget';
const VERSION = 1;

type Told = { type: 'ready' } | { type: 'resize'; height: number } | { type: 'submitted'; response: object };

/** The origin of the page that embeds or links to this one; null if unknown. */
export const site = document.body.dataset['site'] || null;

/** The campaign that brought the visitor; null if none is named. */
export const campaignId = document.body.dataset['campaign'] || null;

/** Whether it is shown in the office's settings: the loader passes the site it is on. */
export const isPreview = site === null && parent !== window;

/** The browser delivers it only if the embedding page has exactly this origin. */
export function tellHost(told: Told): void {
  if (site && parent !== window) parent.postMessage({ source: SOURCE, version: VERSION, ...told }, site);
}

/** Reports the page's height, and every change of it. */
export function tellHeight(): void {
  const observer = new ResizeObserver(() => {
    tellHost({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) });
  });
  observer.observe(document.body);
}
