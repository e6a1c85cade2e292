import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiContext } from '../kit/context.ts';
import { pageOfCompany } from './link-page.ts';
import { html } from './markup.ts';

/**
 * A page with the company's name and contact that says one thing, such as that a link leads nowhere.
 * @throws if this process does not serve pages
 */
export async function noticePage(context: ApiContext, title: string, words: string): Promise<string> {
  const page = await readFile(join(context.consoleFolder ?? '', 'public/notice.html'), 'utf8');
  return pageOfCompany(context, page, 'link', { title, words: html`<p>${words}</p>` });
}
