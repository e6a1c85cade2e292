import { Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { knownHours, serviceLabel } from '../../../domain/job/terms.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { customerName } from '../../entities/customer/customer.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { jobCustomerQuery } from '../../entities/job/job.ts';
import { jobKind } from '../../entities/job/job-kind.ts';
import { RecordContacts } from '../../records/record/record-details.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { formatSpan } from '../../ui/values/format.ts';
import { JobPlace } from './job-place.tsx';

/** Where the job is, whom to call, and what to know before getting out of the truck: hazards first. */
export function JobSite({ job, canChange }: { job: JobRecord; canChange: boolean }) {
  const { customerId, address, hazards, safetyNotes, accessInstructions } = job;
  const { data: customer } = useQuery({ ...jobCustomerQuery(customerId ?? ''), enabled: customerId !== null });
  const property = customer?.properties.find(({ id }) => id === job.propertyId);
  return (
    <Section title="Where">
      <p className="hw-job-address">{address ?? <span className="hw-muted">No address yet</span>}</p>
      {!job.erased && <JobPlace job={job} canChange={canChange} />}
      {customer && <Whom customer={customer} />}
      {customer ? (
        <RecordContacts kind={{ ...customerKind, placeOf: () => address }} record={customer} />
      ) : (
        <RecordContacts kind={jobKind(null)} record={job} />
      )}
      {(hazards.length > 0 || safetyNotes) && (
        <Callout intent="danger" icon={<WarningSign />} title="Hazards" className="hw-job-hazards">
          {hazards.length > 0 && (
            <ul>
              {hazards.map((hazard) => (
                <li key={hazard}>{hazard}</li>
              ))}
            </ul>
          )}
          {safetyNotes && <p>{safetyNotes}</p>}
        </Callout>
      )}
      {(accessInstructions || property?.accessNotes) && (
        <div className="hw-job-access">
          <h3>Access</h3>
          {accessInstructions && <p>{accessInstructions}</p>}
          {property?.accessNotes && <p>{property.accessNotes}</p>}
        </div>
      )}
    </Section>
  );
}

function Whom({ customer }: { customer: CustomerRecord }) {
  if (!hasRight('customers:read')) return <p>For {customerName(customer)}</p>;
  return (
    <p>
      For{' '}
      <Link to="/customers/$id" params={{ id: customer.id }} className="hw-in-text">
        {customerName(customer)}
      </Link>
    </p>
  );
}

/** The work, and what it takes. */
export function JobWork({ job }: { job: JobRecord }) {
  const { title, serviceType, description, specialRequirements, requiredSkills, requiredEquipment, items, quoteId } =
    job;
  const needs = [...requiredEquipment, ...requiredSkills];
  return (
    <Section title="What to do">
      <p className="hw-job-service">
        <strong>{serviceLabel(serviceType)}</strong>
        {title && `: ${title}`}
      </p>
      {items.length > 0 && (
        <ul className="hw-job-items">
          {items.map(({ id, service, description, quantity, estimatedHours }) => {
            const hours = knownHours(estimatedHours);
            return (
              <li key={id}>
                <strong>
                  {quantity > 1 && `${quantity} × `}
                  {serviceLabel(service)}
                </strong>
                {description && `: ${description}`}
                {hours !== null && <span className="hw-muted"> · {formatSpan(hours * quantity)}</span>}
              </li>
            );
          })}
        </ul>
      )}
      {description && <p className="hw-job-text">{description}</p>}
      {quoteId !== null && (
        <p>
          <Link to="/quotes/$id" params={{ id: quoteId }} className="hw-in-text">
            The signed quote
          </Link>
        </p>
      )}
      {specialRequirements && <p className="hw-job-text">{specialRequirements}</p>}
      {needs.length > 0 && (
        <p>
          <span className="hw-muted">Needs</span> {needs.join(', ')}
        </p>
      )}
    </Section>
  );
}
