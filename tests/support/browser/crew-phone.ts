import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import type { PageOptions } from './browser.ts';

/** A member of a crew. */
export const ADA = { username: 'ada', password: PASSWORD };

/** The phone of a crew member, on which the console is cached. */
export const CREW_PHONE: PageOptions = {
  width: 360,
  height: 780,
  touch: true,
  signedIn: ADA,
  keepsConsole: true,
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /Not loaded: /],
};

/** The notice about the console's connection. */
export const connection = (page: Page) => page.locator('.hw-connection');

/** A button of a job's clock. */
export const clockAct = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Clock' }).getByRole('button', { name });

/** Waits until everything read so far is cached, along with the console itself. */
export async function kept(page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(keptPaths)).toEqual(expect.arrayContaining(paths));
}

/** The calls whose answers this browser caches, and the addresses of pictures. */
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

/** The width of a picture as shown; 0 if it could not be loaded. */
export function widthOf(image: Element): number {
  return (image as HTMLImageElement).naturalWidth;
}
