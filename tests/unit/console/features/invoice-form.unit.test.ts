import { expect, test } from 'vitest';
import {
  owedAfterText,
  owedCents,
  owedCreditText,
  surplusText,
} from '../../../../console/entities/invoice/credit-text.ts';
import { amountOfLine, refusalOfLines, sentLines, subtotalOf } from '../../../../console/features/invoices/lines.ts';
import { knownCents, typedAmount } from '../../../../console/ui/values/amount.ts';

const LINES = JSON.stringify([
  { description: ' Prune the oak ', quantity: '1.5', unitPrice: '$1,200.33' },
  { description: 'Haul the brush', quantity: '2', unitPrice: '75' },
]);

test('A payment of more than the balance says how much becomes credit', () => {
  expect(surplusText('1,200.50', '1200.00')).toBe(
    'That is $0.50 more than the balance. The $0.50 becomes customer credit.',
  );
  for (const typed of ['1200', '1199.99', '', 'many']) expect(surplusText(typed, '1200.00')).toBeNull();
});

test('Lines are read, summed in cents with half a cent up, and sent as typed', () => {
  // 1.5 × 1200.33 is 1800.495.
  expect(amountOfLine({ description: 'x', quantity: '1.5', unitPrice: '1200.33' })).toBe(180_050);
  expect(subtotalOf(LINES, '50')).toBe(180_050 + 15_000 - 5_000);
  expect(sentLines(LINES)).toEqual([
    { description: 'Prune the oak', quantity: 1.5, unitPrice: '1200.33' },
    { description: 'Haul the brush', quantity: 2, unitPrice: '75.00' },
  ]);
});

test('The first line that cannot be sent is named', () => {
  expect(refusalOfLines(LINES)).toBeUndefined();
  expect(refusalOfLines('')).toBe('Fix line 1.');
  const wrong = [
    { quantity: '0' },
    { quantity: '1.555' },
    { quantity: 'two' },
    { unitPrice: '1e3' },
    { description: ' ' },
  ];
  for (const part of wrong) {
    const line = { description: 'Stump', quantity: '1', unitPrice: '90', ...part };
    expect(refusalOfLines(JSON.stringify([{ description: 'Oak', quantity: '1', unitPrice: '1' }, line]))).toBe(
      'Fix line 2.',
    );
  }
});

test('A line may be free', () => {
  const free = JSON.stringify([{ description: 'Wood chips', quantity: '1', unitPrice: '0' }]);
  expect(refusalOfLines(free)).toBeUndefined();
  expect(sentLines(free)).toEqual([{ description: 'Wood chips', quantity: 1, unitPrice: '0.00' }]);
});

test('An amount of the server is typed without cents that are zero', () => {
  expect(knownCents('1200.50')).toBe(120_050);
  expect(typedAmount(120_050)).toBe('1200.50');
  expect(typedAmount(120_000)).toBe('1200');
});

test('A credit below nothing is what the customer owes', () => {
  expect(['0.00', '12.00'].map(owedCreditText)).toEqual([null, null]);
  expect(owedCreditText('-12.50')).toMatch(/^The customer owes \$12\.50: /);
});

test('What a customer will owe is told where credit is taken back that was spent', () => {
  expect([owedAfterText('42.00', 4_200), owedAfterText('0.00', 0), owedAfterText('0.00', -500)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(owedAfterText('10.00', 4_200)).toMatch(/^\$32 of the credit .* The customer will owe \$32: /);
  // They owe some already: all of it comes on top.
  expect(owedAfterText('-5.00', 4_200)).toMatch(/^\$42 of the credit /);
  expect([owedCents('-12.50'), owedCents('12.50')]).toEqual([1_250, 0]);
});

test('A payment above the balance is said to pay what the customer owes first', () => {
  expect(surplusText('150', '108.00', '-42.00')).toBe(
    'That is $42 more than the balance. $42 pays what the customer owes.',
  );
  expect(surplusText('160', '108.00', '-42.00')).toContain('The other $10 becomes customer credit.');
});
