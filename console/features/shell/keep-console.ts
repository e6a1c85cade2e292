import { startScript } from '../../ui/status/missing-code.ts';

/**
 * Makes the console available offline (console/service-worker/). Browsers allow this only over https or on localhost.
 */
export async function keepConsole(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const { waiting } = await navigator.serviceWorker.register('/service-worker.js');
    // A newer version may take over now: nobody has typed anything yet on a page that has just started.
    waiting?.postMessage({ started: startScript() });
  } catch {
    // Storage is full or turned off: the console then needs the network.
  }
}
