import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordFolds } from '../../../api/areas.ts';
import { handleMails } from '../../../api/mail/handle-mails.ts';
import { registry } from '../../../domain/index.ts';
import type { EffectOutcome } from '../../../domain/kit/effect.ts';
import { attemptDue, type MailCommand, mail } from '../../../domain/mail/mail.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createStreams, readAfter } from '../../../platform/commands/streams.ts';
import { type Attempt, createEffects, type EffectLimits, type Effects } from '../../../platform/effects/effects.ts';
import { createCodec } from '../../../store/codec.ts';
import { type EventStore, StoreUnavailable } from '../../../store/event-store.ts';
import type { StateStore } from '../../../store/state.ts';
import { subjectKeys } from '../../../store/subject-keys.ts';
import { intendMail } from '../../support/samples/mails.ts';
import { embeddedLog } from '../../support/stores/embedded-log.ts';
import { onEventStoreDB } from '../../support/stores/eventstoredb-log.ts';
import type { LogUnderTest } from '../../support/stores/log-under-test.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { memoryState } from '../../support/stores/memory-state.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const HOLD_MS = 10_000;
const DUE = NOW + HOLD_MS;
const MINUTES = 60_000;
const DONE: EffectOutcome = { did: 'done', detail: '250 Taken' };
/** What a test would only wait for. */
const SHORT = { closeMs: 50, endsWithinMs: 50, storeAgainMs: 50 };
type Perform = Attempt<unknown>;

/** A process that carries out effects; several may share a log and a state. */
interface Office {
  effects: Effects;
  commands: CommandHandler;
  /** Starts what is due and waits until it ends. */
  round(): Promise<void>;
}

describe.each([
  ['embedded', embeddedLog],
  ['EventStoreDB', onEventStoreDB()],
])('effects on %s', (_name, openLog) => {
  let now = NOW;
  let log: LogUnderTest;
  let store: EventStore;
  let state: StateStore;
  let performed: string[] = [];
  let errors: unknown[] = [];
  const opened: Effects[] = [];

  beforeEach(async () => {
    now = NOW;
    performed = [];
    errors = [];
    log = await openLog();
    state = memoryState(() => now);
    store = await open();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((effects) => effects.close()));
    await log.close();
  });

  const open = () => log.openStore(createCodec(registry, subjectKeys(state)));

  function office(
    perform: Perform = async () => DONE,
    options: {
      holder?: string;
      log?: EventStore;
      state?: StateStore;
      limits?: Partial<EffectLimits>;
      prepare?: () => void;
    } = {},
  ): Office {
    const from = options.log ?? store;
    const keys = subjectKeys(state);
    const clock = () => now;
    const streams = createStreams({ store: from, keys, records: recordFolds });
    const plain = createCommandHandler({ store: from, streams, keys, clock });
    const effects = createEffects({
      kind: {
        decider: mail,
        due: attemptDue,
        async prepare(id) {
          options.prepare?.();
          return async (known, signal) => {
            performed.push(id);
            return perform(known, signal);
          };
        },
        withdrawal: (at): MailCommand => ({ type: 'CancelMail', now: at }),
      },
      commands: plain,
      streams,
      store: from,
      state: options.state ?? state,
      clock,
      holder: options.holder ?? 'office',
      limits: { ...SHORT, ...options.limits },
      onError: (cause) => errors.push(cause),
    });
    opened.push(effects);
    return {
      effects,
      commands: handleMails({ commands: plain, effects, holdMs: async () => HOLD_MS }),
      async round() {
        effects.due('a');
        await effects.settled();
      },
    };
  }

  let sent = 0;
  const tell = ({ commands }: Office, command: MailCommand) => {
    const commandId = `command ${++sent}`;
    const who = { actor: 'u', correlationId: commandId, causationId: null, commandId };
    return commands.handle(mail, 'a', [command], { ...who, body: '' });
  };
  const intend = (at: Office) => tell(at, intendMail(new Date(NOW).toISOString()));
  const cancel = { type: 'CancelMail', now: new Date(NOW).toISOString() } as const;
  const history = async () => (await readAfter(store, 'mail-a')).map(({ type }) => type);

  test('Effects wait until they are due, and are then carried out once, in the name of their intent', async () => {
    const one = office();
    await intend(one);
    now = DUE - 1;
    await one.round();
    expect(performed).toEqual([]);
    now = DUE;
    await one.round();
    await one.round();
    expect(performed).toEqual(['a']);
    const [intent, result] = await readAfter(store, 'mail-a');
    expect(intent).toMatchObject({ type: 'MailIntended', data: { dueAt: new Date(DUE).toISOString() } });
    expect(result).toMatchObject({
      type: 'MailSent',
      data: { attempt: 1, reason: '250 Taken' },
      metadata: { actor: 'mail', causationId: 'mail-a@0', correlationId: intent?.metadata.correlationId },
    });
  });

  test('Effects are attempted by one of many processes that find them due at once', async () => {
    const offices = [
      office(),
      ...(await Promise.all(['b', 'c', 'd'].map(async (holder) => office(undefined, { holder, log: await open() })))),
    ];
    await intend(offices[0] as Office);
    now = DUE;
    await Promise.all(offices.map((each) => each.round()));
    await Promise.all(offices.map((each) => each.round()));
    expect(performed).toEqual(['a']);
    expect(await history()).toEqual(['MailIntended', 'MailSent']);
  });

  test('Effects are not done again by a process whose view is old, also where the attempt is forgotten', async () => {
    const one = office();
    await intend(one);
    now = DUE;
    await one.round();
    for (const { key } of await state.list('attempt/')) await state.delete(key);
    await office(undefined, { holder: 'late' }).round();
    expect(performed).toEqual(['a']);
  });

  test('Effects whose process died in the attempt are uncertain once it runs again, and are not done again', async () => {
    const dying = office(() => new Promise(() => {}));
    await intend(dying);
    now = DUE;
    dying.effects.due('a');
    await until(() => performed.length === 1);
    const next = office();
    await next.round();
    await next.round();
    expect(performed).toEqual(['a']);
    expect(await history()).toEqual(['MailIntended', 'MailBecameUncertain']);
  });

  test('Effects whose process died elsewhere are uncertain after a while, and a late result still counts', async () => {
    let end = (_: EffectOutcome) => {};
    const paused = office(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    await intend(paused);
    now = DUE;
    paused.effects.due('a');
    await until(() => performed.length === 1);
    const other = office(undefined, { holder: 'other' });
    await other.round();
    expect(await history()).toEqual(['MailIntended']);
    now = DUE + 5 * MINUTES;
    await other.round();
    expect(await history()).toEqual(['MailIntended', 'MailBecameUncertain']);
    end(DONE);
    await paused.effects.settled();
    expect(await history()).toEqual(['MailIntended', 'MailBecameUncertain', 'MailSent']);
    expect(performed).toEqual(['a']);
  });

  test('Effects that nobody began for ten minutes are uncertain, and are not begun any more', async () => {
    const one = office();
    await intend(one);
    now = DUE + 10 * MINUTES + 1;
    await one.round();
    expect(performed).toEqual([]);
    expect(await history()).toEqual(['MailIntended', 'MailBecameUncertain']);
    // A person decides.
    await tell(one, { type: 'SendMailAgain', now: new Date(now).toISOString() });
    now += HOLD_MS;
    await one.round();
    expect(performed).toEqual(['a']);
    expect((await history()).slice(2)).toEqual(['MailAskedAgain', 'MailSent']);
  });

  test('Effects that were surely not taken are tried again later, each try once', async () => {
    const answers: EffectOutcome[] = [{ did: 'not taken', reason: 'Closed.' }, DONE];
    const one = office(async () => answers.shift() as EffectOutcome);
    await intend(one);
    now = DUE;
    await one.round();
    await one.round();
    expect(await history()).toEqual(['MailIntended', 'MailDelayed']);
    now = DUE + MINUTES;
    await one.round();
    expect(performed).toEqual(['a', 'a']);
    expect((await history()).slice(2)).toEqual(['MailSent']);
  });

  test('Effects end as uncertain where they throw, and where they take too long', async () => {
    const failing = office(() => Promise.reject(new Error('broken')));
    await intend(failing);
    now = DUE;
    await failing.round();
    expect(await history()).toEqual(['MailIntended', 'MailBecameUncertain']);
    await tell(failing, { type: 'SendMailAgain', now: new Date(now).toISOString() });
    now += HOLD_MS;
    const slow = office((_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)), {
      limits: { attemptMs: 20 },
    });
    await slow.round();
    expect((await history()).slice(2)).toEqual(['MailAskedAgain', 'MailBecameUncertain']);
  });

  test('Effects that cannot be readied have not happened, and are tried again', async () => {
    let isAway = true;
    const prepare = () => {
      if (isAway) throw new Error('no settings');
    };
    const one = office(undefined, { prepare });
    await intend(one);
    now = DUE;
    await one.round();
    expect(await history()).toEqual(['MailIntended']);
    expect(errors).toHaveLength(1);
    isAway = false;
    await one.round();
    expect(await history()).toEqual(['MailIntended', 'MailSent']);
  });

  test('Effects keep their result for the log where that is away for a moment', async () => {
    let isAway = false;
    const append: EventStore['append'] = (...given) => {
      if (!isAway) return store.append(...given);
      isAway = false;
      return Promise.reject(new StoreUnavailable('away'));
    };
    const shaky = { ...logWith(store, {}), append };
    const one = office(
      async () => {
        isAway = true;
        return DONE;
      },
      { log: shaky },
    );
    await intend(one);
    now = DUE;
    await one.round();
    expect(performed).toEqual(['a']);
    expect(await history()).toEqual(['MailIntended', 'MailSent']);
  });

  test('Effects are not carried out where the attempt cannot be stored', async () => {
    const put = () => Promise.reject(new StoreUnavailable('away'));
    const one = office(undefined, { state: { ...state, put } });
    await intend(one);
    now = DUE;
    await one.round();
    expect(performed).toEqual([]);
    expect(await history()).toEqual(['MailIntended']);
  });

  describe('taken back', () => {
    test('Effects taken back before the attempt are not carried out', async () => {
      const one = office();
      await intend(one);
      await tell(one, cancel);
      now = DUE;
      await one.round();
      expect(performed).toEqual([]);
      expect(await history()).toEqual(['MailIntended', 'MailCancelled']);
    });

    test('Effects in the attempt are not taken back: who asks is told so', async () => {
      const one = office(() => new Promise(() => {}));
      await intend(one);
      now = DUE;
      one.effects.due('a');
      await until(() => performed.length === 1);
      await expect(tell(one, cancel)).rejects.toMatchObject({
        code: 'conflict',
        message: 'This email is being sent right now.',
      });
      await tell(one, { ...cancel, mayBeLate: true });
      expect(await history()).toEqual(['MailIntended']);
    });

    test('Effects taken back at the moment of the attempt, by another process, are either sent or taken back', async () => {
      for (let round = 0; round < 10; round++) {
        const id = `race-${round}`;
        const one = office();
        const other = office(undefined, { holder: 'other', log: await open() });
        const context = (commandId: string) => ({
          actor: 'u',
          correlationId: 'x',
          causationId: null,
          commandId,
          body: '',
        });
        await one.commands.handle(mail, id, [intendMail(new Date(NOW).toISOString())], context(`intend ${round}`));
        now = DUE;
        one.effects.due(id);
        const isTaken = await other.commands.handle(mail, id, [cancel], context(`cancel ${round}`)).then(
          () => true,
          () => false,
        );
        await one.effects.settled();
        const types = (await readAfter(store, `mail-${id}`)).map(({ type }) => type);
        expect(types).toEqual(['MailIntended', isTaken ? 'MailCancelled' : 'MailSent']);
        expect(performed.includes(id)).toBe(!isTaken);
        now = NOW;
      }
    });

    test('Effects taken back by a process that died on the way are taken back all the same', async () => {
      const one = office();
      await intend(one);
      expect(await one.effects.withdraw('a')).toBe(true);
      now = DUE;
      await office().round();
      expect(performed).toEqual([]);
      expect(await history()).toEqual(['MailIntended', 'MailCancelled']);
    });
  });

  test('Effects that run when the process is to stop are waited for, and told to end', async () => {
    const aborted: boolean[] = [];
    const one = office(
      (_, signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted.push(true);
            resolve({ did: 'not taken', reason: 'Stopped.' });
          }),
        ),
    );
    await intend(one);
    now = DUE;
    one.effects.due('a');
    await until(() => performed.length === 1);
    await one.effects.close();
    expect(aborted).toEqual([true]);
    expect(await history()).toEqual(['MailIntended', 'MailDelayed']);
    one.effects.due('a');
    await one.effects.settled();
    expect(performed).toEqual(['a']);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
