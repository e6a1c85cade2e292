import type { LeadRecord } from '../../../api/schemas/leads.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** What the dashboard says of the pipeline. Values are dollars. @param now milliseconds since the epoch */
export function pipelineFigures(leads: readonly LeadRecord[], now: number) {
  const active = leads.filter(({ status }) => status !== 'Won' && status !== 'Lost');
  const won = leads.filter(({ status }) => status === 'Won');
  return {
    active: active.length,
    openValue: sum(active),
    won: won.length,
    wonValue: sum(won),
    newThisWeek: leads.filter(({ createdAt }) => Date.parse(createdAt) > now - WEEK_MS).length,
  };
}

function sum(leads: readonly LeadRecord[]): number {
  return leads.reduce((total, { estimatedValue }) => total + Number(estimatedValue ?? 0), 0);
}
