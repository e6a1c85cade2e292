import { expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import { MAIL_REACTORS } from '../../../server/mail.ts';

test.each(MAIL_REACTORS)('The events that “%s” follow are all events that there are', (_, create) => {
  const { types } = create({} as never);
  expect([...types].filter((type) => !registry.has(type))).toEqual([]);
});
