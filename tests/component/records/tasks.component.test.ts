import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;
let ash: string;
let customer: string;
const AS_ASH = { as: { username: 'ash', password: PASSWORD } };

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body.id;
  ash = await made('/api/staff', { firstName: 'Ash' });
  customer = await made('/api/customers', { firstName: 'Ada', lastName: 'King' });
  await addSignedIn(heartwood.server, owner, 'ash', { role: 'crew', personId: ash });
});
afterAll(() => heartwood.close());

const task = async (title: string, more: object = {}) =>
  (await owner.post('/api/tasks', { title, dueOn: '2026-01-05', ...more }).then(expectStatus(201))).body;
const statusOf = async (id: string) => (await owner.get(`/api/tasks/${id}`)).body.status;

describe('tasks', () => {
  test('A task is added for somebody, about a record that is found by its name, and is on the list with a link to it', async () => {
    const page = await heartwood.open('/tasks?new=true');
    const dialog = await page.part('dialog', 'Add Task');
    await page.user.type(await dialog.screen.findByLabelText(/^What is to be done/), 'Call about the oak');
    await page.user.type(await dialog.screen.findByPlaceholderText('Search all records…'), 'King');
    await page.user.click(await dialog.screen.findByRole('option', { name: /Ada King/ }));
    await page.user.type(await dialog.screen.findByPlaceholderText('Nobody'), 'Ash');
    await page.user.click(await dialog.screen.findByRole('option', { name: /Ash/ }));
    await dialog.click('button', 'Add Task');
    await page.toast('Task Added');
    const link = await page.screen.findByRole('link', { name: 'Ada King' });
    expect(link.getAttribute('href')).toBe(`/customers/${customer}`);
    expect((await owner.get('/api/tasks')).body).toMatchObject([
      { title: 'Call about the oak', assignedTo: ash, about: { kind: 'customer', id: customer } },
    ]);
  });

  test('Done takes a task off the list of what is open at once, and Undo brings it back', async () => {
    const { id } = await task('Order chain');
    const page = await heartwood.open('/tasks?status=overdue');
    await page.see('Overdue since');
    await page.click('button', 'Done: Order chain');
    await page.toast('Task Done');
    await expect.poll(() => page.screen.queryByRole('link', { name: 'Order chain' })).toBeNull();
    expect(await statusOf(id)).toBe('done');
    await page.click('button', 'Undo');
    await page.screen.findByRole('link', { name: 'Order chain' });
    expect(await statusOf(id)).toBe('open');
  });

  test('A task of somebody who signs in here, and is none of the people, names them', async () => {
    const { id: assignedTo } = await addSignedIn(heartwood.server, owner, 'olive', { role: 'office' });
    const { id } = await task('File the permit', { assignedTo });
    const page = await heartwood.open(`/tasks?task=${id}`);
    const drawer = await page.part('dialog', 'File the permit');
    await drawer.see('olive');
    expect(drawer.screen.queryByText(assignedTo)).toBeNull();
  });

  test('A crew member sees what they are to do on their first page and on the list, finishes it, and changes nothing else', async () => {
    const { id } = await task('Bring the rake back', { assignedTo: ash });
    await task('Renew the permit');
    const home = await heartwood.open('/', AS_ASH);
    await home.see('Tasks due');
    await home.click('link', 'Bring the rake back');
    const drawer = await home.part('dialog', 'Bring the rake back');
    expect(drawer.screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(drawer.screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    await drawer.click('button', 'Done');
    await home.toast('Task Done');
    await expect.poll(() => statusOf(id)).toBe('done');
    await drawer.see(/by Ash/);

    const list = await heartwood.open('/tasks?status=done', AS_ASH);
    await list.screen.findByRole('button', { name: 'Not Done: Bring the rake back' });
    expect(list.screen.queryByRole('button', { name: 'Add Task' })).toBeNull();
    expect(list.screen.queryByLabelText('Whose')).toBeNull();
    expect(list.screen.queryByText('Renew the permit')).toBeNull();
  });
});
