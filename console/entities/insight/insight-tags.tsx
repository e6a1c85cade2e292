import { Tag } from '@blueprintjs/core';
import type { InsightRecord } from '../../../api/insights/schema.ts';
import { INSIGHT_SEVERITY_LABELS, INSIGHT_STATUS_LABELS } from '../../../domain/insight/terms.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { insightStatusTone, severityTone } from '../tones.ts';

/** How severe it is, where it stands if it is not open, and what else sets it apart. */
export function InsightTags({ insight }: { insight: InsightRecord }) {
  const { severity, status, isSample, isRead } = insight;
  return (
    <span className="hw-tags">
      <SeverityTag severity={severity} />
      {status === 'open' && !isRead && <StatusTag tone="violet">Unread</StatusTag>}
      {status !== 'open' && (
        <StatusTag tone={insightStatusTone(status)}>{INSIGHT_STATUS_LABELS[status] ?? status}</StatusTag>
      )}
      {isSample && <Tag minimal>Sample</Tag>}
    </span>
  );
}

export function SeverityTag({ severity }: Pick<InsightRecord, 'severity'>) {
  return <StatusTag tone={severityTone(severity)}>{INSIGHT_SEVERITY_LABELS[severity] ?? severity}</StatusTag>;
}
