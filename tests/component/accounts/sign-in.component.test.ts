import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type Page, type TestConsole } from '../page.ts';

let heartwood: TestConsole;

beforeAll(async () => {
  heartwood = await openConsole();
});
afterAll(() => heartwood.close());

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.fill('Email or Username', username);
  await page.fill('Password', password);
  await page.click('button', 'Sign In');
}

test('A sign-in without a connection says that an error occurred; a wrong one says so, keeps the name, and asks to wait after several times', {
  tags: ['deep'],
}, async () => {
  const page = await heartwood.open('/', { as: null });
  let isOnline = false;
  page.answer(/^POST \/api\/auth\/login/, ({ send }) => {
    if (isOnline) return send();
    throw new TypeError('Failed to fetch');
  });
  await signIn(page, 'priya', 'some password');
  const failed = await page.toast('An error occurred during login. Please try again.');
  await failed.screen.findByText('Error');
  isOnline = true;
  await signIn(page, 'nobody', 'wrong');
  const refused = await page.toast('Login Failed');
  await refused.see('Invalid credentials');
  expect(page.screen.getByLabelText(/^Email or Username/)).toHaveProperty('value', 'nobody');
  for (let tries = 1; tries < 5; tries++) {
    await heartwood.server.stranger.post('/api/auth/login', { username: 'nobody', password: 'wrong' });
  }
  await signIn(page, 'nobody', 'wrong');
  await page.toast(/Too many failed attempts. Try again in \d+ seconds./);
});

test('A sign-in that is refused without a word is called invalid', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/', { as: null });
  page.answer(/^POST \/api\/auth\/login/, () => new Response('', { status: 401 }));
  await signIn(page, 'nobody', 'wrong');
  const refused = await page.toast('Login Failed');
  await refused.see('Invalid credentials');
});

test('Any refusal to say who works counts as nobody signed in', { tags: ['deep'] }, async () => {
  const page = await heartwood.open('/leads');
  page.answer(/^GET \/api\/auth\/user-working/, () => Response.json({ message: 'No.' }, { status: 500 }));
  await page.part('button', 'Sign In');
});
