import { randomBytes } from 'node:crypto';
import { createPasswordLinks } from '../platform/accounts/password-links.ts';
import { createPasswords } from '../platform/accounts/passwords.ts';
import { createSecondFactor } from '../platform/accounts/second-factor.ts';
import { createSecurityEvents } from '../platform/accounts/security-events.ts';
import { createSessions } from '../platform/accounts/sessions.ts';
import { createSignIn } from '../platform/accounts/sign-in.ts';
import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withCauses } from '../platform/runtime/error-texts.ts';
import { createLog } from '../platform/runtime/log.ts';
import { openStores } from '../platform/runtime/stores.ts';

// For a lost password, with the server stopped: npm run set-password -- <name>

const name = process.argv[2];
if (!name) {
  console.error('Say whose password to set: npm run set-password -- <username or email>');
  process.exit(1);
}

try {
  const stores = await openStores(parseConfig(process.env), systemClock, { isThere: true });
  for (const warning of stores.warnings) console.warn(warning);
  try {
    const passwords = createPasswords();
    const signIn = createSignIn(stores.state, passwords, systemClock);
    const userId = await signIn.userIdOf(name);
    if (userId === null) throw new Error(`Nobody signs in as "${name}".`);
    const password = randomBytes(16).toString('base64url');
    await signIn.replacePassword(userId, password);
    await createPasswordLinks(stores.state, systemClock).revoke(userId);
    await createSessions(stores.state, systemClock).closeAll(userId);
    const security = createSecurityEvents(stores.state, systemClock, createLog('error'));
    const none = { actor: null, address: null, browser: null, detail: null };
    security.record({ ...none, type: 'password_set', subject: userId });
    const hadSecond = await createSecondFactor(stores.state, passwords, systemClock).remove(userId);
    if (hadSecond) security.record({ ...none, type: 'second_factor_removed', subject: userId });
    await security.settled();
    const removed = hadSecond ? ' Their second factor is removed.' : '';
    console.log(
      `The new password of ${name} is ${password} (shown this once). All their sessions are signed out.${removed}`,
    );
  } finally {
    await stores.close();
  }
} catch (cause) {
  console.error(`The password was not set: ${withCauses(cause)}`);
  process.exit(1);
}
