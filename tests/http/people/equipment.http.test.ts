import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** 14 June, 22:00 in New York. */
let now = Date.parse('2026-06-15T02:00:00.000Z');
let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

const CHIPPER = {
  name: 'Brush chipper',
  category: 'Chippers',
  status: 'available',
  purchaseDate: '2024-03-01',
  serialNumber: 'CH-1207',
  notes: '',
  purchasePrice: '42500',
  assignedTo: '',
};

async function add(changes: object = {}): Promise<Answer> {
  return owner.post('/api/equipment', { ...CHIPPER, serialNumber: randomUUID(), ...changes }).then(expectStatus(201));
}

/** Reads the list as the console does: with the position of its last command. */
async function list(after: Answer, query = ''): Promise<Answer['body']> {
  const minPosition = { 'x-min-position': after.headers.get('x-position') ?? '' };
  return (await owner.get(`/api/equipment${query}`, minPosition).then(expectStatus(200))).body;
}

const eventsSoFar = async () => (await owner.get('/api/health')).body.head as string;

describe('POST /api/equipment', () => {
  test('Adding equipment answers 201 with the record as the list shows it', async () => {
    const created = await owner.post('/api/equipment', CHIPPER).then(expectStatus(201));
    const { warnings, ...record } = created.body;
    expect(warnings).toEqual([]);
    expect(record).toEqual({
      ...CHIPPER,
      id: expect.any(String),
      purchasePrice: '42500.00',
      notes: null,
      assignedTo: null,
      assignedToName: null,
      heldBy: null,
      heldByName: null,
      heldSince: null,
      nextMaintenance: null,
      isOverdue: false,
      maintenanceInterval: null,
      lastMaintenance: null,
      maintenance: [],
      maintenanceCost: '0.00',
      createdAt: new Date(now).toISOString(),
      revision: 0,
      removed: false,
    });
    expect(await list(created)).toContainEqual(record);
  });

  test('Equipment is added by a name and a category alone; new equipment is available', async () => {
    const { body } = await owner
      .post('/api/equipment', { name: ' Rake ', category: 'Hand Tools' })
      .then(expectStatus(201));
    expect(body).toMatchObject({ name: 'Rake', status: 'available', purchaseDate: null, purchasePrice: null });
  });

  test.each(['', null])('New equipment takes the status %j as none', async (status) => {
    expect((await add({ status })).body.status).toBe('available');
    const { body } = await add();
    await owner.patch(`/api/equipment/${body.id}`, { status }).then(expectStatus(400));
  });

  test('Equipment takes days that are given as instants: the company’s day', async () => {
    const { body } = await add({
      purchaseDate: '2026-05-02T02:00:00.000Z',
      nextMaintenance: '2026-07-01T00:00:00.000Z',
    });
    expect(body).toMatchObject({ purchaseDate: '2026-05-01', nextMaintenance: '2026-07-01' });
  });

  test('Adding equipment says whose serial number it is too, and adds it all the same', async () => {
    await add({ name: 'Leased grinder', serialNumber: 'SG 77/b' });
    const { body } = await add({ serialNumber: 'sg77-B' });
    expect(body.warnings).toEqual(['The serial number sg77-B is also used by Leased grinder.']);
  });

  test.each([
    [{ name: '   ' }, 'name', 'Equipment name is required.'],
    [{ name: undefined }, 'name', 'Equipment name is required.'],
    [{ name: 'x'.repeat(201) }, 'name', 'The name must not be longer than 200 characters.'],
    [{ category: '' }, 'category', 'Choose a category.'],
    [{ category: 'Boats' }, 'category', /^The category must be one of: Chainsaws, /],
    [{ status: 'lost' }, 'status', 'The status must be one of: available, in_use, maintenance, out_of_service.'],
    [{ purchasePrice: -1 }, 'purchasePrice', /^The purchase price must be an amount from 0/],
    [{ purchasePrice: 'a lot' }, 'purchasePrice', /^The purchase price must be an amount from 0/],
    [{ purchaseDate: '2026-02-30' }, 'purchaseDate', '2026-02-30 is not a date. Write it as YYYY-MM-DD.'],
    [{ purchaseDate: '2026-02-30T10:00:00Z' }, 'purchaseDate', /is not a date/],
    [{ nextMaintenance: 'soon' }, 'nextMaintenance', 'soon is not a date. Write it as YYYY-MM-DD.'],
    [{ maintenanceInterval: 0 }, 'maintenanceInterval', /whole number of days from 1 to 3650\.$/],
    [{ maintenanceInterval: 1.5 }, 'maintenanceInterval', /whole number of days/],
    [{ maintenanceInterval: '3651' }, 'maintenanceInterval', /whole number of days/],
    [{ assignedTo: 'nobody' }, 'assignedTo', 'There is no crew or person with this id. Choose one from the list.'],
    [{ notes: { $gt: '' } }, 'notes', 'The notes must be text.'],
  ])('New equipment with %j is refused, and nothing is appended', async (changes, path, message) => {
    const before = await eventsSoFar();
    const refused = await owner.post('/api/equipment', { ...CHIPPER, ...changes }).then(expectStatus(400));
    expect(refused.body).toMatchObject({ code: 'invalid', message: expect.stringMatching(message) });
    expect(refused.body.issues[0].path).toBe(path);
    expect(await eventsSoFar()).toBe(before);
  });
});

describe('GET /api/equipment', () => {
  test('Equipment is searched by name or serial number, and filtered by category and status', async () => {
    await add({ name: 'Zebra saw', category: 'Chainsaws', serialNumber: 'QQ-551', status: 'in_use' });
    const last = await add({ name: 'Zebra rope', category: 'Climbing Gear', serialNumber: 'QQ-552' });
    const names = async (query: string) => (await list(last, query)).map(({ name }: { name: string }) => name);
    expect(await names('?search=zEBra&sort=name')).toEqual(['Zebra rope', 'Zebra saw']);
    expect(await names('?search=QQ-551')).toEqual(['Zebra saw']);
    expect(await names('?search=zebra&category=Climbing%20Gear')).toEqual(['Zebra rope']);
    expect(await names('?search=zebra&status=in_use')).toEqual(['Zebra saw']);
    expect(await names('?search=zebra&sort=-name')).toEqual(['Zebra saw', 'Zebra rope']);
    expect(await names('?search=zebra&sort=name&limit=1')).toEqual(['Zebra rope']);
  });

  test('The equipment list refuses a filter and a sort that there is not', async () => {
    await owner.get('/api/equipment?category=Boats').then(expectStatus(400));
    await owner.get('/api/equipment?status=lost').then(expectStatus(400));
    await owner.get('/api/equipment?sort=price').then(expectStatus(400));
  });

  test('The equipment list says what is overdue, from the start of its day in the company’s zone', async () => {
    const planned = await add({ nextMaintenance: '2026-06-15' });
    const isOverdue = async () =>
      (await list(planned)).find(({ id }: { id: string }) => id === planned.body.id).isOverdue as boolean;
    const before = now;
    expect(planned.body.isOverdue).toBe(false);
    now = Date.parse('2026-06-15T03:59:59.000Z');
    // The read models' thread uses the machine's clock, by which that day's session ended long ago.
    owner = await server.signIn();
    expect(await isOverdue()).toBe(false);
    now = Date.parse('2026-06-15T04:00:00.000Z');
    owner = await server.signIn();
    expect(await isOverdue()).toBe(true);
    now = before;
  });
});

describe('the inventory page by page', () => {
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

  test('The inventory page by page is sorted by any column, numbers by their size, and what is not planned last', async () => {
    const two = await add({ name: 'Sorter 2', purchasePrice: '10', nextMaintenance: '2026-09-01' });
    const ten = await add({ name: 'sorter 10', purchasePrice: '9', category: 'Chainsaws' });
    const one = await add({ name: 'Sorter 1', purchasePrice: '100', nextMaintenance: '2026-08-01' });
    const [a, b, c] = [one.body.id, two.body.id, ten.body.id];
    const sorted = async (sort: string) => idsOf(await list(one, `?search=sorter&limit=10&sort=${sort}`));
    expect(await sorted('name')).toEqual([a, b, c]);
    expect(await sorted('-purchasePrice')).toEqual([a, b, c]);
    expect(await sorted('nextMaintenance')).toEqual([a, b, c]);
    expect((await sorted('category'))[0]).toBe(c);
    const page = await owner.get('/api/equipment?search=sorter&limit=2&sort=name');
    expect(idsOf(page.body)).toEqual([a, b]);
    const cursor = page.headers.get('x-next-cursor');
    expect(idsOf((await owner.get(`/api/equipment?search=sorter&limit=2&sort=name&cursor=${cursor}`)).body)).toEqual([
      c,
    ]);
  });

  test('The inventory is searched by parts of a number, and finds the same number however it is written', async () => {
    const one = await add({ name: 'Numbered', serialNumber: 'QX-77/ab 9' });
    for (const search of ['qx-77', '77', 'ab', 'QX77AB9', '77/ab'])
      expect(idsOf(await list(one, `?search=${encodeURIComponent(search)}`)), search).toContain(one.body.id);
    const twin = await add({ name: 'Twin', serialNumber: 'qx 77 ab9' });
    const same = idsOf(await list(twin, '?serialNumber=QX.77.AB.9'));
    expect(same.sort()).toEqual([one.body.id, twin.body.id].sort());
    expect(await list(twin, '?serialNumber=-')).toEqual([]);
  });

  test('The inventory tells what is overdue, and how much: from the start of its day in the company’s zone', async () => {
    const before = (await owner.get('/api/equipment/figures').then(expectStatus(200))).body;
    // In the company's time zone it is still June 14.
    const late = await add({ name: 'Overdue today', nextMaintenance: '2026-06-14' });
    const next = await add({ name: 'Overdue tomorrow', nextMaintenance: '2026-06-15' });
    const seen = { 'x-min-position': next.headers.get('x-position') ?? '' };
    const figures = await owner.get('/api/equipment/figures', seen).then(expectStatus(200));
    expect(figures.body).toEqual({ count: before.count + 2, overdue: before.overdue + 1 });
    expect(idsOf(await list(next, '?search=overdue&overdue=true&sort=name'))).toEqual([late.body.id]);
    await owner.get('/api/equipment?overdue=false').then(expectStatus(400));
  });

  test('The inventory keeps what was retired in a list of its own, and tells it one by one', async () => {
    const { body } = await add({ name: 'Retired stumper' });
    const gone = await owner.delete(`/api/equipment/${body.id}`).then(expectStatus(204));
    expect(await list(gone, '?search=stumper')).toEqual([]);
    expect(await list(gone, '?search=stumper&removed=true')).toMatchObject([{ id: body.id, removed: true }]);
    expect((await owner.get(`/api/equipment/${body.id}`).then(expectStatus(200))).body.removed).toBe(true);
    await owner.get(`/api/equipment/${randomUUID()}`).then(expectStatus(404));
    const back = await owner.post(`/api/equipment/${body.id}/restore`).then(expectStatus(200));
    expect(await list(back, '?search=stumper&removed=true')).toEqual([]);
  });
});

describe('PATCH /api/equipment/{id}', () => {
  test('A change of equipment takes any of the fields; a missing one is unchanged, an empty one cleared', async () => {
    const { body } = await add();
    const changed = await owner
      .patch(`/api/equipment/${body.id}`, {
        name: 'Big chipper',
        category: 'Other',
        status: 'out_of_service',
        notes: 'Clutch is gone',
        purchasePrice: '',
        purchaseDate: null,
        assignedTo: 'owner',
        nextMaintenance: '2026-06-01',
        maintenanceInterval: '90',
      })
      .then(expectStatus(200));
    expect(changed.body).toMatchObject({
      serialNumber: body.serialNumber,
      name: 'Big chipper',
      category: 'Other',
      status: 'out_of_service',
      notes: 'Clutch is gone',
      purchasePrice: null,
      purchaseDate: null,
      assignedTo: 'owner',
      assignedToName: 'owner',
      nextMaintenance: '2026-06-01',
      isOverdue: true,
      maintenanceInterval: 90,
    });
    expect(await list(changed)).toContainEqual(changed.body);
    const freed = await owner.patch(`/api/equipment/${body.id}`, { assignedTo: '' }).then(expectStatus(200));
    expect(freed.body).toMatchObject({ assignedTo: null, assignedToName: null });
  });

  test('The status of equipment is changed alone, as the card sends it', async () => {
    const { body } = await add();
    const changed = await owner.patch(`/api/equipment/${body.id}`, { status: 'in_use' }).then(expectStatus(200));
    expect(changed.body).toEqual({ ...withoutWarnings(body), status: 'in_use', revision: 1 });
  });

  test('A change of equipment that changes nothing appends nothing', async () => {
    const { body } = await add();
    const before = await eventsSoFar();
    await owner.patch(`/api/equipment/${body.id}`, { status: 'available', name: CHIPPER.name }).then(expectStatus(200));
    expect(await eventsSoFar()).toBe(before);
  });

  test.each([
    [{ name: '' }, 'Equipment name is required.'],
    [{ status: 'sold' }, 'The status must be one of: available, in_use, maintenance, out_of_service.'],
    [{ purchasePrice: -5 }, /^The purchase price must be an amount from 0/],
    [{ maintenanceInterval: 0 }, /whole number of days from 1 to 3650\.$/],
    [{ nextMaintenance: '2026-13-01' }, '2026-13-01 is not a date. Write it as YYYY-MM-DD.'],
    [{ assignedTo: 'nobody' }, /^There is no crew or person/],
  ])('A change of equipment to %j is refused, and nothing is appended', async (changes, message) => {
    const { body } = await add();
    const before = await eventsSoFar();
    const refused = await owner.patch(`/api/equipment/${body.id}`, changes).then(expectStatus(400));
    expect(refused.body.message).toMatch(message);
    expect(await eventsSoFar()).toBe(before);
  });

  test('A change of unknown equipment is 404, and of what another person has changed meanwhile 409', async () => {
    await owner.patch(`/api/equipment/${randomUUID()}`, { status: 'in_use' }).then(expectStatus(404));
    const { body } = await add();
    await owner.patch(`/api/equipment/${body.id}`, { notes: 'Theirs' }).then(expectStatus(200));
    const stale = await owner
      .patch(`/api/equipment/${body.id}`, { notes: 'Mine', expectedRevision: body.revision })
      .then(expectStatus(409));
    expect(stale.body).toMatchObject({ code: 'stale', record: { notes: 'Theirs', revision: 1, isOverdue: false } });
    expect(stale.body.changes).toMatchObject([{ changes: [{ field: 'notes', before: null, after: 'Theirs' }] }]);
  });
});

describe('assignedTo', () => {
  test('Equipment is assigned to a crew or a person, told by name, also once they are gone', async () => {
    const crew = await owner.post('/api/crews', { name: 'Ridge crew' }).then(expectStatus(201));
    const person = await owner.post('/api/staff', { firstName: 'Sam', lastName: 'Ortiz' }).then(expectStatus(201));
    const { body } = await add({ assignedTo: crew.body.id });
    expect(body).toMatchObject({ assignedTo: crew.body.id, assignedToName: 'Ridge crew' });
    const given = await owner.patch(`/api/equipment/${body.id}`, { assignedTo: person.body.id });
    expect(given.body).toMatchObject({ assignedToName: 'Sam Ortiz' });
    const act = { category: 'equipment', id: body.id, commandId: given.headers.get('x-command-id') };
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record).toEqual({ ...body, revision: 2, warnings: undefined });
    await owner.patch(`/api/equipment/${body.id}`, { assignedTo: person.body.id }).then(expectStatus(200));
    const renamed = await owner.patch(`/api/staff/${person.body.id}`, { lastName: 'Ruiz' }).then(expectStatus(200));
    const { id } = body;
    const nameNow = async (after: Answer) =>
      (await list(after)).find((each: { id: string }) => each.id === id).assignedToName;
    expect(await nameNow(renamed)).toBe('Sam Ruiz');
    const left = await owner.post(`/api/staff/${person.body.id}/archive`).then(expectStatus(200));
    expect(await nameNow(left)).toBe('Sam Ruiz');
    const refused = await owner.post('/api/equipment', { ...CHIPPER, assignedTo: person.body.id });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Sam Ruiz is no longer with the company.' } });
  });
});

function withoutWarnings({ warnings: _, ...record }: Record<string, unknown>): object {
  return record;
}
