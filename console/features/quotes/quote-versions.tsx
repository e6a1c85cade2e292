import type { QuoteVersionShown } from '../../../api/quotes/schema.ts';
import { NO_CONTEXT, quoteFields, serviceName } from '../../entities/quote/quote-kind.tsx';
import { QuoteStatusTag } from '../../entities/quote/quote-tags.tsx';
import { type Field, shown } from '../../ui/inputs/fields.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';

/** The versions of a quote, newest first, each with its changes from the one before. */
export function QuoteVersions({ versions }: { versions: readonly QuoteVersionShown[] }) {
  return (
    <Section title="Versions">
      <ol className="hw-versions" reversed>
        {versions.toReversed().map((version, index) => (
          <li key={version.version}>
            <div className="hw-version-head">
              <strong>Version {version.version}</strong>
              <QuoteStatusTag quote={{ status: version.status, undelivered: null }} />
              {version.isSuperseded && <span className="hw-muted">replaced</span>}
              <Money amount={version.total} />
            </div>
            <p className="hw-muted">
              Saved <Instant iso={version.savedAt} />
              {version.sentAt && (
                <>
                  {' · sent '}
                  <Instant iso={version.sentAt} />
                </>
              )}
              {version.signature && ` · signed by ${version.signature}`}
            </p>
            {version.link && <p className="hw-muted">{linkWords(version.link)}</p>}
            {version.differences && (
              <Disclosure
                summary={`What changed from version ${versions[versions.length - 2 - index]?.version}`}
                startsOpen={index === 0}
              >
                <Differences version={version} />
              </Disclosure>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Whether whoever has the link can open it, and where it went. */
function linkWords({ isOpen, sentTo }: NonNullable<QuoteVersionShown['link']>): string {
  return [`Link ${isOpen ? 'open' : 'closed'}`, sentTo.length > 0 && `emailed to ${sentTo.join(', ')}`]
    .filter(Boolean)
    .join(' · ');
}

interface Line {
  what: string;
  before: string;
  after: string;
}

/** Before and after, below the name of each changed value. */
function Differences({ version }: { version: QuoteVersionShown }) {
  const lines = linesOf(version);
  if (lines.length === 0) return <p className="hw-muted">Nothing the customer sees.</p>;
  return (
    <table className="hw-differences">
      <thead>
        <tr>
          <th scope="col">Before</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      {lines.map(({ what, before, after }) => (
        <tbody key={what}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {what}
            </th>
          </tr>
          <tr>
            <td>{before && <del>{before}</del>}</td>
            <td>{after && <ins>{after}</ins>}</td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

type Item = QuoteVersionShown['items'][number];

function linesOf({ differences, items }: QuoteVersionShown): Line[] {
  if (!differences) return [];
  const { fields, added, removed, changed, totalBefore, total } = differences;
  // Services with the same name are numbered.
  const nameOf = (item: Item) => {
    const place = items.findIndex(({ id }) => id === item.id);
    const name = serviceName(item.service) || item.description || 'Service';
    return place === -1 ? name : `${place + 1}. ${name}`;
  };
  return [
    ...changed.flatMap(({ before, after, fields: names }) =>
      names.map((name) => ({
        what: `${nameOf(after)}: ${ITEM_LABELS[name] ?? name}`,
        before: shownPart(before, name),
        after: shownPart(after, name),
      })),
    ),
    ...added.map((item) => ({ what: `${nameOf(item)}: new`, before: '', after: inOneLine(item) })),
    ...removed.map((item) => ({ what: `${nameOf(item)}: taken out`, before: inOneLine(item), after: '' })),
    ...fields.flatMap(({ field, before, after }) => {
      const known = FIELDS.find(({ name }) => name === field);
      return known ? [{ what: known.label, before: shown(known, before), after: shown(known, after) }] : [];
    }),
    ...(totalBefore === total ? [] : [{ what: 'Total', before: formatMoney(totalBefore), after: formatMoney(total) }]),
  ];
}

const FIELDS: readonly Field[] = [
  ...quoteFields(NO_CONTEXT, false),
  { name: 'taxRate', label: 'Tax', kind: 'text', format: (rate) => `${Number(rate)}%` },
];

const ITEM_LABELS: Readonly<Record<string, string>> = {
  service: 'service',
  description: 'description',
  estimatedCost: 'estimated cost',
  unitPrice: 'unit price',
  quantity: 'quantity',
  priority: 'priority',
  isOptional: 'optional',
  estimatedHours: 'hours',
  hazards: 'hazards',
};

function shownPart(item: Item, name: string): string {
  const value = (item as Readonly<Record<string, unknown>>)[name];
  if (name === 'service') return serviceName(item.service);
  return shown({ name, label: name, kind: name === 'unitPrice' ? 'money' : 'text' }, value);
}

function inOneLine({ description, quantity, lineTotal, isOptional }: Item): string {
  const cost = lineTotal === null ? 'no price' : formatMoney(lineTotal);
  return [description, quantity > 1 && `${quantity} ×`, cost, isOptional && 'optional'].filter(Boolean).join(', ');
}
