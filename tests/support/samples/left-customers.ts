import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores } from '../../../platform/runtime/stores.ts';
import { registered } from './customer-events.ts';
import { appendTo } from './lead-events.ts';

const AT_ONCE = 50;

/** The address of a customer that `leaveCustomers` left, by number from 0 on. */
export function leftAddress(number: number): string {
  return `customer${number}@example.com`;
}

/** Leaves customers, each with an address of their own, in a log that no server is using. @param env names the stores */
export async function leaveCustomers(env: Record<string, string>, count: number): Promise<void> {
  const stores = await openStores(parseConfig(env), systemClock);
  const numbers = Array.from({ length: count }, (_, number) => number);
  const leave = async (number: number) => {
    const details = { leadId: null, email: leftAddress(number), propertyId: `house-${number}` };
    await appendTo(stores.log, `customer-c${number}`, registered(details));
  };
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(numbers.slice(first, first + AT_ONCE).map(leave));
  await stores.close();
}
