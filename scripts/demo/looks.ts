import { detectors } from '../../ai/detectors/index.ts';
import { INSIGHTS } from '../../ai/insights/insights.ts';
import { createWatch } from '../../ai/insights/watch.ts';
import { RAISES } from '../../api/automation/raises.ts';
import type { AutomationStep } from '../../domain/automation-run/events.ts';
import { insight } from '../../domain/insight/insight.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { canonicalJson, uuidv5 } from '../../platform/runtime/ids.ts';
import { type EventLog, isDecoded, type LogEntry, START } from '../../store/event-store.ts';
import type { DemoRules } from './rules.ts';

/** As many events are read at a time. */
const PAGE = 1_000;

/**
 * Looks for insights as the product does, in what the company knew by then, and carries out the rules: a fill that goes
 * on after an interruption finds the same.
 * @returns looks at a moment, in milliseconds since the epoch, each time later than before; answers what rules made
 */
export function demoLooks({
  commands,
  store,
  rules,
}: {
  commands: CommandHandler;
  store: Pick<EventLog, 'readAll'>;
  rules: DemoRules;
}): (now: number) => Promise<AutomationStep[]> {
  const watch = createWatch(detectors);
  let read = START;

  /** What was recorded up to a moment, and was not read yet. */
  async function news(asOf: string): Promise<LogEntry[]> {
    const found: LogEntry[] = [];
    for (;;) {
      const page = await store.readAll(read, PAGE);
      const known = page.filter((entry) => !isDecoded(entry) || entry.metadata.recordedAt <= asOf);
      found.push(...known);
      read = known.at(-1)?.position ?? read;
      if (known.length < PAGE) return found;
    }
  }

  return async (now) => {
    const asOf = new Date(now).toISOString();
    const entries = await news(asOf);
    const last = entries.at(-1);
    if (last) watch.take({ entries, position: last.position, eventId: last.id, live: true });
    const { commands: decided, failed } = watch.evaluate({ asOf, since: null, withSamples: false });
    rules.take(entries);
    const made: AutomationStep[] = [];
    if (failed[0]) throw new Error(`The detector ${failed[0].detector} has failed: ${failed[0].reason}`);
    for (const [id, ofOne] of Map.groupBy(decided, ({ id }) => id)) {
      const toDo = ofOne.map(({ command }) => command);
      const commandId = uuidv5(id, `demo/look ${asOf}`);
      const about = { actor: INSIGHTS, commandId, body: canonicalJson(toDo), correlationId: commandId };
      const { appended } = await commands.handle(insight, id, toDo, { ...about, causationId: null });
      for (const raised of appended.filter(({ type }) => RAISES.has(type))) made.push(...(await rules.react(raised)));
    }
    return made;
  };
}
