import { startScript } from '../../ui/missing-code.ts';

/**
 * Lets the browser keep the console for when there is no network (console/service-worker/). Over plain http away from
 * localhost no browser does.
 */
export async function keepConsole(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { waiting } = await navigator.serviceWorker.register('/service-worker.js');
    // A newer one may take over now: nobody has typed anything yet on a page that has just begun.
    waiting?.postMessage({ started: startScript() });
  } catch {
    // Storage is full or switched off: the console then needs the network.
  }
}
