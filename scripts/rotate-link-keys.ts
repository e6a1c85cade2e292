import { createLinkTokens } from '../platform/commands/link-tokens.ts';
import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withCauses } from '../platform/runtime/error-texts.ts';
import { openStores } from '../platform/runtime/stores.ts';

// A new key for the links sent to customers, with the server stopped: npm run rotate-link-keys -- [keep]

const given = process.argv[2];
if (given !== undefined && !/^\d{1,6}$/.test(given)) {
  console.error('Say how many earlier keys stay valid, or nothing to keep all: npm run rotate-link-keys -- 2');
  process.exit(1);
}

try {
  const stores = await openStores(parseConfig(process.env), systemClock, { isThere: true });
  for (const warning of stores.warnings) console.warn(warning);
  try {
    const links = createLinkTokens(stores.state);
    await links.rotate();
    const kept = await links.removeRetired(given === undefined ? Number.POSITIVE_INFINITY : Number(given));
    const earlier = kept === 1 ? 'one earlier key' : `${kept} earlier keys`;
    console.log(
      kept === 0
        ? "Links are signed by a new key. Links sent earlier no longer work, nor do those in the emails of campaigns: send the quotes again, and hand out the calendars' new addresses."
        : `Links are signed by a new key. Those of ${earlier} stay valid until they expire or are revoked.`,
    );
  } finally {
    await stores.close();
  }
} catch (cause) {
  console.error(`The key was not changed: ${withCauses(cause)}`);
  process.exit(1);
}
