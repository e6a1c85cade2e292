import { buildConsole } from '../../scripts/build-console.ts';
import { installChromium } from '../support/chromium.ts';

/** Before all browser tests, once. */
export async function setup(): Promise<void> {
  await buildConsole();
  await installChromium();
}
