import { Button, Dialog, DialogBody } from '@blueprintjs/core';
import { Add } from '@blueprintjs/icons';
import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { fullAddress } from '../../entities/customer/customer.ts';
import { coordinates, propertyName } from '../../entities/customer/customer-kind.ts';
import { Photos } from '../../photos/photos.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { PropertyDialog } from './property-dialog.tsx';

interface CustomerPropertiesProps {
  customer: CustomerRecord;
  canChange: boolean;
  /** The property being edited, or `new`. */
  open: string | undefined;
  onOpen(property: string | undefined): void;
  onPhotos(property: string): void;
  /** Creates a job there. */
  onJob(property: string): void;
  remove(propertyId: string): void;
}

/** The places where work is done for a customer; the first one's address is the customer's. */
export function CustomerProperties({
  customer,
  canChange,
  open,
  onOpen,
  onPhotos,
  onJob,
  remove,
}: CustomerPropertiesProps) {
  const edited = customer.properties.find(({ id }) => id === open);
  return (
    <Section
      title="Properties"
      actions={canChange && <Button size="small" icon={<Add />} text="Add property" onClick={() => onOpen('new')} />}
    >
      {customer.properties.length === 0 && <p className="hw-muted">No properties yet.</p>}
      <ul className="hw-properties">
        {customer.properties.map((property) => (
          <li key={property.id}>
            <Property property={property} />
            <div className="hw-property-acts">
              <Button
                size="small"
                text="Photos"
                aria-label={`Photos of ${propertyName(property)}`}
                onClick={() => onPhotos(property.id)}
              />
              {canChange && (
                <>
                  <Button
                    size="small"
                    text="New Job"
                    aria-label={`New Job at ${propertyName(property)}`}
                    onClick={() => onJob(property.id)}
                  />
                  <Button
                    size="small"
                    text="Edit"
                    aria-label={`Edit ${propertyName(property)}`}
                    onClick={() => onOpen(property.id)}
                  />
                  <Button
                    size="small"
                    variant="minimal"
                    intent="danger"
                    text="Remove"
                    aria-label={`Remove ${propertyName(property)}`}
                    onClick={() => remove(property.id)}
                  />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {canChange && (open === 'new' || edited) && (
        <PropertyDialog key={open} customer={customer} property={edited ?? null} onClose={() => onOpen(undefined)} />
      )}
    </Section>
  );
}

function Property({ property }: { property: PropertyRecord }) {
  const address = fullAddress(property);
  const name = propertyName(property);
  return (
    <div className="hw-property">
      <h3>{name}</h3>
      {address && address !== name && <p>{address}</p>}
      {property.accessNotes && <p className="hw-property-access">{property.accessNotes}</p>}
      <p className="hw-muted">
        {coordinates(property) && <span>{coordinates(property)} · </span>}
        <a href={mapOf(property)} target="_blank" rel="noreferrer">
          Open in a map
        </a>
      </p>
    </div>
  );
}

/** The place's URL on OpenStreetMap. */
function mapOf(property: PropertyRecord): string {
  const { latitude, longitude } = property;
  const marked = `mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
  if (latitude !== null && longitude !== null) return `https://www.openstreetmap.org/?${marked}`;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(fullAddress(property) || (property.label ?? ''))}`;
}

interface PropertyPhotosProps {
  customer: CustomerRecord;
  property: PropertyRecord;
  canChange: boolean;
  onClose(): void;
}

/** The photos of one property. */
export function PropertyPhotos({ customer, property, canChange, onClose }: PropertyPhotosProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Photos of ${propertyName(property)}`} className="hw-dialog">
      <DialogBody>
        <Photos category="customer" recordId={customer.id} propertyId={property.id} canChange={canChange} />
      </DialogBody>
    </Dialog>
  );
}
