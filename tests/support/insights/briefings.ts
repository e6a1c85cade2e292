import { randomUUID } from 'node:crypto';
import { insightId } from '../../../ai/insights/insight-id.ts';
import type { FindingDetails } from '../../../domain/insight/finding.ts';
import { insight } from '../../../domain/insight/insight.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import type { VisionCall } from '../servers/vision-service.ts';
import type { ProductStores } from '../stores/product-stores.ts';

/** A finding about jobs, with figures of every kind. */
export const JOBS: FindingDetails = {
  insightType: 'anomaly',
  category: 'financial',
  severity: 'warning',
  title: '5 jobs are not invoiced: $4,200.00',
  description: '5 jobs finished by June 5, 2026 still wait for an invoice. The largest is for {0}.',
  actionItems: ['Invoice them.'],
  basis: '9 of 10 jobs here are invoiced within 2 working days; these are 62% above that.',
  evidence: [],
  opens: 'invoice',
  measure: 5,
  worth: 420_000,
};

/** One about leads, which is worse. */
export const LEADS: FindingDetails = {
  ...JOBS,
  category: 'customer',
  severity: 'critical',
  title: '7 leads wait for a first answer',
  description: '7 leads are still new. Begin with {0}, then {1}.',
  basis: '4 of 5 won leads were answered within 3 hours.',
  worth: null,
};

/** Raises a finding as its detector does. @returns the insight's id */
export async function raise(
  stores: Pick<ProductStores, 'commandHandler'>,
  detector: DetectorName,
  finding: Partial<FindingDetails>,
  subject = 'all',
): Promise<string> {
  const id = insightId(detector, subject);
  const commandId = randomUUID();
  await stores.commandHandler().handle(
    insight,
    id,
    [
      {
        type: 'NoteFinding',
        detector,
        subject,
        finding: { ...JOBS, ...finding },
        confidence: '0.7',
        track: null,
        now: '2026-06-15T12:00:00.000Z',
      },
    ],
    { actor: 'insights', commandId, body: commandId, correlationId: commandId, causationId: null },
  );
  return id;
}

/** What a call says of each numbered insight. */
export function askedAbout({ input }: VisionCall): { number: number; text: string }[] {
  const [, material = ''] = /---\n(.*)\n---/s.exec(String(input)) ?? [];
  return material.split('\n\n').map((text) => ({ number: Number.parseInt(text, 10), text }));
}

type Said = { heading?: string; summary?: string; title?: string; description?: string };

/** A model that words every insight in one group, with what it is told; some texts may be others. */
export function wordsAll(said: Said = {}): { writes: (asked: VisionCall) => string } {
  const { heading = 'What waits', summary = 'Work and people wait for you.' } = said;
  return {
    writes: (asked) =>
      JSON.stringify({
        groups: [
          {
            heading,
            summary,
            insights: askedAbout(asked).map(({ number, text }) => ({
              number,
              title: said.title ?? `Look at this: ${lineOf(text, 'Title')}`,
              description: said.description ?? lineOf(text, 'Description'),
            })),
          },
        ],
      }),
  };
}

function lineOf(text: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
}
