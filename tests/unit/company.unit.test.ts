import { describe, test } from 'vitest';
import { company } from '../../domain/company/company.ts';
import type { CompanyEvent } from '../../domain/company/events.ts';
import { specify } from '../support/decider-specification.ts';

const { given } = specify(company);
const base = { address: '12 Mill Lane, Hadley, MA 01035', latitude: 42.34, longitude: -72.59 };
const revised = (data: CompanyEvent['data']): CompanyEvent => ({ type: 'CompanySettingsRevised', data });

describe('revising the settings', () => {
  test('records only what changed', () => {
    given(revised({ name: 'Oak & Ash', taxRate: 6_250 }))
      .when({ type: 'ReviseCompanySettings', settings: { name: 'Oak & Ash', taxRate: 5_000 } })
      .then(revised({ taxRate: 5_000 }));
  });

  test('compares lists and objects by what they hold', () => {
    given(revised({ workingDays: ['monday'], workingHours: { start: '07:00', end: '15:00' } }))
      .when({
        type: 'ReviseCompanySettings',
        settings: { workingDays: ['monday'], workingHours: { start: '07:00', end: '15:00' } },
      })
      .thenNothingHappens();
  });

  test('to what nobody has said yet, as null, does nothing', () => {
    given()
      .when({ type: 'ReviseCompanySettings', settings: { name: null, homeBase: null } })
      .thenNothingHappens();
  });

  test('refuses a day that ends before it starts, and a week without work', () => {
    given()
      .when({ type: 'ReviseCompanySettings', settings: { workingHours: { start: '16:00', end: '07:30' } } })
      .thenRefused('invalid', 'The working day must end after it starts.');
    given()
      .when({ type: 'ReviseCompanySettings', settings: { workingDays: [] } })
      .thenRefused('invalid');
  });

  test('refuses a radius around a base that is on no map, however it comes to that', () => {
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

  test('refuses a color on which white text is hard to read', () => {
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

test('a revision can be undone', () => {
  given(revised({ name: 'Oak & Ash' }), revised({ name: 'Oak', homeBase: base })).thenUndoneLeadsBack();
});
