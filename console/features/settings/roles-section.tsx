import { AREA_LABELS, AREAS, type Area, type Right, ROLE_LABELS, ROLES, rightOf } from '../../../domain/user/terms.ts';
import { type ReportColumn, ReportTable } from '../../ui/figures/report-table.tsx';
import { Section } from '../../ui/layout/section.tsx';

const WORDS: Readonly<Record<Right, string | null>> = { none: null, own: 'Own', read: 'View', change: 'Change' };

const COLUMNS: readonly ReportColumn<Area>[] = [
  { header: 'Area', kind: 'text', value: (area) => AREA_LABELS[area] },
  ...ROLES.map((role) => ({
    header: ROLE_LABELS[role],
    kind: 'text' as const,
    value: (area: Area) => WORDS[rightOf(role, area)],
  })),
];

/** What each role may do; the server decides by the same table. */
export function RolesSection() {
  return (
    <Section title="Roles">
      <p>
        Each account has one role, which an owner sets under Users. “Own” is the work of their own crews with its
        customers, without prices and costs; the equipment in their hands; their own time off and reviews; and the names
        of their colleagues.
      </p>
      <ReportTable title="What each role may do" columns={COLUMNS} rows={AREAS} keyOf={(area) => area} isPartial />
    </Section>
  );
}
