import { afterAll, beforeAll, test } from 'vitest';
import { folderWithSettings } from '../../support/samples/company-settings.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { openConsole, type TestConsole } from '../page.ts';

let folder: TempFolder;
let heartwood: TestConsole;

beforeAll(async () => {
  folder = await folderWithSettings({ allowedWidgetSites: ['https://*.com', 'https://www.example.com'] });
  heartwood = await openConsole({ DATA_DIR: folder.path });
});
afterAll(async () => {
  await heartwood.close();
  await folder.remove();
});

test('A website of the widget that does not count is named as such, on both pages of settings', async () => {
  await (await heartwood.open('/settings')).see('Not counted: https://*.com');
  await (await heartwood.open('/settings/widget')).see('Not counted: https://*.com');
});
