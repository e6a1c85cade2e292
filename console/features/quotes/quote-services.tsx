import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { knownHours } from '../../../domain/job/terms.ts';
import { takenItems } from '../../../domain/quote/terms.ts';
import { takesText } from '../../entities/job/takes.ts';
import { serviceName } from '../../entities/quote/quote-kind.tsx';
import { ServicePriority } from '../../entities/quote/quote-tags.tsx';
import { Totals } from '../../entities/quote/totals.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';

/** The services on offer with their prices, and the totals. */
export function QuoteServices({ quote }: { quote: QuoteRecord }) {
  const { items, status, optionalItemIds } = quote;
  const taken = takenItems(items, status === 'approved' ? optionalItemIds : []);
  const choice = (item: Item): Choice | null => {
    if (!item.isOptional) return null;
    if (status !== 'approved') return 'Optional';
    return optionalItemIds.includes(item.id) ? 'Chosen' : 'Not chosen';
  };
  return (
    <Section title="Services">
      {items.length === 0 && <p className="hw-muted">No services yet.</p>}
      <ul className="hw-services">
        {items.map((item) => (
          <Service key={item.id} item={item} choice={choice(item)} />
        ))}
      </ul>
      <Totals {...quote} depositPercent={quote.depositAsked} />
      {taken.length > 0 && <p className="hw-muted">Takes {takesText(taken)}.</p>}
    </Section>
  );
}

type Item = QuoteRecord['items'][number];
type Choice = 'Optional' | 'Chosen' | 'Not chosen';

/** @param props.choice the customer's choice about an optional service */
function Service({ item, choice }: { item: Item; choice: Choice | null }) {
  const { service, description, quantity, priority, hazards } = item;
  const hours = knownHours(item.estimatedHours);
  return (
    <li className={choice === 'Not chosen' ? 'hw-service hw-service-out' : 'hw-service'}>
      <div>
        <strong>{serviceName(service) || 'Service'}</strong>
        {priority && <ServicePriority priority={priority} />}
        {choice && <StatusTag tone={choice === 'Chosen' ? 'green' : 'grey'}>{choice}</StatusTag>}
        {description && <p>{description}</p>}
        {hazards.length > 0 && <p className="hw-muted">Hazards: {hazards.join(', ')}</p>}
        {hours !== null && <p className="hw-muted">{formatSpan(hours * quantity)} planned</p>}
      </div>
      <div className="hw-service-cost">
        <Cost item={item} />
      </div>
    </li>
  );
}

function Cost({ item: { unitPrice, estimatedCost, quantity, lineTotal } }: { item: Item }) {
  if (unitPrice === null) return <span className="hw-muted">{estimatedCost ?? 'No price yet'}</span>;
  return (
    <>
      <Money amount={lineTotal} />
      {quantity > 1 && (
        <span className="hw-muted">
          {quantity} × <Money amount={unitPrice} />
        </span>
      )}
    </>
  );
}
