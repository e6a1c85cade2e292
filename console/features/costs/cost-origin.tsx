import { Link } from '@tanstack/react-router';
import type { CostRecord } from '../../../api/costs/schema.ts';
import { jobPage } from '../../entities/job/job.ts';

/** Where a cost was recorded, as a link: a job, a machine, or only the company. */
export function CostOrigin({ cost }: { cost: CostRecord }) {
  const { source, sourceId, jobId, jobTitle, equipmentName } = cost;
  if (source === 'maintenance' && sourceId !== null) {
    return (
      <Link to="/equipment" search={{ equipment: sourceId }}>
        {equipmentName ?? 'Equipment'}
      </Link>
    );
  }
  if (jobId !== null) return <Link to={jobPage(jobId)}>{jobTitle ?? 'Job'}</Link>;
  return <span className="hw-muted">The company</span>;
}
