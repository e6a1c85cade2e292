import type { Page } from 'playwright-core';
import type { PageOptions, TestBrowser } from './browser.ts';
import type { Client } from './client.ts';
import { expectStatus } from './server.ts';

/** @returns its id */
export async function addLead(as: Client, name: string, more: object = {}): Promise<string> {
  return (await as.post('/api/leads', { name, ...more }).then(expectStatus(201))).body.id;
}

/** The leads page, or a part of it, once it shows its totals. */
export async function openPipeline(browser: TestBrowser, path = '/leads', options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ signedIn: true, ...options });
  await page.goto(path);
  await page.getByText('Total Leads').waitFor();
  return page;
}
