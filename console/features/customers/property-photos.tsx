import { Dialog, DialogBody } from '@blueprintjs/core';
import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { Photos } from '../../ui/photos.tsx';
import { propertyName } from './customer-kind.ts';

interface PropertyPhotosProps {
  customer: CustomerRecord;
  property: PropertyRecord;
  canChange: boolean;
  onClose(): void;
}

/** The photos of one place. */
export function PropertyPhotos({ customer, property, canChange, onClose }: PropertyPhotosProps) {
  return (
    <Dialog isOpen onClose={onClose} title={`Photos of ${propertyName(property)}`} className="hw-dialog">
      <DialogBody>
        <Photos category="customer" recordId={customer.id} propertyId={property.id} canChange={canChange} />
      </DialogBody>
    </Dialog>
  );
}
