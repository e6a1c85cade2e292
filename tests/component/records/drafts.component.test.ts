import { IDBObjectStore } from 'fake-indexeddb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setUpEmail } from '../../support/email.ts';
import type { Client } from '../../support/requests/client.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { openConsole, type Page, type Part, type TestConsole } from '../page.ts';

// What a form finds when it is opened again: what was typed into it, for the record it is opened for, as that is now.

let heartwood: TestConsole;
let owner: Client;
let smtp: TestSmtpServer;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
  smtp = await setUpEmail(owner);
});
afterAll(async () => {
  await heartwood.close();
  await smtp.close();
});

const HOUSE = { city: 'Hadley', state: 'MA', zipCode: '01035' };

/** A customer with two houses. */
async function addCustomer(firstName: string) {
  const details = { firstName, lastName: 'Lovelace', email: 'old@example.com', address: '1 Oak St', ...HOUSE };
  const { id } = (await owner.post('/api/customers', details).then(expectStatus(201))).body;
  const second = { address: '9 Elm St', ...HOUSE };
  const at = `/api/customers/${id}/properties`;
  const { properties } = (await owner.post(at, second).then(expectStatus(201))).body;
  const [oak, elm] = properties as { id: string }[];
  return { id: id as string, oak: oak?.id as string, elm: elm?.id as string };
}

const addJob = async (details: object = {}): Promise<string> =>
  (await owner.post('/api/jobs', { address: '3 Elm St', ...details }).then(expectStatus(201))).body.id;

const textIn = async (part: Part, label: string) =>
  (await part.screen.findByLabelText<HTMLInputElement>(label, { exact: false })).value;

/** Turns the clock of a page: what it opens from now on begins on a later day. */
function passDays(page: Page, days: number): void {
  const before = page.window.Date.now;
  page.window.Date.now = () => before() + days * 86_400_000;
}

const begun = (part: Part) => part.screen.queryAllByText(/^Draft from/).length > 0;

test('A new job is for the property it is opened for; what was typed for another is there again at that one', async () => {
  const { id, oak, elm } = await addCustomer('Joan');
  const dialogAt = (page: Page) => page.part('dialog', 'New Job');
  const page = await heartwood.open(`/customers/${id}?job=${oak}`);
  await (await dialogAt(page)).fill('Title', 'Dead oak');

  const atElm = await page.reload(`/customers/${id}?job=${elm}`);
  const dialog = await dialogAt(atElm);
  await expect.poll(() => textIn(dialog, 'Property')).toBe(elm);
  expect(begun(dialog)).toBe(false);
  expect(await textIn(dialog, 'Title')).toBe('');
  await dialog.fill('Title', 'Hedge');
  await dialog.click('button', 'Create Job');
  await atElm.toast('Job Created');
  const { body: jobs } = await owner.get(`/api/jobs?customerId=${id}`).then(expectStatus(200));
  expect(jobs).toMatchObject([{ title: 'Hedge', propertyId: elm }]);

  const again = await dialogAt(await atElm.reload(`/customers/${id}?job=${oak}`));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'Title')).toBe('Dead oak');
  await expect.poll(() => textIn(again, 'Property')).toBe(oak);
});

test('A new cost is for the job whose costs are listed; what was typed for another is there again at that one', async () => {
  const [first, second] = [await addJob({ title: 'First' }), await addJob({ title: 'Second' })];
  const dialogAt = (page: Page) => page.part('dialog', 'Add Cost');
  const page = await heartwood.open(`/costs?job=${first}&new=true`);
  await (await dialogAt(page)).fill('What for', 'Rope');

  const ofSecond = await page.reload(`/costs?job=${second}&new=true`);
  const dialog = await dialogAt(ofSecond);
  await dialog.choose('Category', 'Equipment');
  await dialog.fill('Amount', '80');
  await dialog.fill('What for', 'Fuel');
  await dialog.click('button', 'Add Cost');
  await ofSecond.toast('Cost Added');
  const { body: costs } = await owner.get(`/api/costs?jobId=${second}`).then(expectStatus(200));
  expect(costs).toMatchObject([{ description: 'Fuel', jobId: second }]);

  const again = await dialogAt(await ofSecond.reload(`/costs?job=${first}&new=true`));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'What for')).toBe('Rope');
});

test('A new quote is for the property it is opened for; what was typed for another is there again at that one', async () => {
  const { id, oak, elm } = await addCustomer('Quentin');
  const quoteAt = (property: string) => `/quotes?customer=${id}&property=${property}`;
  const page = await heartwood.open(quoteAt(oak));
  await page.fill('What to look at', 'Dead oak');

  const atElm = await page.reload(quoteAt(elm));
  expect(await textIn(atElm, 'Property Address')).toBe('9 Elm St, Hadley, MA 01035');
  expect(await textIn(atElm, 'What to look at')).toBe('');

  const again = await atElm.reload(quoteAt(oak));
  await again.see(/^Draft from/);
  expect(await textIn(again, 'What to look at')).toBe('Dead oak');
});

test('A quote that was typed for somebody else is offered where it was begun, and is never taken for whom the form is opened', async () => {
  const add = async (name: string): Promise<string> =>
    (await owner.post('/api/leads', { name, address: '1 Oak St', status: 'New' }).then(expectStatus(201))).body.id;
  const zoe = await add('Zoe Begun');
  await add('Bertrand Other');
  const at = `/quotes?lead=${zoe}`;
  const page = await heartwood.open(at);
  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard('Bertrand');
  await page.click('option', /Bertrand Other/);
  await expect.poll(() => textIn(page, 'Customer Name')).toBe('Bertrand Other');
  await page.fill('Notes', 'For Bertrand');

  const ofZoe = await page.reload(at);
  await expect.poll(() => textIn(ofZoe, 'Customer Name')).toBe('Zoe Begun');
  expect(await textIn(ofZoe, 'Notes')).toBe('');
  await ofZoe.see(/is for Bertrand Other$/);
  await ofZoe.fill('Notes', 'For Zoe');

  const again = await ofZoe.reload(at);
  await again.see(/^Draft from/);
  expect(await textIn(again, 'Notes')).toBe('For Zoe');
  await again.click('button', 'Open it');
  await expect.poll(() => textIn(again, 'Customer Name')).toBe('Bertrand Other');
  expect(await textIn(again, 'Notes')).toBe('For Bertrand');
  await again.see(/is for Zoe Begun$/);
  expect(again.window.document.activeElement?.closest('form')).toBeTruthy();
  await again.click('button', 'Open it');
  await again.see(/is for Bertrand Other$/);
  expect(again.window.document.activeElement?.closest('form')).toBeTruthy();
});

/** A new quote for the first, with somebody else chosen in it since. */
async function chooseSomebodyElse(first: string, other: string): Promise<{ page: Page; at: string }> {
  const add = async (name: string): Promise<string> =>
    (await owner.post('/api/leads', { name, address: '1 Oak St', status: 'New' }).then(expectStatus(201))).body.id;
  const at = `/quotes?lead=${await add(first)}`;
  await add(other);
  const page = await heartwood.open(at);
  await page.user.click(await page.screen.findByLabelText('Customer or lead'));
  await page.user.keyboard(other);
  await page.click('option', new RegExp(other));
  await expect.poll(() => textIn(page, 'Customer Name')).toBe(other);
  return { page, at };
}

/** Goes elsewhere and back, without a reload. */
async function leaveAndReturn(page: Page, at: string): Promise<void> {
  const goTo = (path: string, heading: RegExp) => {
    page.window.history.pushState({}, '', path);
    page.window.dispatchEvent(new page.window.PopStateEvent('popstate'));
    return page.screen.findByRole('heading', { level: 1, name: heading });
  };
  await goTo('/customers', /Customer/);
  await goTo(at, /Create New Quote/);
}

test('The picture of a discarded draft is not taken for the next quote', async () => {
  const { page, at } = await chooseSomebodyElse('Anna Pictured', 'Berta Pictured');
  // This browser reads no pictures: it goes as it is.
  Object.assign(page.window, { createImageBitmap: () => Promise.reject(new Error('Not read')) });
  const photo = new page.window.File([new Uint8Array(await samplePhoto())], 'oak.jpg', { type: 'image/jpeg' });
  await page.user.upload(await page.screen.findByLabelText('Choose an image of the tree'), photo);
  await page.see('oak.jpg');
  await leaveAndReturn(page, at);
  await page.see(/is for Berta Pictured$/);
  await page.click('button', 'Discard the other draft');
  await leaveAndReturn(page, at);
  await page.see('Choose image');
  await page.gone('oak.jpg');
});

test('Undo after Cancel brings back the quote as it was, also where somebody else was chosen in it', async () => {
  const { page, at } = await chooseSomebodyElse('Anna Undone', 'Berta Undone');
  await page.fill('Notes', 'For Berta');
  await page.click('button', 'Cancel');
  const toast = await page.toast('Quote Discarded');
  await leaveAndReturn(page, at);
  await expect.poll(() => textIn(page, 'Customer Name')).toBe('Anna Undone');
  await page.fill('Notes', 'For Anna');
  await toast.click('button', 'Undo');
  await expect.poll(() => textIn(page, 'Customer Name')).toBe('Berta Undone');
  expect(await textIn(page, 'Notes')).toBe('For Berta');
  await page.see(/is for Anna Undone$/);
});

test('A job that was typed for somebody else is offered where it was begun, and is never taken for whom it is opened', async () => {
  const { id, oak } = await addCustomer('Dora');
  const other = (await owner.post('/api/customers', { firstName: 'Karl', lastName: 'Weiss' }).then(expectStatus(201)))
    .body.id as string;
  const at = `/customers/${id}?job=${oak}`;
  const page = await heartwood.open(at);
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Title', 'Hedge');
  await page.user.click(await dialog.screen.findByLabelText('Customer', { exact: false, selector: 'input' }));
  await page.user.keyboard('Weiss');
  await page.click('option', /Karl Weiss/);
  await page.user.keyboard('{Escape}');

  const later = await page.reload(at);
  const again = await later.part('dialog', 'New Job');
  await again.see(/is for Karl Weiss$/);
  expect(await textIn(again, 'Title')).toBe('');
  await again.fill('Title', 'Oak');
  await again.click('button', 'Create Job');
  await later.toast('Job Created');
  const { body: jobs } = await owner.get(`/api/jobs?customerId=${id}`).then(expectStatus(200));
  expect(jobs).toMatchObject([{ title: 'Oak' }]);
  expect((await owner.get(`/api/jobs?customerId=${other}`).then(expectStatus(200))).body).toEqual([]);

  const last = await later.reload(at);
  const offered = await last.part('dialog', 'New Job');
  await offered.click('button', 'Open it');
  const opened = await last.part('dialog', 'New Job');
  await expect.poll(() => textIn(opened, 'Title')).toBe('Hedge');
});

test('A message typed for an email goes to the address that the customer has by then', async () => {
  const { id: customerId } = await addCustomer('Mary');
  const lines = [{ description: 'Prune the oak', unitPrice: '1000' }];
  const { id } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  const at = `/invoices?invoice=${id}&do=email`;
  const page = await heartwood.open(at);
  const dialog = await page.part('dialog', /^Email INV/);
  expect(await textIn(dialog, 'To')).toBe('old@example.com');
  await dialog.fill('Message', 'Thank you');
  await owner.patch(`/api/customers/${customerId}`, { email: 'new@example.com' }).then(expectStatus(200));

  const later = await page.reload(at);
  const again = await later.part('dialog', /^Email INV/);
  await again.see(/^Draft from/);
  expect(await textIn(again, 'To')).toBe('new@example.com');
  expect(await textIn(again, 'Message')).toBe('Thank you');
  // Typed by hand, it stays.
  await again.fill('To', 'office@example.com');
  await owner.patch(`/api/customers/${customerId}`, { email: 'third@example.com' }).then(expectStatus(200));
  const last = await later.reload(at);
  expect(await textIn(await last.part('dialog', /^Email INV/), 'To')).toBe('office@example.com');
});

test('A time typed for a job leaves it with the crew that somebody else gave it meanwhile', async () => {
  const crewOf = async (name: string): Promise<string> =>
    (await owner.post('/api/crews', { name }).then(expectStatus(201))).body.id;
  const [before, meanwhile] = [await crewOf('Removal'), await crewOf('Pruning')];
  const visits = [{ start: '2036-06-20T12:00:00.000Z', end: '2036-06-20T16:00:00.000Z' }];
  const id = await addJob({ title: 'Moved twice', crewId: before });
  await owner.put(`/api/jobs/${id}`, { visits, status: 'scheduled' }).then(expectStatus(200));
  const at = `/schedule?date=2036-06-20&view=day&move=${id}`;
  const page = await heartwood.open(at);
  const dialog = await page.part('dialog', 'Move the job');
  await dialog.fill('Start', '10:00');
  await owner.put(`/api/jobs/${id}`, { crewId: meanwhile }).then(expectStatus(200));

  const later = await page.reload(at);
  const again = await later.part('dialog', 'Move the job');
  expect(await textIn(again, 'Start')).toBe('10:00');
  await expect.poll(() => textIn(again, 'Crew')).toBe(meanwhile);
  // What the draft does not hold, the form has as it was opened: saving would put that back.
  await owner.put(`/api/jobs/${id}`, { crewId: before }).then(expectStatus(200));
  await again.see('Someone else just changed this job');
});

describe('a time typed for a visit that somebody else has moved since', () => {
  const since = 'The plan has changed since this draft';
  const june = (day: number) => [{ start: `2036-06-${day}T12:00:00.000Z`, end: `2036-06-${day}T16:00:00.000Z` }];
  const move = (id: string, day: number) =>
    owner.put(`/api/jobs/${id}`, { visits: june(day), status: 'scheduled' }).then(expectStatus(200));

  async function discards(dialog: Part): Promise<void> {
    await dialog.see(since);
    await dialog.see(/Jun(e)? 24/);
    await dialog.click('button', 'Discard the draft');
    await dialog.gone(since);
    expect(await textIn(dialog, 'Date')).toBe('2036-06-24');
  }

  test('On the page of a job a draft of a visit that was moved since says so, until it is discarded', async () => {
    const id = await addJob({ title: 'Moved since', visits: june(19) });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    await (await page.part('dialog', 'Move the job')).fill('Start', '10:00');
    await page.user.keyboard('{Escape}');
    await page.click('button', /^Move$/);
    const unchanged = await page.part('dialog', 'Move the job');
    await unchanged.see(/^Draft from/);
    expect(unchanged.screen.queryByText(since)).toBeNull();
    await page.user.keyboard('{Escape}');
    await move(id, 24);
    await expect.poll(() => page.screen.queryAllByText(/Jun(e)? 24/).length).toBeGreaterThan(0);
    await page.click('button', /^Move$/);
    await discards(await page.part('dialog', 'Move the job'));
  });

  test('On the schedule a draft of a visit that was moved since says so, until it is discarded', async () => {
    const id = await addJob({ title: 'Moved since', visits: june(19) });
    const at = `/schedule?date=2036-06-20&view=month&move=${id}`;
    const page = await heartwood.open(at);
    await (await page.part('dialog', 'Move the job')).fill('Start', '10:00');
    await move(id, 24);
    const later = await page.reload(at);
    await discards(await later.part('dialog', 'Move the job'));
  });
});

test('The reference typed for a payment stays, and its amount is what is left after a payment of somebody else', async () => {
  const { id: customerId } = await addCustomer('Rita');
  const lines = [{ description: 'Prune the oak', unitPrice: '1000' }];
  const { id, totalAmount } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  const at = `/invoices?invoice=${id}&tab=payments`;
  const page = await heartwood.open(at);
  await (await page.part('region', 'Record Payment')).fill('Reference', '1023');
  const rest = String(Number(totalAmount) - 250);
  await owner.post(`/api/invoices/${id}/payments`, { amount: '250', paymentMethod: 'cash' }).then(expectStatus(201));

  const again = await (await page.reload(at)).part('region', 'Record Payment');
  await again.see(/^Draft from/);
  expect(await textIn(again, 'Reference')).toBe('1023');
  expect(await textIn(again, 'Amount')).toBe(rest);
});

test('A draft as it was stored before, with all that was in the form, still opens', async () => {
  const page = await heartwood.open('/leads');
  const held = { name: 'Typed before', phone: '555-0100', notes: '' };
  const stored = JSON.stringify({ typedAt: new Date().toISOString(), held });
  page.window.sessionStorage.setItem('heartwood.draft.lead/new', stored);
  const dialog = await (await page.reload('/leads?new=true')).part('dialog', 'Add New Lead');
  await dialog.see(/^Draft from/);
  expect(await textIn(dialog, 'Name')).toBe('Typed before');
  expect(await textIn(dialog, 'Phone')).toBe('555-0100');
});

test('Hours typed yesterday are for yesterday, and for who was asked about then', async () => {
  const personOf = async (firstName: string): Promise<string> =>
    (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;
  const [ann, ben] = [await personOf('Ann'), await personOf('Ben')];
  const crew = (await owner.post('/api/crews', { name: 'Hours', memberIds: [ann] }).then(expectStatus(201))).body;
  const id = await addJob({ title: 'Long day', crewId: crew.id });
  const page = await heartwood.open(`/jobs/${id}`);
  await page.click('button', 'Add hours');
  const day = await textIn(page, 'Day');
  await page.fill('Hours', '9');
  await owner.patch(`/api/crews/${crew.id}`, { memberIds: [ben] }).then(expectStatus(200));

  const later = await page.reload();
  passDays(later, 1);
  await later.click('button', 'Add hours');
  await later.see(/^Draft from/);
  expect(await textIn(later, 'Day')).toBe(day);
  await later.click('button', /^Add$/);
  await later.toast('Hours Added');
  const { body: job } = await owner.get(`/api/jobs/${id}`).then(expectStatus(200));
  expect(job.hours).toMatchObject([{ personId: ann, day, hours: 9 }]);
});

describe('hours on a device that stores nothing', () => {
  beforeEach(() => {
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('Storage is turned off', 'InvalidStateError');
    });
  });

  /** A form for the hours of two people, of which the server refuses those of the second. @returns lets it answer */
  async function addHoursOfTwo(name: string) {
    const personOf = async (firstName: string): Promise<string> =>
      (await owner.post('/api/staff', { firstName }).then(expectStatus(201))).body.id;
    const memberIds = [await personOf('Ann'), await personOf('Ben')];
    const crew = (await owner.post('/api/crews', { name, memberIds }).then(expectStatus(201))).body;
    const id = await addJob({ title: name, crewId: crew.id });
    const page = await heartwood.open(`/jobs/${id}`);
    let isRefused = true;
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    page.answer(/POST .*\/hours$/, async ({ body, send }) => {
      if ((body as { personId: string }).personId === memberIds[0] || !isRefused) return send();
      await isAnswered;
      isRefused = false;
      return Response.json({ code: 'conflict', message: 'Ben was on leave.' }, { status: 409 });
    });
    await page.click('button', 'Add hours');
    await page.fill('Hours', '3');
    await page.click('button', /^Add$/);
    const peopleWithHours = async () => {
      const { hours } = (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
      return hours.map(({ personId }: { personId: string }) => memberIds.indexOf(personId)).sort();
    };
    await expect.poll(peopleWithHours).toEqual([0]);
    return { page, answer, peopleWithHours };
  }

  test('Hours that were taken leave the form, which keeps those that were refused', async () => {
    const { page, answer, peopleWithHours } = await addHoursOfTwo('Open');
    answer();
    await page.see('Ben was on leave.');
    await page.toast('Hours Added');
    await page.click('button', /^Add$/);
    await expect.poll(peopleWithHours).toEqual([0, 1]);
  });

  test('Hours that are refused after their form was cancelled are typed there again, and said to be', async () => {
    const { page, answer, peopleWithHours } = await addHoursOfTwo('Cancelled');
    await page.click('button', 'Cancel');
    answer();
    await page.toast('Ben was on leave. What you typed is kept: open the form again.');
    await page.click('button', 'Add hours');
    await page.see(/^Draft from/);
    await page.click('button', /^Add$/);
    await expect.poll(peopleWithHours).toEqual([0, 1]);
  });

  /** A job whose next call to that path is carried out, but not answered. @returns `lose` ends that call */
  async function openLosing(path: string, details: object = {}) {
    const id = await addJob({ title: 'Lost', ...details });
    const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
    const page = await heartwood.open(`/jobs/${id}`);
    let isFirst = true;
    page.answer(new RegExp(`POST .*/${path}$`), async ({ send }) => {
      const answer = await send();
      if (!isFirst) return answer;
      isFirst = false;
      await isLost;
      throw new TypeError('The answer was lost');
    });
    const job = async () => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
    return { page, job, lose };
  }

  test.each(['as they are', 'after Cancel'])(
    'Hours whose answer was lost count once when they are sent again %s',
    async (how) => {
      const { body: cal } = await owner.post('/api/staff', { firstName: 'Cal' }).then(expectStatus(201));
      const crew = { name: `Lost ${how}`, memberIds: [cal.id] };
      const { body } = await owner.post('/api/crews', crew).then(expectStatus(201));
      const { page, job, lose } = await openLosing('hours', { crewId: body.id });
      await page.click('button', 'Add hours');
      await page.fill('Hours', '3');
      await page.click('button', /^Add$/);
      if (how === 'after Cancel') {
        await page.click('button', 'Cancel');
        lose();
        await page.toast('No answer came');
        await page.click('button', 'Add hours');
      } else {
        lose();
        await page.see('this device cannot save it for later');
      }
      await page.click('button', /^Add$/);
      await page.toast('Hours Added');
      expect((await job()).hours).toHaveLength(1);
    },
  );

  test('A note whose answer was lost is there once when it is sent again after a reload', async () => {
    const { page, job, lose } = await openLosing('notes');
    await page.fill('New note', 'Mind the dog');
    await page.click('button', 'Add note');
    lose();
    await page.see('this device cannot save it for later');
    const again = await page.reload();
    await again.see(/^Draft from/);
    await again.click('button', 'Add note');
    await again.toast('Note Added');
    expect((await job()).notes).toHaveLength(1);
  });
});

test('What was sent without an answer is sent again as it was on another day, and counts once', async () => {
  const id = await addJob({ title: 'Lost answer' });
  const page = await heartwood.open(`/jobs/${id}`, { expectedErrors: [/lost/] });
  await page.click('button', 'Add cost');
  await page.choose('Category', 'Equipment');
  await page.fill('Amount', '80');
  const keys: (string | null)[] = [];
  page.answer(/POST .*\/costs$/, async ({ headers, send }) => {
    keys.push(headers.get('idempotency-key'));
    await send();
    throw new TypeError('The answer was lost');
  });
  await page.click('button', /^Add$/);
  await expect.poll(() => keys.length).toBe(1);

  const later = await page.reload();
  passDays(later, 1);
  await later.click('button', 'Add cost');
  await later.see(/^Draft from/);
  await later.click('button', /^Add$/);
  await later.toast('Cost Added');
  const { body: costs } = await owner.get(`/api/costs?jobId=${id}`).then(expectStatus(200));
  expect(costs).toHaveLength(1);
});

test.each([
  ['a cost', '/costs?new=true', 'Amount', '12', 'Day'],
  ['equipment', '/equipment?new=true', 'Name', 'Chipper', 'Purchase Date'],
])('A draft of %s is for the day it was begun on', async (_, at, label, text, day) => {
  const page = await heartwood.open(at);
  const dialog = await page.part('dialog', /^Add/);
  const begunOn = await textIn(dialog, day);
  await dialog.fill(label, text);
  const later = await page.reload(at);
  passDays(later, 1);
  expect(await textIn(await later.part('dialog', /^Add/), day)).toBe(begunOn);
});

test('An email that was sent without an answer goes again to whom it was sent, even if their address is another one by then', async () => {
  const { id: customerId } = await addCustomer('Lost');
  const lines = [{ description: 'Prune the oak', unitPrice: '1000' }];
  const { id } = (await owner.post('/api/invoices', { customerId, lines }).then(expectStatus(201))).body;
  const at = `/invoices?invoice=${id}&do=email`;
  const page = await heartwood.open(at, { expectedErrors: [/lost/] });
  const dialog = await page.part('dialog', /^Email INV/);
  expect(await textIn(dialog, 'To')).toBe('old@example.com');
  let isSent = false;
  page.answer(/POST .*\/api\/invoices\/.*\/(email|send)/, () => {
    isSent = true;
    throw new TypeError('The answer was lost');
  });
  await dialog.click('button', /^(Send|Email)/);
  await expect.poll(() => isSent).toBe(true);
  await owner.patch(`/api/customers/${customerId}`, { email: 'new@example.com' }).then(expectStatus(200));
  const again = await (await page.reload(at)).part('dialog', /^Email INV/);
  expect(await textIn(again, 'To')).toBe('old@example.com');
});

test('Sign-out says what would be lost, also of a form that cannot be opened any more', async () => {
  const id = await addJob({ title: 'Finished meanwhile' });
  const page = await heartwood.open(`/jobs/${id}?do=hold`);
  const dialog = await page.part('dialog', 'Put the job on hold');
  await dialog.fill('Reason', 'Waits for the utility');
  await page.user.keyboard('{Escape}');
  for (const act of ['start', 'complete']) await owner.post(`/api/jobs/${id}/${act}`, {}).then(expectStatus(200));
  await page.screen.findAllByText('Completed');
  await page.click('button', 'Edit');
  await page.fill('Title', 'Done already');
  await page.click('link', /^Sign out$/);
  await page.toast(
    '2 forms have text that is not saved: “Waits for the utility”, “Done already”. Signing out discards it.',
  );
});

test('Sign-out tells the longest of what would be lost', async () => {
  const id = await addJob({ title: 'Ash' });
  const page = await heartwood.open(`/jobs/${id}`);
  await page.click('button', 'Add hours');
  await page.fill(/^Hours/, '2');
  await page.click('button', 'Add cost');
  await page.fill('What for', 'Fuel');
  await page.fill('New note', 'Mind the dog');
  const edit = await page.reload(`/jobs/${id}?edit=true`);
  await edit.fill('Title', 'Oak and elm');
  await edit.click('link', /^Sign out$/);
  await edit.toast(
    '4 forms have text that is not saved: “Mind the dog”, “Oak and elm”, “Fuel”. Signing out discards it.',
  );
});
