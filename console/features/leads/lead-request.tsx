import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import { CONTACT_TIME_LABELS } from '../../../domain/intake/terms.ts';
import { analysisQuery } from '../../entities/analysis/analysis.ts';
import { requestedService } from '../../entities/lead/lead.ts';
import { priorityTone } from '../../entities/tones.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { capitalized } from '../../ui/values/format.ts';

type Request = NonNullable<LeadRecord['request']>;

const PAGES: Readonly<Record<string, string>> = { portal: 'Customer portal', widget: 'Website widget' };
const TIMES: Readonly<Record<string, string>> = CONTACT_TIME_LABELS;

/** A request made through a public form, and what was found in its picture. */
export function LeadRequest({ request }: { request: Request }) {
  const { page, urgency, preferredContactTime, hostSite, analysisId } = request;
  return (
    <section className="hw-drawer-section" aria-label="Asked for">
      <h3>Asked for</h3>
      <dl className="hw-details">
        <Told label="Service" text={requestedService({ request })} />
        <Told label="Urgency" text={<StatusTag tone={priorityTone(urgency)}>{capitalized(urgency)}</StatusTag>} />
        <Told
          label="Best time to call"
          text={preferredContactTime && (TIMES[preferredContactTime] ?? preferredContactTime)}
        />
        <Told label="Through" text={[PAGES[page] ?? page, hostSite].filter(Boolean).join(' on ')} />
        {analysisId !== null && <Found analysisId={analysisId} />}
      </dl>
    </section>
  );
}

/** Of the request's picture. */
function Found({ analysisId }: { analysisId: string }) {
  const analysis = useQuery(analysisQuery(analysisId)).data;
  if (!analysis || analysis.erased) return null;
  return <Told label="Found in the photo" text={foundIn(analysis)} isWide />;
}

function foundIn({ summary, treeSpecies, treeHeight, difficultyLevel, estimatedDuration }: AnalysisRecord): string {
  const facts = [
    treeSpecies,
    treeHeight,
    difficultyLevel && `${difficultyLevel} difficulty`,
    estimatedDuration && `about ${estimatedDuration}`,
  ];
  return [summary, facts.filter(Boolean).join(', ')].filter(Boolean).join('\n');
}

function Told({ label, text, isWide = false }: { label: string; text: ReactNode; isWide?: boolean }) {
  if (!text) return null;
  return (
    <div className={isWide ? 'hw-detail hw-detail-wide' : 'hw-detail'}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
