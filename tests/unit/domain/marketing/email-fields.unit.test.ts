import { describe, expect, test } from 'vitest';
import { fieldValues, filledIn, missingFields, requireFields } from '../../../../domain/email-campaign/fields.ts';
import { TEMPLATE_TEXTS } from '../../../../domain/email-campaign/templates.ts';
import { CAMPAIGN_FIELDS, EMAIL_TEMPLATES, fieldMark } from '../../../../domain/email-campaign/terms.ts';
import { Rejection } from '../../../../domain/kit/decider.ts';

const COMPANY = { name: 'Oak & Sons', phone: '(555) 010-2233' };
const ANN = { firstName: 'Ann', lastName: 'Miller', city: 'Troy', lastServiceType: 'tree_removal' };
const UNKNOWN = { firstName: null, lastName: null, city: null, lastServiceType: null };

function refusal(subject: string, content = 'Hello'): { field: string | undefined; message: string } {
  try {
    requireFields(subject, content);
  } catch (cause) {
    if (cause instanceof Rejection) return { field: cause.field, message: cause.message };
    throw cause;
  }
  throw new Error('It was not refused.');
}

describe('the fields of an email campaign', () => {
  test('A text is read by each recipient with what is known of them', () => {
    const text =
      'Hi {{firstName|there}} {{ lastName | neighbor }} in {{city|town}}: your {{lastService|tree work}}. {{companyName}}';
    expect(filledIn(text, fieldValues(ANN, COMPANY))).toBe('Hi Ann Miller in Troy: your tree removal. Oak & Sons');
    expect(filledIn(text, fieldValues(UNKNOWN, COMPANY))).toBe('Hi there neighbor in town: your tree work. Oak & Sons');
  });

  test('A field that does not exist is refused by its name, in the subject and in the text', () => {
    expect(refusal('Hi {{nickname}}')).toEqual({
      field: 'subject',
      message: expect.stringContaining('There is no field {{nickname}}. The fields are {{firstName}}, '),
    });
    expect(refusal('Hi', 'Your {{constructor|x}}').field).toBe('content');
    expect(refusal('{{}}').message).toContain('{{}}');
  });

  test('A field that may be empty needs a fallback, one of the company needs none', () => {
    expect(refusal('Hi {{firstName}}').message).toContain('Say what stands there instead: {{firstName|there}}.');
    expect(refusal('Hi {{firstName| }}').message).toContain('{{firstName|there}}');
    expect(() => requireFields('Hi {{firstName|there}}', 'From {{companyName}}, {{companyPhone}}')).not.toThrow();
  });

  test.each(['Hi {{firstName|there}', 'Hi firstName}}', 'Hi {{first{{firstName|there}}', '{{{firstName|there}}}'])(
    'Braces that belong to no field are refused: %s',
    (subject) => expect(refusal(subject).field).toBe('subject'),
  );

  test('What a name contains is never run, never read again as a field, and begins no header', () => {
    const values = fieldValues(
      { ...ANN, city: 'Troy\r\nBcc: all@example.com\u2028{{companyPhone}} $& ⟦link⟧' },
      COMPANY,
    );
    expect(filledIn('In {{city|town}}', values)).toBe('In Troy Bcc: all@example.com {{companyPhone}} $& link');
  });

  test('A name that is not plainly one person’s is not taken apart', () => {
    const { firstName, lastName } = fieldValues({ ...ANN, firstName: 'Riverside', lastName: 'Church' }, COMPANY);
    expect({ firstName, lastName }).toEqual({ firstName: null, lastName: null });
  });

  test('A service in the office’s own words is not passed on', () => {
    const { lastService } = fieldValues({ ...ANN, lastServiceType: 'Bad payer, cash only' }, COMPANY);
    expect(lastService).toBeNull();
  });

  test('What the company has not entered is named, if a text uses it', () => {
    const values = fieldValues(ANN, { name: 'Oak & Sons', phone: null });
    expect(missingFields(['{{companyName}}', 'Call {{companyPhone}}'], values)).toEqual(['Company phone']);
    expect(missingFields(['{{companyName}}'], values)).toEqual([]);
  });

  test('Every field as the menu inserts it is accepted', () => {
    const all = CAMPAIGN_FIELDS.map((field) => fieldMark(field)).join(' ');
    expect(() => requireFields(all, all)).not.toThrow();
  });
});

describe('the templates of email campaigns', () => {
  test('There is one for each type', () => {
    expect(new Set(TEMPLATE_TEXTS.map(({ type }) => type))).toEqual(new Set(EMAIL_TEMPLATES));
  });

  test.each(TEMPLATE_TEXTS.map((template) => [template.id, template] as const))(
    'The template %s reads well for somebody of whom nothing is known',
    (_, { subject, content }) => {
      expect(() => requireFields(subject, content)).not.toThrow();
      const read = filledIn(`${subject}\n${content}`, fieldValues(UNKNOWN, COMPANY));
      expect(read).not.toMatch(/[{}|]|null|undefined/);
      expect(filledIn(subject, fieldValues(ANN, COMPANY)).length).toBeLessThanOrEqual(60);
    },
  );
});
