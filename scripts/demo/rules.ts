import { recordFolds } from '../../api/areas.ts';
import { createAutomation } from '../../api/automation/automation.ts';
import { runIdOf } from '../../api/automation/ids.ts';
import { fillStandIns } from '../../api/automation/stand-ins.ts';
import type { ApiContext } from '../../api/kit/context.ts';
import { automationRun } from '../../domain/automation-run/automation-run.ts';
import type { AutomationStep } from '../../domain/automation-run/events.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { createBatches } from '../../platform/commands/batches.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { ProcessRunner } from '../../platform/commands/processes.ts';
import type { Streams } from '../../platform/commands/streams.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { Stores } from '../../platform/runtime/stores.ts';
import { automationRules } from '../../projections/automation-rules.ts';
import { automationRuns } from '../../projections/automation-runs.ts';
import { company } from '../../projections/company.ts';
import { applyEvent, type Projection } from '../../projections/engine/projection.ts';
import { people } from '../../projections/staff.ts';
import { tasks } from '../../projections/tasks.ts';
import { isDecoded, type LogEntry } from '../../store/event-store.ts';
import type { Document, Filter } from '../../store/read-models.ts';

/** What rules that make tasks read. */
const READ: readonly Projection[] = [automationRules, automationRuns, company, people, tasks] as readonly Projection[];

const NO_END = new AbortController().signal;

/** Carries out the rules of the automation as the product does, in what is known by then. */
export interface DemoRules {
  /** The next events of the log. */
  take(entries: readonly LogEntry[]): void;
  /** What rules do because an insight was raised. @returns what each of them made */
  react(raised: RecordedEvent): Promise<AutomationStep[]>;
}

export function demoRules(options: {
  stores: Pick<Stores, 'log' | 'state'>;
  commands: CommandHandler;
  streams: Streams;
  processes: ProcessRunner;
  clock: Clock;
}): DemoRules {
  const { stores, commands, streams, processes, clock } = options;
  const { log: store, state } = stores;
  const tables = new Map(READ.map(({ collection }) => [String(collection), new Map<string, Document>()]));
  const tableOf = (collection: unknown) => tables.get(String(collection)) ?? new Map<string, Document>();

  const models = {
    async get(collection: unknown, ids: readonly string[]) {
      const table = tableOf(collection);
      return new Map(ids.flatMap((id) => (table.has(id) ? [[id, table.get(id)]] : [])));
    },
    async find(collection: unknown, { where = {} }: Pick<Filter, 'where'>) {
      const all = [...tableOf(collection).values()];
      const isOne = (each: Document) =>
        Object.entries(where).every(([field, value]) => (each[field] ?? null) === value);
      return { documents: all.filter(isOne), next: null };
    },
  };
  // It is as far as the log whenever it is asked.
  const readModels = {
    current: () => models,
    peek: () => models,
    position: () => '~',
    waitFor: async () => true,
  } as unknown as ApiContext['readModels'];
  const fill = fillStandIns({ streams, readModels });
  // Each fill is the same.
  const partId = (batchId: string, first: number) => uuidv5(batchId, `part/${first}`);
  const batches = createBatches({ commands, processes, store, streams, records: recordFolds, clock, fill, partId });
  const automation = createAutomation({ streams, readModels, state, store, clock, commands, batches });

  return {
    take(entries) {
      for (const event of entries.filter(isDecoded)) {
        for (const projection of READ) {
          const table = tableOf(projection.collection);
          for (const id of projection.ids(event)) {
            const after = applyEvent(projection, table.get(id) ?? null, event, id);
            if (after) table.set(id, after);
          }
        }
      }
    },
    async react(raised) {
      await automation.react(raised, NO_END);
      const rules = [...tableOf(automationRules.collection).keys()];
      const runs = await Promise.all(rules.map((id) => streams.load(automationRun, runIdOf(id, raised.id))));
      return runs.flatMap(({ state: run }) => (run.presence === 'absent' ? [] : run.run.steps));
    },
  };
}
