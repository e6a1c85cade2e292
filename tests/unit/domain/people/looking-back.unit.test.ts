import { expect, test } from 'vitest';
import { AREAS, may, OWNER_LOOKING_BACK, ROLES } from '../../../../domain/user/terms.ts';

test('An owner who looks at an earlier moment sees what an owner sees, and changes nothing', () => {
  for (const area of AREAS) {
    expect(may(OWNER_LOOKING_BACK, `${area}:read`)).toBe(true);
    expect(may(OWNER_LOOKING_BACK, `${area}:change`)).toBe(false);
  }
  expect(ROLES).not.toContain(OWNER_LOOKING_BACK);
});
