import { expect, test } from 'vitest';
import { type PasswordOwner, passwordProblem } from '../../../../platform/accounts/password-rules.ts';

const owner: PasswordOwner = {
  username: 'carol-anne',
  email: 'cs@example.com',
  firstName: 'René',
  lastName: 'Stone',
  company: 'Oakley & Sons Tree Care',
};

test.each(['password', 'PassWord', '12345678', 'qwertyuiop', ' iloveyou ', 'trustno1', 'pässword'])(
  'The password %j is refused as one of the most common',
  (password) => expect(passwordProblem(password, owner)).toBe('must not be one of the most common passwords'),
);

test.each(['        ', 'aaaaaaaa', '................'])(
  'The password %j is refused as one character repeated',
  (password) => expect(passwordProblem(password, owner)).toBe('must not be one character repeated'),
);

test.each([
  ['heartwood', 'Heartwood'],
  ['Heart-Wood!1', 'Heartwood'],
  ['oakley2026', 'Oakley'],
  ['OakleySonsTreeCare'.slice(0, 15), 'Oakley'],
  ['xCarolAnne9', 'carol-anne'],
  ['rene-1987', 'René'],
  ['rolling stone', 'Stone'],
])('The password %j is refused, as it holds a name', (password, name) =>
  expect(passwordProblem(password, owner)).toBe(
    `must not contain “${name}” unless it has 16 characters or more: names are guessed first`,
  ),
);

test('A name inside a password of 16 characters or more passes; the name alone does not, however long', () => {
  expect(passwordProblem('heartwood of oaks', owner)).toBeNull();
  expect(passwordProblem('my heartwoods 15', owner)).toBeNull();
  expect(passwordProblem('my heartwood 15', owner)).not.toBeNull();
  const long = { ...owner, email: 'somebody.else@example.com' };
  expect(passwordProblem('Somebody.Else@example.com', long)).toBe('must not be your username or email address');
  expect(passwordProblem('cs@example.com', owner)).toBe('must not be your username or email address');
});

test('Any other password passes, and a name of two letters counts as no name', () => {
  const brief = { ...owner, username: 'al', firstName: 'Ed', company: 'The Oaks' };
  for (const password of ['eight ch', 'albedo-7 up', 'on the moon', 'their own password'])
    expect(passwordProblem(password, brief)).toBeNull();
});

test('The product’s name is still refused in a password where no other name is known', () => {
  const nobody = { username: null, email: null, firstName: null, lastName: null, company: null };
  expect(passwordProblem('Heartwood1', nobody)).toContain('“Heartwood”');
  expect(passwordProblem('eight ch', nobody)).toBeNull();
});
