import { describe, expect, test } from 'vitest';
import { accountName } from '../../../../domain/accounts/accounts.ts';
import type { AccountNames } from '../../../../domain/accounts/terms.ts';
import { company, type MailServer, settingsInForce } from '../../../../domain/company/company.ts';
import type { CompanyEvent } from '../../../../domain/company/events.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(company);
const base = { address: '12 Mill Lane, Hadley, MA 01035', latitude: 42.34, longitude: -72.59 };
const revised = (data: CompanyEvent['data']): CompanyEvent => ({ type: 'CompanySettingsRevised', data });

describe('revising the settings', () => {
  test('Revising the settings records only what changed', () => {
    given(revised({ name: 'Oak & Ash', taxRate: 6_250 }))
      .when({ type: 'ReviseCompanySettings', settings: { name: 'Oak & Ash', taxRate: 5_000 } })
      .then(revised({ taxRate: 5_000 }));
  });

  test('Revising the settings compares lists and objects by what they hold', () => {
    given(revised({ workingDays: ['monday'], workingHours: { start: '07:00', end: '15:00' } }))
      .when({
        type: 'ReviseCompanySettings',
        settings: { workingDays: ['monday'], workingHours: { start: '07:00', end: '15:00' } },
      })
      .thenNothingHappens();
  });

  test('Revising the settings to null, where nobody has said anything yet, does nothing', () => {
    given()
      .when({ type: 'ReviseCompanySettings', settings: { name: null, homeBase: null } })
      .thenNothingHappens();
  });

  test('Revising the settings refuses a day that ends before it starts, and a week without work', () => {
    given()
      .when({ type: 'ReviseCompanySettings', settings: { workingHours: { start: '16:00', end: '07:30' } } })
      .thenRefused('invalid', 'The working day must end after it starts.');
    given()
      .when({ type: 'ReviseCompanySettings', settings: { workingDays: [] } })
      .thenRefused('invalid');
  });

  test('Revising the settings refuses a radius around a base that is on no map, however it comes to that', () => {
    const radius = { zipCodes: null, radiusMiles: 25 };
    given()
      .when({ type: 'ReviseCompanySettings', settings: { serviceArea: radius } })
      .thenRefused('invalid');
    given(revised({ homeBase: base }))
      .when({ type: 'ReviseCompanySettings', settings: { serviceArea: radius } })
      .then(revised({ serviceArea: radius }));
    given(revised({ homeBase: base, serviceArea: radius }))
      .when({ type: 'ReviseCompanySettings', settings: { homeBase: null } })
      .thenRefused('invalid');
  });

  test('Revising the settings refuses a color on which white text is hard to read', () => {
    given()
      .when({ type: 'ReviseCompanySettings', settings: { widgetColor: '#2f6b3a' } })
      .then(revised({ widgetColor: '#2f6b3a' }));
    given(revised({ widgetColor: '#2f6b3a' }))
      .when({ type: 'ReviseCompanySettings', settings: { widgetColor: null } })
      .then(revised({ widgetColor: null }));
    for (const widgetColor of ['#ffffff', '#ffee00', '#888888']) {
      given()
        .when({ type: 'ReviseCompanySettings', settings: { widgetColor } })
        .thenRefused('invalid', 'Choose a darker color: white text on it would be hard to read.');
    }
  });
});

describe('the reminders of overdue invoices', () => {
  const revise = (reminderDays: number[] | null) => ({
    type: 'ReviseCompanySettings' as const,
    settings: { reminderDays },
  });

  test('The reminder days of overdue invoices go up, or are refused', () => {
    given()
      .when(revise([7, 14, 60]))
      .then(revised({ reminderDays: [7, 14, 60] }));
    for (const days of [
      [14, 7],
      [7, 7],
      [1, 2, 2],
    ]) {
      given().when(revise(days)).thenRefused('invalid', 'The reminder days must go up, like 7, 21, 45.');
    }
  });

  test('The reminder days of overdue invoices may be none, which is another thing than nothing said', () => {
    given()
      .when(revise([]))
      .then(revised({ reminderDays: [] }));
    given(revised({ reminderDays: [] }))
      .when(revise(null))
      .then(revised({ reminderDays: null }));
    expect(settingsInForce({ reminderDays: [] }).reminderDays).toEqual([]);
    expect(settingsInForce({ reminderDays: null }).reminderDays).toEqual([7, 21, 45]);
  });
});

test('An account is called what the owner says, else what it comes as', () => {
  const { accountNames } = settingsInForce({ accountNames: { bank: '1010 River Bank' } });
  expect(accountName('bank', accountNames)).toBe('1010 River Bank');
  expect(accountName('sales', accountNames)).toBe('Tree service sales');
});

describe('names of accounts', () => {
  const revise = (accountNames: AccountNames) =>
    ({ type: 'ReviseCompanySettings', settings: { accountNames } }) as const;

  test.each<[AccountNames, string]>([
    [{ bank: 'Sales tax payable' }, 'bank and tax would both be called “Sales tax payable”'],
    [{ bank: ' SALES TAX Payable' }, 'bank and tax would both be called “Sales tax payable”'],
    [{ bank: '1010 ', tax: '1010' }, 'bank and tax would both be called “1010”'],
    [{ payable: 'customer CREDIT' }, 'credit and payable would both be called “customer CREDIT”'],
    // Pasted from a page: a zero-width space, a space that does not break, and wide letters.
    [{ payable: 'Customer\u200b credit' }, 'credit and payable would both be called “Customer\u200b credit”'],
    [{ payable: 'Customer\u00a0 credit' }, 'credit and payable would both be called “Customer\u00a0 credit”'],
    [{ payable: 'Ｃustomer credit' }, 'credit and payable would both be called “Ｃustomer credit”'],
  ])('Account names that would be the same are refused, as an export has the names alone: %j', (names, what) => {
    given().when(revise(names)).thenRefused('invalid', `The accounts ${what}. Give each its own name.`);
  });

  test('Account names may be those that other accounts had', () => {
    const swapped = { bank: 'Customer credit', credit: 'Checking account' };
    given()
      .when(revise(swapped))
      .then(revised({ accountNames: swapped }));
  });
});

describe('the mail server', () => {
  const server = { host: 'smtp.example.com', port: 465, security: 'tls', user: 'office', from: 'office@example.com' };
  const revise = (mailServer: MailServer | null) =>
    ({ type: 'ReviseCompanySettings', settings: { mailServer } }) as const;

  test('The mail server is none until the owner names one, and none again once they turn it off', () => {
    expect(settingsInForce({}).mailServer).toBeNull();
    given()
      .when(revise(server))
      .then(revised({ mailServer: server }));
    given(revised({ mailServer: server }))
      .when(revise({ ...server }))
      .thenNothingHappens();
    given(revised({ mailServer: server }))
      .when(revise(null))
      .then(revised({ mailServer: null }));
  });

  test('The mail server of before is back where its change is undone', () => {
    given(revised({ mailServer: server })).thenUndoneLeadsBack();
    given(revised({ mailServer: server }), revised({ mailServer: { ...server, port: 587 } })).thenUndoneLeadsBack();
    given(revised({ mailServer: server }), revised({ mailServer: null })).thenUndoneLeadsBack();
  });
});

test('A revision of the settings can be undone', () => {
  const logo = { sha256: 'a'.repeat(64), width: 400, height: 100 };
  given(revised({ logo }), revised({ logo: null, accountNames: { bank: 'Bank' } })).thenUndoneLeadsBack();
  given(revised({ name: 'Oak & Ash' }), revised({ name: 'Oak', homeBase: base })).thenUndoneLeadsBack();
});
