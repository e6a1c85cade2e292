import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../domain/index.ts';
import { reactorCheckpoint, runReactor } from '../../../platform/commands/reactor.ts';
import { createCodec } from '../../../store/codec.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import { type EventLog, isDecoded, START } from '../../../store/event-store.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let stores: ProductStores;
let running: Reactor[] = [];
beforeEach(async () => {
  stores = await openProductStores();
});
afterEach(async () => {
  for (const reactor of running) await reactor.stop();
  running = [];
  await stores.close();
});

interface Reactor {
  /** Names of the leads it was handed. */
  seen: string[];
  /** Waits until it has been handed a lead with this name. */
  until(name: string): Promise<void>;
  ended: Promise<Error | null>;
  stop(): Promise<void>;
}

function start(options: { log?: EventLog; leftForMs?: number; react?: (name: string) => void } = {}): Reactor {
  const { log = stores.log, leftForMs = 0, react = () => {} } = options;
  const abort = new AbortController();
  const seen: string[] = [];
  let changed = Promise.withResolvers<void>();
  const ended = runReactor({
    name: 'sample',
    log,
    state: stores.state,
    types: new Set(['LeadCaptured']),
    leftForMs,
    async react(entry) {
      if (!isDecoded(entry)) throw new Error(entry.error);
      const { name } = entry.data as { name: string };
      react(name);
      seen.push(name);
      changed.resolve();
      changed = Promise.withResolvers();
    },
    signal: abort.signal,
  }).then(
    () => null,
    (cause: Error) => cause,
  );
  const reactor: Reactor = {
    seen,
    async until(name) {
      while (!seen.includes(name)) await changed.promise;
    },
    ended,
    async stop() {
      abort.abort();
      await ended;
    },
  };
  running.push(reactor);
  return reactor;
}

const captureLead = (name: string, log = stores.log) => appendTo(log, `lead-${name}`, captured(name));

describe('a reactor', () => {
  test('A reactor is handed the events of its types, in order, and goes on after the last one when it starts again', async () => {
    await captureLead('Ash');
    await appendTo(stores.log, 'lead-Ash', { type: 'LeadRemoved', data: {} });
    await captureLead('Birch');
    const first = start();
    await first.until('Birch');
    await first.stop();
    expect(await first.ended).toBeNull();
    expect(first.seen).toEqual(['Ash', 'Birch']);

    const second = start();
    await captureLead('Cedar');
    await second.until('Cedar');
    expect(second.seen).toEqual(['Cedar']);
  });

  test('A reactor keeps its place past events of other types too', async () => {
    await captureLead('Ash');
    const reactor = start();
    await reactor.until('Ash');
    await reactor.stop();
    const head = await appendTo(stores.log, 'lead-Ash', { type: 'LeadRemoved', data: {} });
    const second = start();
    await captureLead('Birch');
    await second.until('Birch');
    await second.stop();
    const { position } = await reactorCheckpoint('sample', stores.log, stores.state);
    expect(position > head).toBe(true);
    expect(position).toBe(await stores.log.head());
  });

  test('A reactor begins anew where its checkpoint is lost', async () => {
    await captureLead('Ash');
    const first = start();
    await first.until('Ash');
    await first.stop();
    await stores.state.delete('reactor/sample');
    const second = start();
    await second.until('Ash');
  });

  test('A reactor leaves a new event to whoever appended it, for a while', async () => {
    const reactor = start({ leftForMs: 300 });
    const appendedAt = Date.now();
    const recordedAt = new Date(appendedAt).toISOString();
    const event = {
      ...captured('Ash'),
      id: crypto.randomUUID(),
      metadata: { ...metadata(), subject: 's', recordedAt },
    };
    await stores.log.append('lead-Ash', [event], 'none');
    await reactor.until('Ash');
    expect(Date.now() - appendedAt).toBeGreaterThanOrEqual(299);
  });

  test('A reactor ends with the error of what it could not do, and is handed that again', async () => {
    await captureLead('Ash');
    await captureLead('Birch');
    const refuse = (name: string) => {
      if (name === 'Birch') throw new Error('No birches today.');
    };
    const first = start({ react: refuse });
    expect(await first.ended).toMatchObject({ message: 'No birches today.' });
    expect(first.seen).toEqual(['Ash']);
    const second = start();
    await second.until('Birch');
  });

  test('A reactor begins anew where the log does not hold its checkpoint: a backup was put back', async () => {
    await captureLead('Ash');
    await captureLead('Birch');
    const first = start();
    await first.until('Birch');
    await first.stop();

    const folder = await tempFolder();
    const backup = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
    const log = backup.eventStore(createCodec(registry, stores.keys));
    await captureLead('Ash', log);
    await captureLead('Cedar', log);
    expect(await reactorCheckpoint('sample', log, stores.state)).toEqual({
      position: START,
      eventId: '',
      isForeign: true,
    });
    const second = start({ log });
    await second.until('Cedar');
    await second.stop();
    expect(second.seen).toEqual(['Ash', 'Cedar']);
    expect(await reactorCheckpoint('sample', log, stores.state)).toMatchObject({ isForeign: false });
    await backup.close();
    await folder.remove();
  });
});
