import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from './accounts.ts';
import type { PageOptions } from './browser.ts';

/** Who works in a crew. */
export const ADA = { username: 'ada', password: PASSWORD };

/** The phone of somebody in a crew, whose console is kept. */
export const CREW_PHONE: PageOptions = {
  ...{ width: 360, height: 780, touch: true, signedIn: ADA, keepsConsole: true },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /Not loaded: /],
};

/** What says how the console stands with the network. */
export const connection = (page: Page) => page.locator('.hw-connection');

/** A button of a job's clock. */
export const clockAct = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Clock' }).getByRole('button', { name });

/** Waits until what was read so far is kept, with the console itself. */
export async function kept(page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(keptPaths)).toEqual(expect.arrayContaining(paths));
}

/** The calls whose answers this browser keeps, and the addresses of pictures. */
export function keptPaths(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('heartwood');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction(['kept', 'pictures']);
      const answers = reading.objectStore('kept').getAll();
      const pictures = reading.objectStore('pictures').getAllKeys();
      reading.onerror = () => reject(reading.error);
      reading.oncomplete = () => {
        opening.result.close();
        resolve([...answers.result.map(({ meta }) => meta.keptPath), ...pictures.result]);
      };
    };
  });
}

/** Of what is shown of a picture; 0 where it could not be had. */
export function widthOf(image: Element): number {
  return (image as HTMLImageElement).naturalWidth;
}
