import { expect, test } from 'vitest';
import { createFunnelCounts, OTHER_SITES, type Step } from '../../../../platform/intake/funnel-counts.ts';
import type { StateStore } from '../../../../store/state.ts';
import { memoryState } from '../../../support/stores/memory-state.ts';

const DAY = '2026-06-15';
const opened = (site: string | null = null): Step => ({ page: 'widget', step: 'opened', site });

const openFunnel = (state: StateStore = memoryState()) =>
  createFunnelCounts(state, (cause) => {
    throw cause;
  });

test('The funnel counts by form, site and step, from the first to the last day', async () => {
  const funnel = openFunnel();
  for (const day of ['2026-06-14', DAY, '2026-06-16', '2026-06-17']) funnel.count(day, opened());
  funnel.count(DAY, opened('https://elm.example'));
  funnel.count(DAY, { page: 'portal', step: 'sent', site: null });
  funnel.count(DAY, { page: 'portal', step: 'sent', site: null });
  expect(await funnel.read(DAY, '2026-06-16')).toEqual(
    expect.arrayContaining([
      { page: 'widget', site: null, steps: { opened: 2 } },
      { page: 'widget', site: 'https://elm.example', steps: { opened: 1 } },
      { page: 'portal', site: null, steps: { sent: 2 } },
    ]),
  );
});

test('Processes that count at once lose nothing, and many counts of a moment are few writes', async () => {
  const state = memoryState();
  let writes = 0;
  const counted: StateStore = {
    ...state,
    put: (...given) => {
      writes++;
      return state.put(...given);
    },
  };
  const [one, other] = [openFunnel(counted), openFunnel(counted)];
  for (let index = 0; index < 200; index++) (index % 2 ? one : other).count(DAY, opened());
  await Promise.all([one.settled(), other.settled()]);
  expect(await one.read(DAY, DAY)).toEqual([{ page: 'widget', site: null, steps: { opened: 200 } }]);
  expect(writes).toBeLessThan(20);
});

test('Sites beyond the most that there can be count as others', async () => {
  const funnel = openFunnel();
  for (let index = 0; index < 60; index++) funnel.count(DAY, opened(`https://site-${index}.example`));
  funnel.count(DAY, opened('https://site-3.example'));
  funnel.count(DAY, opened());
  const rows = await funnel.read(DAY, DAY);
  expect(rows).toHaveLength(52);
  expect(rows.find(({ site }) => site === OTHER_SITES)?.steps).toEqual({ opened: 10 });
  expect(rows.find(({ site }) => site === 'https://site-3.example')?.steps).toEqual({ opened: 2 });
});

test('A count that cannot be written is told of, and the next one counts', async () => {
  const state = memoryState();
  const errors: unknown[] = [];
  let fails = true;
  const get: StateStore['get'] = (key) => (fails ? Promise.reject(new Error('away')) : state.get(key));
  const funnel = createFunnelCounts({ ...state, get }, (cause) => errors.push(cause));
  funnel.count(DAY, opened());
  await funnel.settled();
  expect(errors).toHaveLength(1);
  fails = false;
  funnel.count(DAY, opened());
  expect(await funnel.read(DAY, DAY)).toEqual([{ page: 'widget', site: null, steps: { opened: 1 } }]);
});
