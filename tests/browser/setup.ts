import { buildConsole } from '../../scripts/build-console.ts';
import { installChromium } from '../support/browser/chromium.ts';

/** Runs once, before all browser tests. */
export async function setup(): Promise<void> {
  await buildConsole();
  await installChromium();
}
