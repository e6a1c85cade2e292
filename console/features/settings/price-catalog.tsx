import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { CatalogRecord, ShownCatalogItem } from '../../../api/catalog/schema.ts';
import { SERVICE_LABELS } from '../../../domain/quote/terms.ts';
import { catalogQuery } from '../../entities/catalog/catalog.ts';
import { catalogKind, hoursText, priceText } from '../../entities/catalog/catalog-kind.ts';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { RecordHistory, useRestore } from '../../records/record/record-history.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import type { Toast } from '../../ui/status/toaster.tsx';

const SAVED: Toast = {
  title: 'Prices saved',
  text: 'They show next to the services that a photo suggests.',
  intent: 'success',
};

interface PriceCatalogProps {
  canChange: boolean;
  isEditing: boolean;
  onEdit(isOpen: boolean): void;
}

/** The company's services and prices. */
export function PriceCatalog({ canChange, isEditing, onEdit }: PriceCatalogProps) {
  const query = useQuery(catalogQuery);
  return (
    <Section
      title="Price catalog"
      actions={canChange && !isEditing && <Button text="Change prices" onClick={() => onEdit(true)} />}
    >
      <DataArea
        query={query}
        firstUse={{
          title: 'No prices yet',
          description: canChange
            ? 'List your services with their prices. They show next to the services that a photo suggests.'
            : 'The owner lists the services with their prices here.',
          ...(canChange && { action: <Button text="Add prices" onClick={() => onEdit(true)} /> }),
        }}
        filtered={null}
        isEmpty={({ items }) => items.length === 0 && !(isEditing && canChange)}
        skeleton={<SkeletonText length={40} />}
      >
        {(catalog) =>
          isEditing && canChange ? (
            <RecordEdit kind={catalogKind} record={catalog} onDone={() => onEdit(false)} saved={SAVED} />
          ) : (
            <Prices items={catalog.items} />
          )
        }
      </DataArea>
    </Section>
  );
}

function Prices({ items }: { items: readonly ShownCatalogItem[] }) {
  return (
    <ul className="hw-price-list">
      {items.map(({ id, service, description, unitPrice, unit, estimatedHours }) => (
        <li key={id}>
          <span className="hw-price-service">
            <strong>{SERVICE_LABELS[service] ?? service}</strong>
            {description && <span className="hw-muted">{description}</span>}
          </span>
          <span className="hw-price-amount">
            {priceText({ unitPrice, unit })}
            {estimatedHours !== null && <span className="hw-muted">{hoursText(estimatedHours)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The history of prices, with undo. */
export function PriceHistory({ canChange }: { canChange: boolean }) {
  const { data: catalog } = useQuery(catalogQuery);
  // Before the first change there is no record, and so no history to load.
  return catalog && catalog.revision >= 0 ? <HistoryOf catalog={catalog} canChange={canChange} /> : null;
}

function HistoryOf({ catalog, canChange }: { catalog: CatalogRecord; canChange: boolean }) {
  const restore = useRestore(catalogKind, catalog, SAVED);
  return (
    <Section title="History of prices">
      <RecordHistory kind={catalogKind} id={catalog.id} canChange={canChange} restore={canChange ? restore : null} />
    </Section>
  );
}
