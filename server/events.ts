import { followers, recordFolds, timers } from '../api/areas.ts';
import { fillStandIns } from '../api/automation/stand-ins.ts';
import { rebookRefunds } from '../api/invoices/rebook-refunds.ts';
import { forgetVisit } from '../api/since/visits.ts';
import { documentsOfOneAlone } from '../api/staff/documents-of-one.ts';
import { eraseAddresses } from '../api/suppressions/erase-addresses.ts';
import { customer } from '../domain/customer/customer.ts';
import { externalLead } from '../domain/external-lead/external-lead.ts';
import { deciders, processes } from '../domain/index.ts';
import { lead } from '../domain/lead/lead.ts';
import { staff } from '../domain/staff/staff.ts';
import { user } from '../domain/user/user.ts';
import { handleAccounts } from '../platform/accounts/accounts.ts';
import { forgetAccount } from '../platform/accounts/forget-account.ts';
import { BATCHES, type Batches, createBatches } from '../platform/commands/batches.ts';
import type { CommandHandler } from '../platform/commands/command-handler.ts';
import { createErasure, ERASURE, type Erasure } from '../platform/commands/erasure.ts';
import { createProcessRunner, PROCESSES, type ProcessRunner, type Reaction } from '../platform/commands/processes.ts';
import { runReactor } from '../platform/commands/reactor.ts';
import type { Streams } from '../platform/commands/streams.ts';
import { timerLoop } from '../platform/commands/timers.ts';
import { createStalePlans, STALE_PLANS, type StalePlans } from '../platform/plans/stale-plans.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { LiveReadModels } from '../platform/runtime/live-read-models.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { Loop } from '../platform/runtime/supervisor.ts';
import type { PastViews } from '../projections/past/views.ts';
import type { Accounts } from './accounts.ts';
import type { Mail } from './mail.ts';
import type { Media } from './media.ts';
import type { NamedLoop, Subsystem } from './subsystem.ts';

/** A stalled read model holds up an erasure no longer than this: then it begins again, and shows in health. */
const ERASED_WITHIN_MS = 60_000;

/** In what time a request does what follows from it; after that, its process may have died (docs/design/commands.md#processes). */
const LEFT_FOR_MS = 2_000;

export interface Events extends Subsystem {
  /** With the rules for mail and accounts. */
  commands: CommandHandler;
  processes: ProcessRunner;
  batches: Batches;
  stalePlans: StalePlans;
  erasure: Erasure;
}

/** What changes records, and what follows from a change. */
export function openEvents(options: {
  stores: Stores;
  streams: Streams;
  accounts: Accounts;
  mail: Mail;
  readModels: LiveReadModels;
  past: Pick<PastViews, 'isFreeOf'>;
  heldFiles: Media['heldFiles'];
  /** Whether no other process appends to the log. */
  isAlone: boolean;
  hasPublicUrl: boolean;
  clock: Clock;
  log: Log;
}): Events {
  const { stores, streams, accounts, mail, readModels, past, heldFiles, isAlone, hasPublicUrl, clock, log } = options;
  const { log: store, state, keys, files } = stores;
  const commands = handleAccounts({ ...accounts, commands: mail.commands, streams, state });
  const runner = createProcessRunner({
    processes,
    deciders,
    commands,
    store,
    state,
    clock,
    onDead: ({ process, stream, position }, err) =>
      log.error({ err, process, stream, position }, 'a step was not done: it is kept as a dead step'),
  });
  const batches = createBatches({
    commands,
    processes: runner,
    store,
    streams,
    records: recordFolds,
    clock,
    fill: fillStandIns({ streams, readModels }),
  });
  const forgetUser = async (id: string) => {
    await forgetAccount({ ...accounts, state }, id);
    await forgetVisit(state, id);
  };
  const erasure = createErasure({
    followers: mail.withFiles(followers),
    keys,
    streams,
    commands,
    readModels,
    files,
    heldFiles,
    log: store,
    past,
    forgetting: new Map<string, ReturnType<typeof eraseAddresses>>([
      ...[customer, lead, externalLead].map(
        ({ category }) =>
          [category, eraseAddresses({ store, state, readModels, streams, commands, keys }, category)] as const,
      ),
      [staff.category, (id) => documentsOfOneAlone({ store, readModels }, id)],
      [user.category, (id) => forgetUser(id).then(() => [])],
    ]),
  });
  const stalePlans = createStalePlans({ commands, streams, store, readModels });
  // This process knows what its own requests are doing.
  const leftForMs = isAlone ? 0 : LEFT_FOR_MS;

  const reacting =
    ({ name, types, react }: Pick<Parameters<typeof runReactor>[0], 'name' | 'types' | 'react'>): Loop =>
    (signal, progress) =>
      runReactor({ name, log: store, state, types, react, leftForMs, progress, signal });

  /** A reactor whose refused steps are kept. */
  function keeping(reaction: Reaction): NamedLoop {
    const { name, types } = reaction;
    return {
      name,
      run(signal, progress) {
        const carryOut: Reaction['carryOut'] = (event, ...ends) => reaction.carryOut(event, signal, ...ends);
        const react = runner.keep({ ...reaction, carryOut });
        return reacting({ name, types, react })(signal, progress);
      },
    };
  }

  return {
    commands,
    processes: runner,
    batches,
    stalePlans,
    erasure,
    loops: [
      { name: 'streams', run: streams.follow, isForPlans: true },
      { name: PROCESSES, run: reacting({ ...runner, name: PROCESSES }), isForPlans: true },
      {
        ...keeping({ name: BATCHES, types: batches.types, inOrder: true, carryOut: batches.react }),
        isForPlans: true,
      },
      {
        ...keeping({
          name: STALE_PLANS,
          types: stalePlans.types,
          inOrder: false,
          carryOut: (event, ...ends) => stalePlans.react(event, AbortSignal.any(ends)),
        }),
        isForPlans: true,
      },
      keeping(rebookRefunds({ commands })),
      keeping({
        name: ERASURE,
        types: erasure.types,
        inOrder: false,
        carryOut: (event, ...ends) =>
          erasure.finish([event], AbortSignal.any([...ends, AbortSignal.timeout(ERASED_WITHIN_MS)])),
      }),
      ...timers
        .map((make) =>
          make(commands, { streams, clock, readModels, state, hasPublicUrl, isEmailSetUp: mail.servers.isSetUp }),
        )
        .map((timer) => ({ name: timer.name, run: timerLoop(timer, { readModels, clock }) })),
    ],
  };
}
