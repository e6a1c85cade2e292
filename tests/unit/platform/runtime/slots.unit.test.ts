import { expect, test, vi } from 'vitest';
import { NoTurn, slots, type Turn } from '../../../../platform/runtime/slots.ts';

/** Work in one slot that continues until told to end. */
function line(mostWaiting?: number) {
  const withSlot = slots(1, mostWaiting);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    start: (name: string, turn?: Turn) =>
      withSlot(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      }, turn),
    /** Ends the running work and waits for it. */
    async end(work: Promise<unknown>) {
      await vi.waitFor(() => expect(ends).toHaveLength(1));
      ends.shift()?.();
      await work;
    },
  };
}

test('Only so much work waits, and the rest hears of it at once; work that comes first is never too much', async () => {
  const { begun, start, end } = line(2);
  const running = start('running');
  const waiting = ['a', 'b'].map((name) => start(name));
  await expect(start('too much')).rejects.toThrow(NoTurn);
  const first = ['known', 'also known'].map((name) => start(name, { isFirst: true }));
  for (const work of [running, ...first, ...waiting]) await end(work);
  expect(begun).toEqual(['running', 'known', 'also known', 'a', 'b']);
});

test('Work that nobody wants any more leaves the line, and makes room', async () => {
  const { begun, start, end } = line(1);
  const running = start('running');
  const gone = new AbortController();
  const left = start('gone', { signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toThrow(NoTurn);
  await expect(start('never there', { signal: gone.signal })).rejects.toThrow(NoTurn);
  const waiting = start('a');
  for (const work of [running, waiting]) await end(work);
  expect(begun).toEqual(['running', 'a']);
});

test('Work that has begun ends, and work that fails gives its slot to the next', async () => {
  const gone = new AbortController();
  const { start, end } = line();
  const running = start('running', { signal: gone.signal });
  gone.abort();
  await end(running);
  expect(await running).toBe('running');
  const withSlot = slots(1);
  const failing = withSlot(() => Promise.reject(new Error('no')));
  const next = withSlot(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
