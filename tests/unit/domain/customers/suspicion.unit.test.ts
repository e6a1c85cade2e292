import { expect, test } from 'vitest';
import { readsLikeAdvertisement } from '../../../../domain/intake/suspicion.ts';

const reads = (description: string | null, name = 'Ada King') => readsLikeAdvertisement({ name, description });

test.each([
  null,
  '',
  'The oak leans over the barn. See https://maps.example.com/x and www.example.com.',
  '<script>alert(1)</script>',
  'x'.repeat(10_000),
  'tree '.repeat(2_000),
  'Большое дерево упало на дом',
])('The request %.60j may be from anybody', (description) => expect(reads(description)).toBe(false));

test.each([
  'https://a.example https://b.example https://c.example',
  'Cheap <a href="https://a.example">pills</a>',
  '[URL=https://a.example]pills[/URL]',
  `${'pills '.repeat(30)} https://a.example`,
])('The request %.60j reads like an advertisement', (description) => expect(reads(description)).toBe(true));

test('A name that is a link reads like an advertisement', () => expect(reads(null, 'www.a.example')).toBe(true));
