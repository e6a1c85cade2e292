import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let staff: Client;
let auditor: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  staff = (await addSignedIn(server, owner, 'sam')).client;
  auditor = (await addSignedIn(server, owner, 'alex', { role: 'auditor' })).client;
});
afterAll(() => server.close());

const head = async () => (await owner.get('/api/health')).body.head;

describe('the settings', () => {
  test('The settings are sane before anybody set one, and everybody reads them', async () => {
    for (const client of [owner, staff, auditor]) {
      expect((await client.get('/api/settings').then(expectStatus(200))).body).toEqual({
        id: 'main',
        name: null,
        phone: null,
        email: null,
        timeZone: 'America/New_York',
        taxRate: '0',
        paymentTermsDays: 30,
        depositPercent: 0,
        quoteValidityDays: 30,
        workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
        workingHours: { start: '07:30', end: '16:00' },
        homeBase: null,
        labourRate: '65.00',
        serviceArea: null,
        allowedWidgetSites: [],
        uncountedWidgetSites: [],
        widgetColor: null,
        travel: { roadFactor: 1.3, setOffMinutes: 5, townMph: 20, roadMph: 30, highwayMph: 45 },
        overtimeMinutes: 0,
        overtimeWeekHours: 40,
        overtimeDayHours: 0,
        secondFactorForOwners: 'optional',
        logo: null,
        postalAddress: null,
        paymentInstructions: null,
        reminderDays: [7, 21, 45],
        reviewRequests: 'off',
        reviewRequestDays: 3,
        accountNames: {},
        mailServer: null,
        holidays: [],
        onboardingItems: expect.arrayContaining(['W-4', 'Aerial-lift training']),
        leavingItems: expect.arrayContaining(['Keys back', 'Final pay']),
        timeOffPolicies: [],
        checkpointAddresses: [],
        revision: -1,
      });
    }
    await server.stranger.get('/api/settings').then(expectStatus(401));
  });

  test('A change of the settings that names nothing changes nothing', async () => {
    const before = await head();
    const { body } = await owner.patch('/api/settings', {}).then(expectStatus(200));
    expect(body).toMatchObject({ revision: -1, taxRate: '0' });
    expect(await head()).toBe(before);
  });

  test('The settings change by what is named, and the first change is a step like any other', async () => {
    const sent = {
      name: ' Oak & Ash ',
      timeZone: 'US/Pacific',
      taxRate: '6.625',
      paymentTermsDays: '14',
      labourRate: 72.5,
      workingHours: { start: '07:00', end: '15:30' },
      homeBase: { address: '12 Mill Lane, Hadley, MA 01035', latitude: 42.34, longitude: -72.59 },
      allowedWidgetSites: ['https://Www.Example.com/', 'https://www.example.com'],
      expectedRevision: -1,
    };
    const { body } = await owner.patch('/api/settings', sent).then(expectStatus(200));
    expect(body).toMatchObject({
      name: 'Oak & Ash',
      timeZone: 'America/Los_Angeles',
      taxRate: '6.625',
      paymentTermsDays: 14,
      labourRate: '72.50',
      workingHours: { start: '07:00', end: '15:30' },
      allowedWidgetSites: ['https://www.example.com'],
      revision: 0,
    });
    expect((await staff.get('/api/settings')).body).toEqual(body);
    const { body: steps } = await auditor.get('/api/history/company/main').then(expectStatus(200));
    expect(steps).toMatchObject([{ type: 'CompanySettingsRevised', actor: 'owner' }]);
    const changes = new Map(steps[0].changes.map((change: { field: string }) => [change.field, change]));
    expect(changes.get('taxRate')).toEqual({ field: 'taxRate', before: '0', after: '6.625' });
    expect(changes.has('serviceArea')).toBe(false);
  });

  test('Settings that somebody else changed meanwhile are refused, the first ones too', async () => {
    for (const expectedRevision of [-2, 1e300, 'abc']) {
      const { body } = await owner.patch('/api/settings', { expectedRevision }).then(expectStatus(400));
      expect(body.message).toBe('expectedRevision must be the revision of the settings.');
    }
    for (const expectedRevision of [-1, 0]) {
      await owner.patch('/api/settings', { phone: `555-010${expectedRevision + 2}` }).then(expectStatus(200));
      const stale = await owner.patch('/api/settings', { name: 'Elm', expectedRevision });
      expect(stale).toMatchObject({ status: 409, body: { code: 'stale', record: { name: 'Oak & Ash' } } });
    }
  });

  test('The settings say what stands on documents, when customers are reminded, and what accounts are called', async () => {
    const sent = {
      postalAddress: ' 12 Mill Lane\nHadley, MA 01035 ',
      paymentInstructions: 'By check to Oak & Ash.\nOr by card: call us.',
      reminderDays: [10, 30],
      accountNames: { sales: ' 4000 Sales ', bank: '1010 River Bank', tax: '', credit: 'Customer credit' },
    };
    const { body } = await owner.patch('/api/settings', sent).then(expectStatus(200));
    expect(body).toMatchObject({
      postalAddress: '12 Mill Lane\nHadley, MA 01035',
      paymentInstructions: 'By check to Oak & Ash.\nOr by card: call us.',
      reminderDays: [10, 30],
    });
    expect(body.accountNames).toEqual({ bank: '1010 River Bank', sales: '4000 Sales' });
    const again = { accountNames: { bank: '1010 River Bank', sales: '4000 Sales' } };
    expect((await owner.patch('/api/settings', again).then(expectStatus(200))).body.revision).toBe(body.revision);
    const none = await owner.patch('/api/settings', { reminderDays: [] }).then(expectStatus(200));
    expect(none.body.reminderDays).toEqual([]);
    const cleared = { postalAddress: '', paymentInstructions: null, reminderDays: null, accountNames: {} };
    expect((await owner.patch('/api/settings', cleared).then(expectStatus(200))).body).toMatchObject({
      postalAddress: null,
      paymentInstructions: null,
      reminderDays: [7, 21, 45],
      accountNames: {},
    });
  });

  test('A change of the settings is undone, and cleared ones go back to what they were before anybody set them', async () => {
    const changed = await owner.patch('/api/settings', { taxRate: '' }).then(expectStatus(200));
    expect(changed.body.taxRate).toBe('0');
    const act = { category: 'company', id: 'main', commandId: changed.headers.get('x-command-id') };
    expect((await staff.post('/api/undo', act)).status).toBe(403);
    const undone = await owner.post('/api/undo', act).then(expectStatus(200));
    expect(undone.body.record.taxRate).toBe('6.625');
  });

  test('The settings are the owner’s to change', async () => {
    for (const client of [staff, auditor])
      await client.patch('/api/settings', { name: 'Mine' }).then(expectStatus(403));
  });

  test('The settings take a service area of ZIP codes, or of miles around a base that is on the map', async () => {
    const zipCodes = ['01060', '01002', '01060'];
    const zips = await owner.patch('/api/settings', { serviceArea: { zipCodes } }).then(expectStatus(200));
    expect(zips.body.serviceArea).toEqual({ zipCodes: ['01060', '01002'], radiusMiles: null });
    const miles = await owner.patch('/api/settings', { serviceArea: { radiusMiles: 25 } }).then(expectStatus(200));
    expect(miles.body.serviceArea).toEqual({ zipCodes: null, radiusMiles: 25 });
    const offMap = await owner.patch('/api/settings', { homeBase: { address: '1 Elm Street' } });
    expect(offMap).toMatchObject({ status: 400, body: { issues: [{ path: 'serviceArea' }] } });
    await owner.patch('/api/settings', { serviceArea: null }).then(expectStatus(200));
  });
});

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: '+05:00' }, 'timeZone'],
  [{ taxRate: '-1' }, 'taxRate'],
  [{ taxRate: 100.001 }, 'taxRate'],
  [{ taxRate: '6.2525' }, 'taxRate'],
  [{ labourRate: '-65' }, 'labourRate'],
  [{ labourRate: 'much' }, 'labourRate'],
  [{ paymentTermsDays: 1.5 }, 'paymentTermsDays'],
  [{ paymentTermsDays: -1 }, 'paymentTermsDays'],
  [{ paymentTermsDays: 'soon' }, 'paymentTermsDays'],
  [{ email: 'nowhere' }, 'email'],
  [{ widgetColor: 'green' }, 'widgetColor'],
  [{ widgetColor: '#fff' }, 'widgetColor'],
  [{ widgetColor: '#ffee00' }, 'widgetColor'],
  [{ workingDays: ['funday'] }, 'workingDays.0'],
  [{ workingDays: [] }, 'workingDays'],
  [{ workingHours: { start: '7:30', end: '16:00' } }, 'workingHours.start'],
  [{ workingHours: { start: '16:00', end: '07:30' } }, 'workingHours'],
  [{ workingHours: { start: '16:00', end: '24:00' } }, 'workingHours.end'],
  [{ homeBase: { address: ' ' } }, 'homeBase.address'],
  [{ homeBase: { address: 'Hadley', latitude: 91, longitude: 0 } }, 'homeBase.latitude'],
  [{ homeBase: { address: 'Hadley', latitude: 42 } }, 'homeBase'],
  [{ serviceArea: { zipCodes: ['1060'] } }, 'serviceArea.zipCodes.0'],
  [{ serviceArea: { zipCodes: ['01060'], radiusMiles: 5 } }, 'serviceArea'],
  [{ serviceArea: { radiusMiles: 0 } }, 'serviceArea.radiusMiles'],
  [{ allowedWidgetSites: ['https://example.com/path'] }, 'allowedWidgetSites.0'],
  [{ allowedWidgetSites: ['ftp://example.com'] }, 'allowedWidgetSites.0'],
  [{ allowedWidgetSites: ['https://example.com;sandbox'] }, 'allowedWidgetSites.0'],
  [{ allowedWidgetSites: ['https://a.example,b.example'] }, 'allowedWidgetSites.0'],
  [{ allowedWidgetSites: ['javascript:alert(1)'] }, 'allowedWidgetSites.0'],
  [{ allowedWidgetSites: ['https://www.example.com', 'https://*.com'] }, 'allowedWidgetSites.1'],
  [{ allowedWidgetSites: ['https://*.github.io'] }, 'allowedWidgetSites.0'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ expectedRevision: -2 }, 'expectedRevision'],
  [{ postalAddress: 'x'.repeat(501) }, 'postalAddress'],
  [{ paymentInstructions: 'x'.repeat(2_001) }, 'paymentInstructions'],
  [{ reviewRequests: 'always' }, 'reviewRequests'],
  [{ reviewRequestDays: 0 }, 'reviewRequestDays'],
  [{ reviewRequestDays: 61 }, 'reviewRequestDays'],
  [{ reminderDays: '7, 21' }, 'reminderDays'],
  [{ reminderDays: [21, 7] }, 'reminderDays'],
  [{ reminderDays: [7, 7] }, 'reminderDays'],
  [{ reminderDays: [1, 2, 3, 4, 5, 6, 7] }, 'reminderDays'],
  [{ reminderDays: [0] }, 'reminderDays.0'],
  [{ reminderDays: [1.5] }, 'reminderDays.0'],
  [{ reminderDays: [7, 366] }, 'reminderDays.1'],
  [{ accountNames: ['Bank'] }, 'accountNames'],
  [{ accountNames: { savings: 'Savings' } }, 'accountNames'],
  [{ accountNames: { bank: 'x'.repeat(61) } }, 'accountNames.bank'],
  [{ accountNames: { bank: 'two\nlines' } }, 'accountNames.bank'],
  [{ accountNames: { bank: 'sales tax payable' } }, 'accountNames'],
])('A change of the settings to %j is refused, says which field, and nothing is appended', async (body, path) => {
  const before = await head();
  const refused = await owner.patch('/api/settings', body).then(expectStatus(400));
  expect(refused.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  expect(refused.body.message).toMatch(/^[A-Z].*\.$|^expectedRevision must/);
  expect(await head()).toBe(before);
});
