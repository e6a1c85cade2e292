import { expect, test } from 'vitest';
import { knownService } from '../../../../../ai/detectors/kit/words.ts';

test('Only a service of the list is named in a text, whatever somebody typed', () => {
  expect(knownService('tree_removal')).toBe('tree removal');
  for (const typed of [null, '', 'Oak of the Quillfeathers', 'constructor', '__proto__', 'toString'])
    expect(knownService(typed)).toBeNull();
});
