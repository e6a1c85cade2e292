import { expect, test } from 'vitest';
import { phoneLink, textLink } from '../../console/ui/phone-links.ts';

test.each([
  ['+1 (413) 555-0100', 'tel:+14135550100', 'sms:+14135550100'],
  ['413-555-0100 x12', 'tel:4135550100,12', 'sms:4135550100'],
  ['413-555-0100 Ext. 12', 'tel:4135550100,12', 'sms:4135550100'],
  ['1-800-FLOWERS', 'tel:18003569377', 'sms:18003569377'],
  ['413-555-TREE #7', 'tel:4135558733,7', 'sms:4135558733'],
  ['555-0100 (CELL)', 'tel:5550100', 'sms:5550100'],
])('The phone link of %s dials what is written', (number, call, message) => {
  expect([phoneLink(number), textLink(number)]).toEqual([call, message]);
});
