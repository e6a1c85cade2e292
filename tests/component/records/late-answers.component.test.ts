import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';
import { type Call, openConsole, type Page, type TestConsole } from '../page.ts';

// An answer that comes when the page that asked was left, or that never comes.

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

const addLead = async (name: string): Promise<string> =>
  (await owner.post('/api/leads', { name, address: '1 Oak St', status: 'New' }).then(expectStatus(201))).body.id;

function newGate(): { gate: Promise<void>; letGo(): void } {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { gate, letGo };
}

/** Holds back the answers to a call. @param instead of the server's @returns lets them come */
function holdBack(page: Page, call: RegExp, instead?: (asked: Call) => Response): () => void {
  const { gate, letGo } = newGate();
  page.answer(call, async (asked) => {
    const answer = instead ?? (await asked.send());
    await gate;
    return typeof answer === 'function' ? answer(asked) : answer;
  });
  return letGo;
}

function goTo({ window }: Page, path: string): void {
  window.history.pushState({}, '', path);
  window.dispatchEvent(new window.PopStateEvent('popstate'));
}

const goToCustomers = (page: Page) => goTo(page, '/customers');

test('A quote that is created late opens only while its form is open; after that, the toast has a link', async () => {
  const page = await heartwood.open(`/quotes?lead=${await addLead('Zoe Late')}`);
  const letGo = holdBack(page, /^POST \/api\/quotes$/);
  await page.click('button', 'Create Quote');
  await page.click('link', 'All quotes');
  await expect.poll(() => page.path()).toBe('/quotes/list');
  letGo();
  const toast = await page.toast('Quote Created');
  expect(page.path()).toBe('/quotes/list');
  await toast.click('button', 'Open it');
  await expect.poll(() => page.path()).toMatch(/^\/quotes\/(?!list)/);
});

test('A job that is created late pulls nobody back to the page of its form, nor to its own', async () => {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  const letGo = holdBack(page, /^POST \/api\/jobs$/);
  await dialog.fill(/^Address/, '3 Elm St');
  await dialog.click('button', 'Create Job');
  goToCustomers(page);
  await page.screen.findByRole('heading', { level: 1, name: /Customer/ });
  letGo();
  const toast = await page.toast('Job Created');
  await toast.see(/^J-\d+ is in the list\./);
  expect(page.path()).toBe('/customers');
  await toast.click('button', 'Open it');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
});

test('A job is created for a customer once their property is known, and does not ask for its address before', async () => {
  const who = { firstName: 'Una', lastName: 'Slow', address: '9 Fir St' };
  const customer = (await owner.post('/api/customers', who).then(expectStatus(201))).body;
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  const letGo = holdBack(page, new RegExp(`^GET /api/customers/${customer.id}$`));
  await dialog.fill('Customer', 'Una Slow');
  await page.click('option', /Una Slow/);
  const create = await dialog.screen.findByRole<HTMLButtonElement>('button', { name: 'Create Job' });
  await expect.poll(() => create.disabled).toBe(true);
  letGo();
  await expect.poll(() => create.disabled).toBe(false);
  await dialog.click('button', 'Create Job');
  await page.toast('Job Created');
  const { body: jobs } = await owner.get('/api/jobs?search=Una').then(expectStatus(200));
  expect(jobs).toMatchObject([{ customerId: customer.id, propertyId: customer.properties[0].id }]);
});

/** A job sent from its form, which was closed and opened again before the answer. */
async function reopenBusyJob(): Promise<{ page: Page; letGo(): void }> {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  const letGo = holdBack(page, /^POST \/api\/jobs$/);
  await dialog.fill(/^Address/, '3 Elm St');
  await dialog.click('button', 'Create Job');
  await dialog.click('button', 'Close');
  await page.click('button', 'New Job');
  return { page, letGo };
}

test('A job that is created late leaves a second one alone that is typed after Discard', async () => {
  const { page, letGo } = await reopenBusyJob();
  const second = await page.part('dialog', 'New Job');
  await second.click('button', 'Discard the draft');
  await second.fill('Title', 'The second');
  letGo();
  const toast = await page.toast('Job Created');
  await toast.screen.findByRole('button', { name: 'Open it' });
  expect(page.path()).toBe('/jobs?new=true');
  const again = await (await page.reload('/jobs?new=true')).part('dialog', 'New Job');
  await again.see(/^Draft from/);
  expect((await again.screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('The second');
});

test('A job that is created late leaves alone what its text was changed into', async () => {
  const { page, letGo } = await reopenBusyJob();
  const second = await page.part('dialog', 'New Job');
  await second.fill('Title', 'The second');
  letGo();
  await page.toast('Job Created');
  expect(page.path()).toBe('/jobs?new=true');
  await second.click('button', 'Create Job');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
  const { body: jobs } = await owner.get('/api/jobs').then(expectStatus(200));
  expect(jobs).toContainEqual(expect.objectContaining({ title: 'The second', address: '3 Elm St' }));
});

test('A job that is created late closes its form also if it was opened again, as long as it holds what was sent', async () => {
  const { page, letGo } = await reopenBusyJob();
  await (await page.part('dialog', 'New Job')).see(/^Draft from/);
  letGo();
  await page.toast('Job Created');
  await expect.poll(() => page.path()).toMatch(/^\/jobs\//);
  const again = await (await page.reload('/jobs?new=true')).part('dialog', 'New Job');
  expect((await again.screen.findByLabelText<HTMLInputElement>(/^Address/)).value).toBe('');
});

/** Loses the connection while a call is under way. @param keys gets its Idempotency-Key @returns lets that be noticed */
function holdBackLoss(page: Page, call: RegExp, keys: (string | null)[] = []): () => void {
  return holdBack(page, call, ({ headers }) => {
    keys.push(headers.get('idempotency-key'));
    throw new TypeError('Failed to fetch');
  });
}

const valueIn = async (part: Pick<Page, 'screen'>, label: string | RegExp) =>
  (await part.screen.findByLabelText<HTMLInputElement>(label)).value;

test.each(['Close', 'Cancel'])(
  'A job that is not created after %s is said not to be, and what was typed is kept',
  async (how) => {
    const page = await heartwood.open('/jobs?new=true');
    const dialog = await page.part('dialog', 'New Job');
    const keys: (string | null)[] = [];
    const letGo = holdBackLoss(page, /^POST \/api\/jobs$/, keys);
    await dialog.fill(/^Address/, '3 Elm St');
    await dialog.click('button', 'Create Job');
    await dialog.click('button', how);
    letGo();
    await (await page.toast('No answer came')).see(/What you typed is kept/);
    await page.click('button', 'New Job');
    expect(await valueIn(await page.part('dialog', 'New Job'), /^Address/)).toBe('3 Elm St');
    // It may have been created all the same.
    await page.click('button', 'Create Job');
    await expect.poll(() => keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  },
);

test('A cost that is not added after Cancel is in the form that was opened anew, or leaves alone what is typed there', async () => {
  const { body: job } = await owner.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201));
  const page = await heartwood.open(`/jobs/${job.id}`);
  const sendAndCancel = async (what: string) => {
    const letGo = holdBackLoss(page, /^POST .*\/costs$/);
    await page.user.selectOptions(await page.screen.findByLabelText(/^Category/), 'other');
    await page.fill(/^Amount/, '12');
    await page.fill('What for', what);
    await page.click('button', /^Add$/);
    await page.click('button', /^Cancel$/);
    await page.click('button', 'Add cost');
    expect(await valueIn(page, 'What for')).toBe('');
    return letGo;
  };
  await page.click('button', 'Add cost');
  const lose = await sendAndCancel('Chips');
  lose();
  await (await page.toast('No answer came')).see(/What you typed is kept/);
  expect(await valueIn(page, 'What for')).toBe('Chips');
  const loseAgain = await sendAndCancel('Fuel');
  await page.fill('What for', 'Ropes');
  loseAgain();
  await page.toast('No answer came');
  expect(await valueIn(page, 'What for')).toBe('Ropes');
});

test('A note that is refused when its page was left is said not to be saved, and kept', async () => {
  const { body: job } = await owner.post('/api/jobs', { address: '3 Elm St' }).then(expectStatus(201));
  const page = await heartwood.open(`/jobs/${job.id}`);
  const letGo = holdBack(page, /^POST .*\/notes$/, () =>
    Response.json({ code: 'refused', message: 'Not today.' }, { status: 422 }),
  );
  await page.fill('New note', 'Mind the dog');
  await page.click('button', 'Add note');
  goToCustomers(page);
  await page.screen.findByRole('heading', { level: 1, name: /Customer/ });
  letGo();
  await (await page.toast('Not saved')).see('Not today. What you typed is kept');
});

const canPress = async (page: Page, name: string) =>
  !(await page.screen.findByRole<HTMLButtonElement>('button', { name })).disabled;

const SAVE = /^(PUT|PATCH) /;
const LOST = 'Heartwood cannot be reached.';

/** Sends an edit of a job's title, and opens it again while that is under way. */
async function saveAndReopen(page: Page, title: string): Promise<void> {
  await page.click('button', 'Edit');
  await page.fill('Title', title);
  await page.click('button', 'Save');
  await page.click('button', 'Cancel');
  await page.click('button', 'Edit');
  expect(await valueIn(page, /^Title/)).toBe(title);
}

/** @returns lets the first answer come, and the connection of the next save be lost */
function holdBackThenLoss(page: Page): { letGo(): void; lose(): void } {
  const [first, next] = [newGate(), newGate()];
  let calls = 0;
  page.answer(SAVE, async ({ send }) => {
    calls += 1;
    const answer = calls === 1 ? await send() : null;
    await (answer ? first : next).gate;
    if (answer) return answer;
    throw new TypeError('Failed to fetch');
  });
  return { letGo: first.letGo, lose: next.letGo };
}

async function openAsh(): Promise<{ page: Page; id: string }> {
  const { id } = (await owner.post('/api/jobs', { address: '3 Elm St', title: 'Ash' }).then(expectStatus(201))).body;
  return { page: await heartwood.open(`/jobs/${id}`), id };
}

test('What is typed into an edit after its first save was answered is said not to be saved either', async () => {
  const { page } = await openAsh();
  const { letGo, lose } = holdBackThenLoss(page);
  await saveAndReopen(page, 'Oak');
  letGo();
  await page.toast('Job Updated');
  await page.fill('Title', 'Oak and elm');
  await page.click('button', 'Save');
  await page.click('button', 'Cancel');
  lose();
  await (await page.toast('No answer came')).see(/What you typed is kept/);
});

test('A value that is typed back while its change is being saved stays, and is saved after it', async () => {
  const { page, id } = await openAsh();
  const letGo = holdBack(page, SAVE);
  await saveAndReopen(page, 'Oak');
  await page.fill('Title', 'Ash');
  expect(await canPress(page, 'Save')).toBe(false);
  letGo();
  await page.toast('Job Updated');
  expect(await valueIn(page, /^Title/)).toBe('Ash');
  await page.gone(/theirs/i);
  await expect.poll(() => canPress(page, 'Save')).toBe(true);
  await page.click('button', 'Save');
  await expect.poll(async () => (await owner.get(`/api/jobs/${id}`)).body).toMatchObject({ title: 'Ash', revision: 2 });
});

test('An edit that is saved after its page was left is nobody else’s change in what was typed since', async () => {
  const { page, id } = await openAsh();
  const letGo = holdBack(page, SAVE);
  await saveAndReopen(page, 'Oak');
  await page.fill('Title', 'Oak and elm');
  goToCustomers(page);
  await page.screen.findByRole('heading', { level: 1, name: /Customer/ });
  letGo();
  await page.toast('Job Updated');
  goTo(page, `/jobs/${id}?edit=true`);
  expect(await valueIn(page, /^Title/)).toBe('Oak and elm');
  await page.gone(/theirs/i);
});

test('What is typed after Discard meets what was saved late as one’s own', async () => {
  const { page } = await openAsh();
  const letGo = holdBack(page, SAVE);
  await saveAndReopen(page, 'Oak');
  await page.click('button', 'Discard the draft');
  letGo();
  await page.toast('Job Updated');
  await expect.poll(() => valueIn(page, /^Title/)).toBe('Oak');
  await page.gone(/theirs/i);
});

test('An edit of a property that is saved late is nobody else’s change, and one that is not is said so once', async () => {
  const house = { address: '12 Front St', city: 'Amherst', state: 'MA', zipCode: '01002' };
  const name = { firstName: 'Ines', lastName: 'Late' };
  const { id } = (await owner.post('/api/customers', { ...name, ...house }).then(expectStatus(201))).body;
  const page = await heartwood.open(`/customers/${id}`);
  const saveAndClose = async (city: string): Promise<void> => {
    await page.click('button', 'Edit 12 Front St');
    await page.fill('City', city);
    await page.click('button', 'Save');
    await page.click('button', 'Cancel');
  };
  const { letGo, lose } = holdBackThenLoss(page);
  await saveAndClose('Hadley');
  await page.click('button', 'Edit 12 Front St');
  await page.fill('City', 'Hatfield');
  expect(await canPress(page, 'Save')).toBe(false);
  letGo();
  await page.toast('Property Updated');
  expect(await valueIn(page, /^City/)).toBe('Hatfield');
  await page.gone(/theirs/i);
  await page.click('button', 'Cancel');

  await saveAndClose('Hatfield');
  lose();
  await page.toast('No answer came');
  await page.gone('Failed to save the property.');
});

test('An edit that is saved late leaves alone what was typed since; one that is not saved is said not to be, and kept', async () => {
  const { page } = await openAsh();
  const letGo = holdBack(page, SAVE);
  await saveAndReopen(page, 'Oak');
  await page.fill('Title', 'Oak and elm');
  letGo();
  await page.toast('Job Updated');
  // What this person saved is nobody else's change.
  await page.gone(/theirs/i);
  await page.gone(/changed/i);
  const again = await page.reload();
  expect(await valueIn(again, /^Title/)).toBe('Oak and elm');
  await again.click('button', 'Cancel');
  // It shows first what this device kept of it, from before it was saved.
  await again.screen.findByRole('heading', { level: 1, name: /Oak/ });

  const lose = holdBackLoss(again, SAVE);
  await again.click('button', 'Edit');
  await again.fill('Title', 'Maple');
  await again.click('button', 'Save');
  await again.click('button', 'Cancel');
  lose();
  await (await again.toast('No answer came')).see(/What you typed is kept/);
  await again.click('button', 'Edit');
  expect(await valueIn(again, /^Title/)).toBe('Maple');
});

/** Loses the answer to the first save, which the server has taken. */
function loseFirst(page: Page): void {
  let isFirst = true;
  page.answer(SAVE, async ({ send }) => {
    const answer = await send();
    if (!isFirst) return answer;
    isFirst = false;
    throw new TypeError('The answer was lost');
  });
}

describe('an edit that was saved, but whose answer is lost', () => {
  /** Sends a title. @returns lets the page read the record as it became */
  async function loseAnswer(page: Page, id: string, title: string): Promise<() => void> {
    await page.click('button', 'Edit');
    const letGo = holdBack(page, new RegExp(`^GET /api/jobs/${id}`));
    loseFirst(page);
    await page.fill('Title', title);
    await page.click('button', 'Save');
    await page.see(LOST);
    return letGo;
  }

  const isShown = (page: Page, title: string) =>
    page.screen.findByRole('heading', { level: 1, name: new RegExp(title) });
  const savedTitle = async (id: string) => (await owner.get(`/api/jobs/${id}`)).body.title;

  test('It is one’s own change in what is typed on, not somebody else’s', async () => {
    const { page, id } = await openAsh();
    const letGo = await loseAnswer(page, id, 'Oak');
    letGo();
    await isShown(page, 'Oak');
    await page.fill('Title', 'Oak and elm');
    await page.gone(/theirs/i);
    await page.click('button', 'Save');
    // Its answer would otherwise come to a page that the end of the test has closed.
    await page.toast('Job Updated');
    await expect.poll(() => savedTitle(id)).toBe('Oak and elm');
  });

  test('It is one’s own change too where what was typed on is refused, as the page does not know of it yet', async () => {
    const { page, id } = await openAsh();
    const letGo = await loseAnswer(page, id, 'Oak');
    await page.fill('Title', 'Oak and elm');
    await page.click('button', 'Save');
    await page.toast('Job Updated');
    letGo();
    expect(await savedTitle(id)).toBe('Oak and elm');
  });

  test('It is taken back where the value from before is typed again, as the page does not know of it yet', async () => {
    const { page, id } = await openAsh();
    const letGo = await loseAnswer(page, id, 'Oak');
    await page.fill('Title', 'Ash');
    await page.click('button', 'Save');
    await page.toast('Job Updated');
    letGo();
    expect(await savedTitle(id)).toBe('Ash');
  });

  test('It is one’s own change also where the server shows it in other words: services with ids, a number without zeros', async () => {
    const items = [{ service: 'Stump Grinding', unitPrice: '650' }];
    const of = { customerName: 'Zoe Late', propertyAddress: '3 Elm St', items };
    const quote = (await owner.post('/api/quotes', of).then(expectStatus(201))).body;
    const page = await heartwood.open(`/quotes/${quote.id}`);
    loseFirst(page);
    await page.click('button', 'Edit');
    await page.fill('Unit Price', '700');
    await page.click('button', 'Save as a new version');
    await page.see(LOST);
    await expect.poll(async () => (await owner.get(`/api/quotes/${quote.id}`)).body.revision).toBe(1);
    await page.see(/^Version 2/);
    await page.gone(/theirs/i);

    const house = { firstName: 'Ines', lastName: 'Late', address: '12 Front St' };
    const customer = (await owner.post('/api/customers', house).then(expectStatus(201))).body;
    const next = await page.reload(`/customers/${customer.id}`);
    loseFirst(next);
    await next.click('button', 'Edit 12 Front St');
    await next.fill('Latitude', '42.3730');
    await next.fill('Longitude', '-72.5200');
    await next.click('button', 'Save');
    await next.see(LOST);
    await expect.poll(() => valueIn(next, 'Latitude')).toBe('42.373');
    await next.gone(/theirs/i);
  });

  test('It is saved once the record says so, also after a reload', async () => {
    const { page, id } = await openAsh();
    await loseAnswer(page, id, 'Oak');
    const again = await page.reload(`/jobs/${id}?edit=true`);
    await isShown(again, 'Oak');
    expect(await valueIn(again, /^Title/)).toBe('Oak');
    expect(again.screen.queryByText(/Not saved yet/)).toBeNull();
    await owner.put(`/api/jobs/${id}`, { title: 'Elm' }).then(expectStatus(200));
    await expect.poll(() => valueIn(again, /^Title/)).toBe('Elm');
    expect(again.screen.queryAllByRole('radio')).toEqual([]);
  });
});

test.each([true, false])(
  'A plan that was saved, but whose answer is lost, is one’s own: the page knows it: %s',
  async (isKnown) => {
    const { page, id } = await openAsh();
    const dialogOf = () => page.part('dialog', /the job$/);
    await page.click('button', 'Schedule');
    loseFirst(page);
    const letGo = holdBack(page, new RegExp(`^GET /api/jobs/${id}`));
    const dialog = await dialogOf();
    await dialog.fill('Date', '2036-06-16');
    await dialog.click('button', 'Schedule');
    await dialog.see(LOST);
    if (isKnown) {
      letGo();
      await dialog.part('button', 'Move');
    }
    await dialog.fill('Date', '2036-06-17');
    await page.gone(/changed/);
    await dialog.click('button', isKnown ? 'Move' : 'Schedule');
    await page.toast('Job scheduled successfully!');
    letGo();
    const { visits } = (await owner.get(`/api/jobs/${id}`)).body;
    expect(visits).toMatchObject([{ start: expect.stringMatching(/^2036-06-17/) }]);
  },
);

test('A move on the board that was saved, but whose answer is lost, is no change of the plan to its draft', async () => {
  const visits = [{ start: '2036-06-20T12:00:00.000Z', end: '2036-06-20T16:00:00.000Z' }];
  const job = { address: '3 Elm St', title: 'Ash', visits };
  const { id } = (await owner.post('/api/jobs', job).then(expectStatus(201))).body;
  const at = `/schedule?date=2036-06-20&view=day&move=${id}`;
  const page = await heartwood.open(at);
  loseFirst(page);
  const dialog = await page.part('dialog', 'Move the job');
  await dialog.fill('Start', '10:00');
  await dialog.click('button', 'Move');
  await page.toast('Error');
  const again = await (await page.reload(at)).part('dialog', 'Move the job');
  await again.see(/^Draft from/);
  await again.gone(/has changed/);
  await again.fill('Start', '11:00');
  await again.gone(/has changed/);
});

test('An edit is saved though something that is not in its form was changed meanwhile, unknown to the page', async () => {
  const { page, id } = await openAsh();
  await page.click('button', 'Edit');
  const letGo = holdBack(page, new RegExp(`^GET /api/jobs/${id}`));
  await page.fill('Title', 'Oak');
  await owner.post(`/api/jobs/${id}/notes`, { note: 'Mind the dog' }).then(expectStatus(200));
  await page.click('button', 'Save');
  await page.toast('Job Updated');
  letGo();
  expect((await owner.get(`/api/jobs/${id}`)).body).toMatchObject({ title: 'Oak', revision: 2 });
});

test('A save that is refused, as somebody else changed the same field, leads to the choice', async () => {
  const { page, id } = await openAsh();
  await page.click('button', 'Edit');
  const letGo = holdBack(page, new RegExp(`^GET /api/jobs/${id}`));
  await page.fill('Title', 'Oak');
  await owner.put(`/api/jobs/${id}`, { title: 'Elm' }).then(expectStatus(200));
  await page.click('button', 'Save');
  const theirs = await page.screen.findByRole('radio', { name: 'Title, theirs: Elm' });
  await expect.poll(() => page.window.document.activeElement).toBe(theirs);
  letGo();
});

test('A caption that was saved, but whose answer is lost, is one’s own in what is typed on', async () => {
  const id = await addLead('Caption');
  const elm = { caption: 'Elm' };
  await upload(owner, `lead/${id}`, await samplePhoto(), elm).then(expectStatus(201));
  const page = await heartwood.open(`/leads?lead=${id}`);
  loseFirst(page);
  await page.user.click((await page.screen.findByAltText('Elm')).closest('button') as Element);
  const viewer = await page.part('dialog', /^Photo /);
  await viewer.fill('Caption', 'Oak');
  await viewer.click('button', 'Save');
  await viewer.screen.findByRole('img', { name: 'Oak' });
  await viewer.fill('Caption', 'Oak at the gate');
  await viewer.click('button', 'Save');
  await page.toast('Caption saved');
});

test('A value that was refused is somebody else’s change once they have saved it', async () => {
  const { page, id } = await openAsh();
  page.answer(SAVE, () => Response.json({ code: 'refused', message: 'Not today.' }, { status: 422 }));
  await page.click('button', 'Edit');
  await page.fill('Title', 'Oak');
  await page.click('button', 'Save');
  await page.see('Not today.');
  await owner.put(`/api/jobs/${id}`, { title: 'Oak' }).then(expectStatus(200));
  await page.screen.findByRole('heading', { level: 1, name: /Oak/ });
  await page.fill(/^Title/, 'Oak and elm');
  await page.screen.findAllByText(/theirs/i);
});

test('A new version that is saved late leaves alone what was typed since about its next photo', async () => {
  const quote = { customerName: 'Zoe Late', propertyAddress: '3 Elm St', items: [] };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const page = await heartwood.open(`/quotes/${id}?edit=true`);
  const letGo = holdBack(page, /^(PUT|PATCH) \/api\/quotes/);
  await page.fill('What to look at', 'The oak');
  await page.fill('Additional Notes', 'Gate on the left');
  await page.click('button', 'Save as a new version');
  await page.click('button', 'Cancel');
  await page.click('button', 'Edit');
  expect(await valueIn(page, /^What to look at/)).toBe('The oak');
  await page.fill('What to look at', 'The elm');
  letGo();
  await page.toast('Version Saved');
  const again = await page.reload(`/quotes/${id}?edit=true`);
  expect(await valueIn(again, /^What to look at/)).toBe('The elm');
});

/** An edit of a quote, in a browser that reads pictures as told. */
async function editQuote(createImageBitmap: () => Promise<never>): Promise<{ page: Page; id: string }> {
  const quote = { customerName: 'Zoe Late', propertyAddress: '3 Elm St', items: [] };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const page = await heartwood.open(`/quotes/${id}?edit=true`);
  Object.assign(page.window, { createImageBitmap });
  return { page, id };
}

async function choosePhoto(page: Page, name: string, width: number): Promise<void> {
  const photo = new page.window.File([new Uint8Array(await samplePhoto({ width }))], name, { type: 'image/jpeg' });
  await page.user.upload(await page.screen.findByLabelText('Choose an image of the tree'), photo);
}

test('A photo chosen for a new version is waited for while it is being read', async () => {
  const { gate, letGo: read } = newGate();
  const { page } = await editQuote(() => gate.then(() => Promise.reject(new Error('Not read'))));
  await choosePhoto(page, 'oak.jpg', 200);
  expect(await canPress(page, 'Save as a new version')).toBe(false);
  read();
  await page.see('oak.jpg');
  await expect.poll(() => canPress(page, 'Save as a new version')).toBe(true);
});

test('A photo of a version that was not saved is not added once another one was chosen', async () => {
  const { page, id } = await editQuote(() => Promise.reject(new Error('Not read')));
  page.answer(/^(PUT|PATCH) \/api\/quotes/, () =>
    Response.json({ code: 'refused', message: 'Not today.' }, { status: 422 }),
  );
  await choosePhoto(page, 'oak.jpg', 200);
  await page.see('oak.jpg');
  await page.fill('Additional Notes', 'Gate on the left');
  await page.click('button', 'Save as a new version');
  await page.see('Not today.');
  await choosePhoto(page, 'elm.jpg', 300);
  await page.see('elm.jpg');
  await page.fill('Additional Notes', '');
  await page.click('button', 'Save as a new version');
  const widths = async () =>
    (await owner.get(`/api/photos?category=quote&recordId=${id}`)).body.map(({ width }: { width: number }) => width);
  await expect.poll(widths).toEqual([300]);
});

test('A choice whose answer is lost is said not to be made, and no quote is created until that is settled', async () => {
  const quinn = await addLead('Quinn Away');
  const page = await heartwood.open(`/quotes?lead=${await addLead('Zoe Here')}`);
  let isAway = true;
  page.answer(new RegExp(`^GET /api/leads/${quinn}`), ({ send }) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return send();
  });
  const create = async () => page.screen.findByRole<HTMLButtonElement>('button', { name: 'Create Quote' });
  const name = async () => (await page.screen.findByLabelText<HTMLInputElement>(/^Customer Name/)).value;
  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard('Quinn');
  await page.click('option', /Quinn Away/);
  const told = await page.part('alert', '');
  await told.see(/“Quinn Away” is not chosen: Heartwood cannot be reached/);
  expect(await name()).toBe('Zoe Here');
  expect((await create()).disabled).toBe(true);
  await told.click('button', 'Stay with Zoe Here');
  await expect.poll(async () => (await create()).disabled).toBe(false);

  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard('Quinn');
  await page.click('option', /Quinn Away/);
  await page.see(/is not chosen/);
  isAway = false;
  await page.click('button', 'Try again');
  await expect.poll(() => name()).toBe('Quinn Away');
  await page.gone(/is not chosen/);
  expect((await create()).disabled).toBe(false);

  const blank = await page.reload('/quotes');
  blank.answer(new RegExp(`^GET /api/leads/${quinn}`), () => {
    throw new TypeError('Failed to fetch');
  });
  await blank.user.click(await blank.screen.findByLabelText('Customer or lead'));
  await blank.user.keyboard('Quinn');
  await blank.click('option', /Quinn Away/);
  await blank.click('button', 'Leave it for someone new');
  await blank.gone(/is not chosen/);
});
