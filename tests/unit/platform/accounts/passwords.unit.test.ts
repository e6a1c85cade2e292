import { expect, test } from 'vitest';
import { createPasswords, PASSWORD_COST } from '../../../../platform/accounts/passwords.ts';

const CHEAP = { memory: 64, passes: 1 };
const passwords = createPasswords(CHEAP);

test('A password is verified, another one is not', async () => {
  const stored = await passwords.hash('correct horse');
  expect(await passwords.verify('correct horse', stored)).toBe(true);
  expect(await passwords.verify('correct hors', stored)).toBe(false);
  expect(await passwords.verify('', stored)).toBe(false);
  expect(await passwords.verify('correct horse', null)).toBe(false);
});

test('What is stored of a password does not hold it, and is different each time', async () => {
  const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
  expect(one.hash).not.toBe(other.hash);
  expect(one.salt).not.toBe(other.salt);
  expect(JSON.stringify(one)).not.toContain('horse');
  expect(Buffer.from(one.hash, 'base64')).toHaveLength(32);
});

test('A stored password is verified by the cost that it was made with', async () => {
  const stored = await passwords.hash('correct horse');
  expect(stored).toMatchObject(CHEAP);
  expect(await createPasswords({ memory: 128, passes: 2 }).verify('correct horse', stored)).toBe(true);
  expect(PASSWORD_COST).toEqual({ memory: 19 * 1024, passes: 2 });
});

test('The same letters typed in another way are the same password', async () => {
  const stored = await passwords.hash('caf\u00e9 au lait');
  expect(await passwords.verify('cafe\u0301 au lait', stored)).toBe(true);
});

test('Many passwords that are verified at once are all answered', async () => {
  const stored = await passwords.hash('correct horse');
  const tries = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'correct horse' : 'wrong'));
  const answers = await Promise.all(tries.map((password) => passwords.verify(password, stored)));
  expect(answers).toEqual(tries.map((password) => password === 'correct horse'));
});
