import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York, where clocks go back on November 1 and forward on March 14.
const NOW = Date.parse('2026-10-26T12:00:00Z');

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterAll(() => server.close());

const addCrew = async (name: string) => (await owner.post('/api/crews', { name }).then(expectStatus(201))).body.id;
const share = (id: string) => owner.post(`/api/schedule/calendars/${id}/link`).then(expectStatus(200));
const open = (url: string, client = server.stranger) => client.get(new URL(url).pathname);

interface Entry {
  [name: string]: string;
}

/** Waits until lists show what an answer changed. */
async function settled(client: Client, after: Answer): Promise<void> {
  const seen = { 'x-min-position': after.headers.get('x-position') ?? '' };
  await client.get('/api/jobs?limit=1', seen).then(expectStatus(200));
}

async function entries(url: string, after?: Answer): Promise<Entry[]> {
  if (after) await settled(owner, after);
  const { body, headers } = await open(url).then(expectStatus(200));
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return entriesOf(body);
}

/** The entries of a feed, by property name without parameters; folded lines are joined. */
function entriesOf(feed: string): Entry[] {
  expect(feed).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
  expect(feed.trimEnd()).toMatch(/END:VCALENDAR$/);
  const lines = feed.replaceAll('\r\n ', '').split('\r\n');
  const found: Entry[] = [];
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') found.push({});
    const entry = found.at(-1);
    const [, name, value] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (entry && name && value !== undefined && !(name in entry)) entry[name] = value;
  }
  return found;
}

describe('a calendar elsewhere', () => {
  test('A shared calendar shows the visits of a crew by a link, in true times on the days that clocks change', async () => {
    const [north, south] = [await addCrew('North'), await addCrew('South')];
    const customer = { firstName: 'Ada', lastName: 'King', phone: '413-555-0142' };
    const { body: ada } = await owner.post('/api/customers', customer).then(expectStatus(201));
    const oak = {
      customerId: ada.id,
      crewId: north,
      address: '3 Elm St, Hadley',
      serviceType: 'tree_removal',
      accessInstructions: 'Gate code Quercus',
      amount: '98765',
      visits: [
        // The night with a repeated hour: nine and a half hours by the wall clock are ten and a half.
        { start: '2026-10-31T22:00:00-04:00', end: '2026-11-01T07:30:00-05:00' },
        { start: '2026-11-02T08:00:00-05:00', end: '2026-11-02T12:00:00-05:00' },
      ],
    };
    const { body: job } = await owner.post('/api/jobs', oak).then(expectStatus(201));
    const last = await owner
      .post('/api/jobs', {
        ...oak,
        crewId: south,
        visits: [{ start: '2026-11-03T13:00:00Z', end: '2026-11-03T14:00:00Z' }],
      })
      .then(expectStatus(201));

    const { body: shared } = await share(north);
    expect(shared).toMatchObject({ id: north, isShared: true });
    expect(shared.url).toMatch(/\/api\/public\/calendar\/[\w-]{40,}\.ics$/);
    const found = await entries(shared.url, last);
    expect(found.map(({ DTSTART, DTEND }) => [DTSTART, DTEND])).toEqual([
      ['20261101T020000Z', '20261101T123000Z'],
      ['20261102T130000Z', '20261102T170000Z'],
    ]);
    expect(found[0]).toMatchObject({
      SUMMARY: `Tree Removal\\, ${job.jobNumber}`,
      LOCATION: '3 Elm St\\, Hadley',
      STATUS: 'CONFIRMED',
      UID: `${job.id}-0@heartwood`,
      URL: `${server.url}/jobs/${job.id}`,
    });
    const { body: text } = await open(shared.url);
    for (const secret of ['Ada', 'King', '413-555', 'Quercus', '98765.00']) expect(text).not.toContain(secret);

    // For the whole company, with the crews.
    const all = await entries((await share('company')).body.url);
    expect(all.map(({ SUMMARY }) => SUMMARY?.split(':')[0])).toEqual(['North', 'North', 'South']);
  });

  test('A shared calendar says who of the crew is off on which days, once that is approved, and not why', async () => {
    const { body: lee } = await owner.post('/api/staff', { firstName: 'Lee', lastName: 'Ash' }).then(expectStatus(201));
    const formed = await owner.post('/api/crews', { name: 'Away', memberIds: [lee.id] }).then(expectStatus(201));
    const { url } = (await share(formed.body.id)).body;
    const days = { startDate: '2026-10-30', endDate: '2026-11-01' };
    const asked = await owner
      .post('/api/hr/time-off', { employeeId: lee.id, requestType: 'sick', reason: 'Surgery', ...days })
      .then(expectStatus(201));
    expect(await entries(url, asked)).toEqual([]);
    const approved = await owner.patch(`/api/hr/time-off/${asked.body.id}`, { status: 'approved' });
    const [entry, ...others] = await entries(url, approved);
    // The day after the last one, as calendars have it.
    expect(entry).toMatchObject({ SUMMARY: 'Lee Ash is off', DTSTART: '20261030', DTEND: '20261102' });
    expect(others).toEqual([]);
    const { body: feed } = await open(url);
    for (const secret of ['Surgery', 'sick', 'Sick']) expect(feed).not.toContain(secret);
    const company = await entries((await share('company')).body.url);
    expect(company.map(({ SUMMARY }) => SUMMARY)).toContain('Away: Lee Ash is off');
    await owner.delete(`/api/hr/time-off/${asked.body.id}`).then(expectStatus(204));
    await owner.delete(`/api/schedule/calendars/${formed.body.id}/link`).then(expectStatus(204));
  });

  test('A shared calendar has the name of the company and the crew, whatever signs are in them', async () => {
    const before = (await owner.get('/api/settings').then(expectStatus(200))).body.name;
    const company = `Oak, Elm; & \\ "Söhne" ${'Tree Care '.repeat(8)}Inc.`;
    await owner.patch('/api/settings', { name: company }).then(expectStatus(200));
    const last = await owner.post('/api/crews', { name: 'North; up, left' }).then(expectStatus(201));
    await settled(owner, last);
    const { body: feed } = await open((await share(last.body.id)).body.url).then(expectStatus(200));
    await owner.patch('/api/settings', { name: before }).then(expectStatus(200));
    const lines: string[] = feed.trimEnd().split('\r\n');
    const named = `Oak\\, Elm\\; & \\\\ "Söhne" ${'Tree Care '.repeat(8)}Inc.: North\\; up\\, left`;
    expect(lines.join('\n').replaceAll('\n ', '').split('\n')).toContain(`X-WR-CALNAME:${named}`);
    for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
  });

  test('A visit in the hour that comes twice is kept as it was sent, wherever it is read and whatever else is changed', async () => {
    const crewId = await addCrew('Storm');
    const visits = [{ start: '2026-11-01T01:30:00-04:00', end: '2026-11-01T01:30:00-05:00' }];
    const { body: job } = await owner
      .post('/api/jobs', { address: '5 Elm St', crewId, visits })
      .then(expectStatus(201));
    const instants = [{ start: '2026-11-01T05:30:00.000Z', end: '2026-11-01T06:30:00.000Z' }];
    expect(job).toMatchObject({ visits: instants, scheduledDate: instants[0]?.start });
    const { body: later } = await owner
      .put(`/api/jobs/${job.id}`, { visits: [{ start: '2026-11-01T06:15:00Z', end: '2026-11-01T06:45:00Z' }] })
      .then(expectStatus(200));
    const now = [{ start: '2026-11-01T06:15:00.000Z', end: '2026-11-01T06:45:00.000Z' }];
    expect(later.visits).toEqual(now);
    const { start } = now[0] ?? {};
    const revised = await owner
      .put(`/api/jobs/${job.id}`, { description: 'The limb on the wires', estimatedStartTime: start })
      .then(expectStatus(200));
    expect(revised.body.visits).toEqual(now);

    const [entry] = await entries((await share(crewId)).body.url, revised);
    expect([entry?.['DTSTART'], entry?.['DTEND']]).toEqual(['20261101T061500Z', '20261101T064500Z']);
    const board = await owner.get('/api/schedule?from=2026-11-01&to=2026-11-01').then(expectStatus(200));
    expect(board.body.jobs.find(({ id }: { id: string }) => id === job.id).visits).toEqual([
      { start: '2026-11-01T01:15-05:00', end: '2026-11-01T01:45-05:00' },
    ]);
    const { body: file } = await owner.get('/api/jobs?format=csv').then(expectStatus(200));
    expect(file).toContain(start);
    await owner.post(`/api/jobs/${job.id}/unschedule`).then(expectStatus(200));
  });

  test('A shared calendar answers a HEAD as a GET, without the body', async () => {
    const { url } = (await share('company')).body;
    const asked = await open(url).then(expectStatus(200));
    const head = await server.stranger.send(new URL(url).pathname, { method: 'HEAD' }).then(expectStatus(200));
    expect(head.body || null).toBeNull();
    for (const name of ['content-type', 'cache-control', 'content-length'])
      expect(head.headers.get(name), name).toBe(asked.headers.get(name));
    const unknown = '/api/public/calendar/nobody.ics';
    await server.stranger.send(unknown, { method: 'HEAD' }).then(expectStatus(404));
  });

  test('A shared calendar is right on the day of 23 hours', async () => {
    const spring = await startTestServer({}, () => Date.parse('2027-03-10T12:00:00Z'));
    try {
      const there = await spring.signIn();
      const visits = [{ start: '2027-03-14T00:30:00-05:00', end: '2027-03-14T08:00:00-04:00' }];
      const last = await there.post('/api/jobs', { address: '3 Elm St', visits }).then(expectStatus(201));
      await settled(there, last);
      const { url } = (await there.post('/api/schedule/calendars/company/link').then(expectStatus(200))).body;
      const [entry] = entriesOf((await spring.stranger.get(new URL(url).pathname).then(expectStatus(200))).body);
      expect([entry?.['DTSTART'], entry?.['DTEND']]).toEqual(['20270314T053000Z', '20270314T120000Z']);
    } finally {
      await spring.close();
    }
  });

  test('A shared calendar follows a visit that moves, and leaves out what was cancelled', async () => {
    const crewId = await addCrew('East');
    const url = (await share(crewId)).body.url;
    const visits = [{ start: '2026-11-05T13:00:00Z', end: '2026-11-05T15:00:00Z' }];
    const { body: job } = await owner
      .post('/api/jobs', { address: '3 Elm St', crewId, visits })
      .then(expectStatus(201));
    const moved = await owner
      .put(`/api/jobs/${job.id}`, { estimatedStartTime: '2026-11-06T13:00:00Z' })
      .then(expectStatus(200));
    const [entry] = await entries(url, moved);
    expect(entry).toMatchObject({ UID: `${job.id}-0@heartwood`, DTSTART: '20261106T130000Z' });
    expect(Number(entry?.['SEQUENCE'])).toBeGreaterThan(job.revision);
    const cancelled = await owner.post(`/api/jobs/${job.id}/cancel`, {}).then(expectStatus(200));
    expect(await entries(url, cancelled)).toEqual([]);
  });

  test('A shared calendar is one link, until it is revoked; then that is dead, unless the revocation is undone', async () => {
    const crewId = await addCrew('West');
    const calendar = `/api/schedule/calendars/${crewId}`;
    expect((await owner.get(calendar).then(expectStatus(200))).body).toMatchObject({ isShared: false, url: null });
    const { url } = (await share(crewId)).body;
    expect((await share(crewId)).body.url).toBe(url);
    expect((await owner.get(calendar).then(expectStatus(200))).body.url).toBe(url);

    const revoked = await owner.delete(`${calendar}/link`).then(expectStatus(204));
    const gone = await open(url).then(expectStatus(410));
    expect(gone.body.code).toBe('revoked');
    const commandId = revoked.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'calendar', id: crewId, commandId }).then(expectStatus(200));
    await open(url).then(expectStatus(200));
    await owner.delete(`${calendar}/link`).then(expectStatus(204));
    const renewed = (await share(crewId)).body.url;
    expect(renewed).not.toBe(url);
    await open(url).then(expectStatus(410));
    await open(renewed).then(expectStatus(200));
  });

  test('A shared calendar has an address that nobody guesses, and that auditors are not told', async () => {
    await open(`${server.url}/api/public/calendar/${'A'.repeat(54)}.ics`).then(expectStatus(404));
    const auditor = await addSignedIn(server, owner, 'alex', { role: 'auditor' });
    await auditor.client.get('/api/schedule/calendars/company').then(expectStatus(403));
    await auditor.client.post('/api/schedule/calendars/company/link').then(expectStatus(403));
    await owner.get('/api/schedule/calendars/nobody').then(expectStatus(400));
  });
});
