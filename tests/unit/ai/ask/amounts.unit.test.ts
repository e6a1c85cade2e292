import { expect, test } from 'vitest';
import { amountsIn } from '../../../../ai/ask/amounts.ts';

test.each([
  ['jobs over $5,000', { least: '5000.01' }],
  ['jobs above 2500', { least: '2500.01' }],
  ['jobs more than 5k', { least: '5000.01' }],
  ['jobs > $800', { least: '800.01' }],
  ['jobs at least $800.50', { least: '800.50' }],
  ['jobs of $800 or more', { least: '800.00' }],
  ['jobs under 500 dollars', { most: '499.99' }],
  ['jobs up to $500', { most: '500.00' }],
  ['jobs no more than $500', { most: '500.00' }],
  ['jobs not over $500', { most: '500.00' }],
  ['jobs between $1,000 and $2,000', { least: '1000.00', most: '2000.00' }],
  ['jobs between 500 and 2k', { least: '500.00', most: '2000.00' }],
  ['jobs from 1k to 2k', { least: '1000.00', most: '2000.00' }],
])('“%s” says an amount', (text, amounts) => {
  expect(amountsIn(text)).toMatchObject({ amounts, isSeveral: false });
  expect(amountsIn(text).rest.trim()).toMatch(/^jobs +\|$/);
});

test.each([
  'jobs over 5',
  'jobs over 3 hours',
  'customers with more than 200 jobs',
  'jobs between 100 and 200',
  'jobs from 2024 to 2025',
  'a margin over 30%',
  'job 1005',
  'jobs between $2,000 and $1,000',
  'jobs over $1,2345',
  'jobs over $1.234',
  'jobs under $0',
  'jobs between 1 and 2k',
  'jobs over $1,234,567,890,123',
])('“%s” says none', (text) => {
  expect(amountsIn(text)).toEqual({ amounts: null, isSeveral: false, rest: text });
});

test('Two amounts are several', () => {
  expect(amountsIn('jobs over $500 or under $100').isSeveral).toBe(true);
});
